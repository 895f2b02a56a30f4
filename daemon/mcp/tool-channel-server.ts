import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ToolHost } from '../../shared/api/tools.ts';
import { limits } from '../../shared/contract/fields.ts';
import { textOfHeader } from '../../shared/node/http/encoded-header.ts';
import { answersOf, mcpServerFactory } from '../../shared/node/mcp/server.ts';
import { usableId } from '../hooks/usable-ids.ts';
import { version } from '../../shared/version.ts';
import { SocketTransport } from './line-transport.ts';
import { toolChannel } from './tool-channel-protocol.ts';

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

/** `coord mcp` writes a client's line again, and a number such as 1e20 then takes five times the room. */
const maxBytes = 6 * limits.bodyBytes;

/** Where Claude Code and Codex tell it, in the `_meta` of a call. */
const toolUseIdFields = ['claudecode/toolUseId', 'callId'];

const createServer = mcpServerFactory(version);

/** Whether an upgrade request asks for the tool channel. Its key is the caller's to check. */
export function isToolChannel(request: IncomingMessage): boolean {
  return request.url === toolChannel.path && request.headers.upgrade === toolChannel.protocol;
}

/** Answers the tool calls of one `coord mcp` until either side closes. */
export function acceptToolChannel(request: IncomingMessage, options: ChannelOptions): void {
  const { socket, head, onError } = options;
  const calls = options.accept(clientOf(request));
  const server = createServer(answersOf((meta) => calls.hostFor(toolUseIdIn(meta)), onError));
  server.onclose = () => void calls.closed().catch(onError);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${toolChannel.protocol}\r\n\r\n`,
  );
  server.connect(new SocketTransport(socket, { head, maxBytes })).catch(onError);
}

function clientOf({ headers }: IncomingMessage): ChannelClient {
  const connectionId = textOfHeader(headers[toolChannel.connectionHeader]);
  const conversation = textOfHeader(headers[toolChannel.conversationHeader]);
  return {
    conversationId: conversation && usableId(conversation),
    connectionId: connectionId && /^[0-9a-z]{16,40}$/.test(connectionId) ? connectionId : undefined,
    clientName: textOfHeader(headers[toolChannel.clientHeader]),
    directory: textOfHeader(headers[toolChannel.directoryHeader]),
  };
}

function toolUseIdIn(meta: unknown): string | undefined {
  const fields = meta as Record<string, unknown> | null | undefined;
  const ids = toolUseIdFields.map((field) => fields?.[field]);
  const id = ids.find((one) => typeof one === 'string');
  return id === undefined ? undefined : usableId(id);
}
