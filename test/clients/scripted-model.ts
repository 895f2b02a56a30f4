import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One thing the scripted model says: words, or a call of one of the client's tools. */
export type Said = { say: string } | { use: string; input: Record<string, unknown> };

/** One answer of the model. A function may look at the request, or wait before it answers. */
export type Turn = Said[] | ((request: ModelRequest) => Said[] | Promise<Said[]>);

/** A conversation is recognised by its prompt, which starts with `marker`; a subagent's is one of its own. */
export interface Conversation {
  marker: string;
  turns: Turn[];
}

export interface ModelRequest {
  /** The marker of the conversation, or undefined for the client's side calls (titles, token counts). */
  conversation: string | undefined;
  path: string;
  headers: Record<string, string>;
  body: MessagesBody;
}

export interface MessagesBody {
  model?: string;
  stream?: boolean;
  system?: unknown;
  messages?: Message[];
  tools?: { name: string; description?: string; input_schema?: unknown }[];
}

export interface Message {
  role: string;
  content: string | ContentBlock[];
}

export interface ContentBlock {
  type: string;
  text?: string;
  content?: unknown;
  is_error?: boolean;
  tool_use_id?: string;
}

export interface ScriptedModel {
  url: string;
  requests: ModelRequest[];
  /** Adds a conversation; later ones do not replace earlier ones. */
  script(conversation: Conversation): void;
  /** Everything that the latest request of a conversation told the model, one string per block. */
  told(marker: string): string[];
  /** The results of its own tool calls that the model was shown, in order. */
  toolResults(marker: string): { text: string; isError: boolean }[];
  close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 that speaks enough of the Anthropic Messages API for a coding agent: streamed and
 * plain answers, token counts, and an empty answer to anything else. The turn that it plays is the number of
 * assistant messages in the request, so a retried request gets the same answer.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const conversations: Conversation[] = [];
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response, conversations, requests).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const url = await listen(server);
  const latest = (marker: string) => requests.findLast((one) => one.conversation === marker);
  return {
    url,
    requests,
    script: (conversation) => void conversations.push(conversation),
    told: (marker) => blocksOf(latest(marker)).map(textOf),
    toolResults: (marker) =>
      blocksOf(latest(marker))
        .filter((block) => block.type === 'tool_result')
        .map((block) => ({ text: textOf(block), isError: block.is_error === true })),
    close: () =>
      new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  conversations: Conversation[],
  requests: ModelRequest[],
): Promise<void> {
  const body = parseBody(await readAll(incoming));
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  const conversation = path === '/v1/messages' ? conversationOf(body, conversations) : undefined;
  const request = { conversation: conversation?.marker, path, headers: headersOf(incoming), body };
  requests.push(request);
  if (path === '/v1/messages/count_tokens') return sendJson(response, { input_tokens: 100 });
  if (path !== '/v1/messages') return sendJson(response, {});
  const reply = await replyTo(request, conversation);
  if (body.stream === true) streamMessage(response, reply);
  else sendJson(response, messageOf(reply));
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): MessagesBody {
  try {
    return JSON.parse(text) as MessagesBody;
  } catch {
    return {};
  }
}

/** The credential of the client is left out, so that recordings can be shown. */
function headersOf(incoming: IncomingMessage): Record<string, string> {
  const kept = Object.entries(incoming.headers).filter(
    ([name]) => name !== 'x-api-key' && name !== 'authorization',
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Side calls carry no tools, so that a title made from the prompt does not use up a turn. */
function conversationOf(
  body: MessagesBody,
  conversations: Conversation[],
): Conversation | undefined {
  if ((body.tools ?? []).length === 0) return undefined;
  const first = body.messages?.find((message) => message.role === 'user');
  const opening = first ? contentOf(first).map(textOf) : [];
  return conversations.find(({ marker }) => opening.some((text) => text.startsWith(marker)));
}

async function replyTo(request: ModelRequest, conversation?: Conversation): Promise<Answer> {
  const model = request.body.model ?? 'scripted';
  if (!conversation) return { id: 'side_call', model, said: [{ say: 'ok' }] };
  const played = (request.body.messages ?? []).filter(({ role }) => role === 'assistant').length;
  const turn = conversation.turns[played] ?? [{ say: 'Done.' }];
  const said = typeof turn === 'function' ? await turn(request) : turn;
  const name = conversation.marker.replaceAll(/[^A-Za-z0-9]+/g, '_');
  return { id: `${name}_${played}`, model, said };
}

function blocksOf(request: ModelRequest | undefined): ContentBlock[] {
  return (request?.body.messages ?? [])
    .filter((message) => message.role !== 'assistant')
    .flatMap(contentOf);
}

function contentOf(message: Message): ContentBlock[] {
  return typeof message.content === 'string'
    ? [{ type: 'text', text: message.content }]
    : message.content;
}

function textOf(block: ContentBlock): string {
  if (block.text !== undefined) return block.text;
  if (typeof block.content === 'string') return block.content;
  if (Array.isArray(block.content)) return (block.content as ContentBlock[]).map(textOf).join('\n');
  return '';
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** The ids follow from the request alone, so that a run can be compared with an earlier one. */
interface Answer {
  id: string;
  model: string;
  said: Said[];
}

function contentBlocks({ id, said }: Answer): Record<string, unknown>[] {
  return said.map((one, index) =>
    'say' in one
      ? { type: 'text', text: one.say }
      : { type: 'tool_use', id: `toolu_${id}_${index}`, name: one.use, input: one.input },
  );
}

function stopReason({ said }: Answer): string {
  return said.some((one) => 'use' in one) ? 'tool_use' : 'end_turn';
}

function messageOf(answer: Answer): Record<string, unknown> {
  return {
    id: `msg_${answer.id}`,
    type: 'message',
    role: 'assistant',
    model: answer.model,
    content: contentBlocks(answer),
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

type Send = (type: string, fields: Record<string, unknown>) => void;

function streamMessage(response: ServerResponse, answer: Answer): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send: Send = (type, fields) =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  send('message_start', { message: { ...messageOf(answer), content: [], stop_reason: null } });
  contentBlocks(answer).forEach((block, index) => streamBlock(send, block, index));
  const delta = { stop_reason: stopReason(answer), stop_sequence: null };
  send('message_delta', { delta, usage: { output_tokens: 1 } });
  send('message_stop', {});
  response.end();
}

function streamBlock(send: Send, block: Record<string, unknown>, index: number): void {
  const isText = block.type === 'text';
  const opened = isText ? { ...block, text: '' } : { ...block, input: {} };
  send('content_block_start', { index, content_block: opened });
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
  send('content_block_delta', { index, delta });
  send('content_block_stop', { index });
}
