import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '../../shared/contract/fields.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { asText, shownId } from '../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { getPrompt, type PromptResult } from '../../shared/api/prompts.ts';
import { toolChannel } from './tool-channel-protocol.ts';
import { callTool, type ToolHost, type ToolResult } from '../../shared/api/tools.ts';
import { errorLine } from './json-rpc.ts';
import { lineReader } from './line-reader.ts';

/** Who is at the other end of a connection, as far as the client says. */
export interface ChannelClient {
  /** The conversation for which the client has started `coord mcp`; it may have gone on to another one since. */
  readonly conversationId: string | undefined;
  readonly connectionId: string | undefined;
  /** Of `initialize`; any text. */
  readonly clientName: string | undefined;
  /** Absolute. */
  readonly directory: string | undefined;
}

/** The calls of one connection. */
export interface ChannelCalls {
  /** `toolUseId` is the id under which the client's hooks know this very call. */
  hostFor(toolUseId: string | undefined): ToolHost;
  /** The connection has ended. */
  closed(): Promise<void>;
}

export interface ChannelOptions {
  readonly socket: Duplex;
  /** Bytes that came with the upgrade request. */
  readonly head: Buffer;
  accept(client: ChannelClient): ChannelCalls;
  /** A bug in a call: the client gets an internal error, and the daemon lives on. */
  onError(error: unknown): void;
}

const { toolCallsUnderWay } = connectionLimits;

/** Where Claude Code and Codex tell it, in the `_meta` of a call. */
const toolUseIdFields = ['claudecode/toolUseId', 'callId'];

/** Whether an upgrade request asks for the tool channel. Its key is the caller's to check. */
export function isToolChannel(request: IncomingMessage): boolean {
  return request.url === toolChannel.path && request.headers.upgrade === toolChannel.protocol;
}

/** Answers the tool calls of one `coord mcp` until either side closes. */
export function acceptToolChannel(request: IncomingMessage, options: ChannelOptions): void {
  const { socket, head, onError } = options;
  const calls = options.accept(clientOf(request));
  const writeAnswer = answerWriter(socket);
  const read = lineReader(
    (line) => {
      const call = answer(line, (toolUseId) => calls.hostFor(toolUseId));
      writeAnswer(
        call.catch((error: unknown) => {
          onError(error);
          return errorLine(idOf(line), { code: -32603, message: 'Internal error' });
        }),
      );
    },
    { maxBytes: limits.bodyBytes, onTooLong: () => socket.destroy() },
  );
  socket.on('error', () => socket.destroy());
  // A server's sockets stay half open otherwise, and keep the server from closing.
  socket.on('end', () => socket.end());
  socket.once('close', () => void calls.closed().catch(onError));
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${toolChannel.protocol}\r\n\r\n`,
  );
  if (head.length > 0) read(head);
  socket.on('data', read);
}

/**
 * Writes answers when they are there. A call is under way until its answer has left; while there are too many, no more
 * are read (CON-4), so a client that does not read its answers fills its own memory and not ours.
 */
function answerWriter(socket: Duplex): (answer: Promise<string>) => void {
  let underWay = 0;
  const left = () => {
    underWay -= 1;
    if (underWay < toolCallsUnderWay && socket.isPaused()) socket.resume();
  };
  return (answer) => {
    underWay += 1;
    if (underWay >= toolCallsUnderWay) socket.pause();
    void answer.then((line) => socket.write(line, left));
  };
}

function clientOf({ headers }: IncomingMessage): ChannelClient {
  const connectionId = textIn(headers[toolChannel.connectionHeader]);
  return {
    conversationId: textIn(headers[toolChannel.conversationHeader]),
    connectionId: connectionId && /^[0-9a-z]{16,40}$/.test(connectionId) ? connectionId : undefined,
    clientName: textIn(headers[toolChannel.clientHeader]),
    directory: textIn(headers[toolChannel.directoryHeader]),
  };
}

function textIn(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  try {
    return decodeURIComponent(header);
  } catch {
    return undefined;
  }
}

interface CallRequest {
  id: string | number;
  method?: unknown;
  params?: { name?: unknown; arguments?: unknown; _meta?: unknown } | null;
}

type HostOfCall = (toolUseId: string | undefined) => ToolHost;

async function answer(line: Buffer, hostFor: HostOfCall): Promise<string> {
  const { id, method, params } = JSON.parse(line.toString()) as CallRequest;
  const name = params?.name;
  const isPrompt = method === 'prompts/get';
  if (typeof name !== 'string') {
    const what = isPrompt ? 'prompt' : 'tool';
    return errorLine(id, { code: -32602, message: `params.name must be the name of a ${what}.` });
  }
  if (isPrompt)
    return promptLine(id, name, await getPrompt(name, params?.arguments, hostFor(undefined)));
  const host = hostFor(toolUseIdIn(params?._meta));
  const result = await callTool(name, params?.arguments, host);
  return result === undefined
    ? errorLine(id, { code: -32602, message: `There is no tool named ${shownId(name)}.` })
    : resultLine(id, result);
}

function promptLine(
  id: string | number,
  name: string,
  result: PromptResult | Refusal | undefined,
): string {
  if (result === undefined) {
    return errorLine(id, { code: -32602, message: `There is no prompt named ${shownId(name)}.` });
  }
  if (isRefusal(result)) return errorLine(id, { code: -32602, message: asText(result.message) });
  return `${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`;
}

function toolUseIdIn(meta: unknown): string | undefined {
  const fields = meta as Record<string, unknown> | null | undefined;
  const ids = toolUseIdFields.map((field) => fields?.[field]);
  return ids.find((id) => typeof id === 'string');
}

/** The output stands in a result twice, as data and as text; it is written out once. */
function resultLine(id: string | number, { structuredContent, ...result }: ToolResult): string {
  const [first] = result.content;
  const output =
    structuredContent === undefined || first === undefined
      ? ''
      : `,"structuredContent":${first.text}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${JSON.stringify(result).slice(0, -1)}${output}}}\n`;
}

function idOf(line: Buffer): string | number | null {
  try {
    return (JSON.parse(line.toString()) as CallRequest).id;
  } catch {
    return null;
  }
}
