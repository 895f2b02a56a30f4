import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One thing the scripted model says: words, or a call of one of the client's tools, which some take as mere text. */
export type Said = { say: string } | { use: string; input: Record<string, unknown> | string };

/** One answer of the model. A function may wait before it answers. */
export type Turn = Said[] | (() => Said[] | Promise<Said[]>);

/** A conversation is recognised by its prompt, which starts with `marker`; a subagent's is one of its own. */
export interface Conversation {
  marker: string;
  turns: Turn[];
}

/** What the model was shown as the result of a call of its own. */
export interface ToolResult {
  text: string;
  isError: boolean;
}

/** What a request of a client shows of its conversation. */
export interface Exchange {
  /** The texts among which the prompt is. */
  opening: string[];
  /** How often the model has answered before. */
  played: number;
  /** Everything that the model is sent, one string per part. */
  received: string[];
  toolResults: ToolResult[];
}

/** The model's answer. The id follows from the request alone, so that a run can be compared with an earlier one. */
export interface Answer {
  id: string;
  said: Said[];
}

/** Enough of one vendor's API for a coding agent. */
export interface Dialect {
  /** Undefined for side calls: titles, token counts and whatever else carries no tools. */
  read(path: string, body: unknown): Exchange | undefined;
  send(response: ServerResponse, answer: Answer, body: unknown): void;
  /** Answers a side call. */
  sendAside(response: ServerResponse, path: string, body: unknown): void;
}

export interface ScriptedModel {
  url: string;
  /** Adds a conversation; later ones do not replace earlier ones. */
  script(conversation: Conversation): void;
  /** Everything that the latest request of a conversation sent the model, one string per part. */
  received(marker: string): string[];
  /** The results of its own tool calls that the model was shown, in order. */
  toolResults(marker: string): ToolResult[];
  close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that plays the scripted conversations in a vendor's API. The turn that it plays is the
 * number of the model's answers in the request, so a retried request gets the same answer.
 */
export async function startScriptedModel(dialect: Dialect): Promise<ScriptedModel> {
  const conversations: Conversation[] = [];
  const latest = new Map<string, Exchange>();
  const server = createServer((request, response) => {
    answer(request, response, { dialect, conversations, latest }).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const url = await listen(server);
  return {
    url,
    script: (conversation) => void conversations.push(conversation),
    received: (marker) => latest.get(marker)?.received ?? [],
    toolResults: (marker) => latest.get(marker)?.toolResults ?? [],
    close: () =>
      new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

export type SendEvent = (type: string, fields: Record<string, unknown>) => void;

/** Begins a stream of server-sent events that are named in their data too. */
export function beginEvents(response: ServerResponse): SendEvent {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return (type, fields) =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

interface Play {
  dialect: Dialect;
  conversations: Conversation[];
  latest: Map<string, Exchange>;
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { dialect, conversations, latest }: Play,
): Promise<void> {
  const body = parseBody(await readAll(incoming));
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  const exchange = dialect.read(path, body);
  const conversation = conversations.find(
    ({ marker }) => exchange?.opening.some((text) => text.startsWith(marker)) === true,
  );
  if (exchange === undefined || conversation === undefined)
    return dialect.sendAside(response, path, body);
  latest.set(conversation.marker, exchange);
  const turn = conversation.turns[exchange.played] ?? [{ say: 'Done.' }];
  const said = typeof turn === 'function' ? await turn() : turn;
  const name = conversation.marker.replaceAll(/[^A-Za-z0-9]+/g, '_');
  dialect.send(response, { id: `${name}_${exchange.played}`, said }, body);
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
