import { request as httpRequest, type ClientRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { toolChannel } from './tool-channel-protocol.ts';
import { failure } from '../../shared/api/tools.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { randomText } from '../../shared/node/random-ids.ts';
import { errorLine, invalidRequest, type CallId, type CallKind } from './json-rpc.ts';
import { lineReader } from './line-reader.ts';

/** Where a running daemon answers, and the token that opens it. */
export interface DaemonAddress {
  readonly socket: string;
  readonly token: string;
}

export interface ForwarderOptions {
  /** Looked up again for every connection, so that a daemon that was restarted is found. */
  findDaemon(): Promise<DaemonAddress | Refusal>;
  readonly conversationId: string | undefined;
  /** The folder that the client works in, absolute. */
  readonly directory?: string | undefined;
  /** Takes whole lines to the client. */
  write(lines: Buffer | string): void;
}

const connectTimeoutMs = 5_000;
const maxAnswerBytes = 64 * 1_048_576;

const lost = refuse(
  'Unavailable',
  'The daemon stopped while it worked on this call. Call again; if that fails, start it with: coord daemon',
);

const stopped = refuse(
  'Unavailable',
  'coord mcp ended before this call was answered; whether it was done is not known.',
);
const { toolCallsUnderWay } = connectionLimits;

/** CON-4: what a client reads that sends more calls than are taken at once. */
export const tooManyCalls = refuse(
  'RateLimited',
  `${toolCallsUnderWay} calls of this client are under way. This one was not done: call again in a second, when some are answered.`,
  { retry_after: 1 },
);

/**
 * Carries tool calls to the daemon and its answers back as they are. One connection serves all calls; it is opened again
 * by the next call when the daemon was restarted. Every call is answered, also when there is no daemon.
 */
export class ToolForwarder {
  readonly #options: ForwarderOptions;
  readonly #pending = new Map<CallId, CallKind>();
  #channel: Duplex | undefined;
  #opening: Promise<Duplex | Refusal> | undefined;
  #request: ClientRequest | undefined;
  #onIdle: (() => void) | undefined;
  #clientName: string | undefined;
  readonly #connectionId = randomText(20);

  constructor(options: ForwarderOptions) {
    this.#options = options;
  }

  /** `line` is a whole request with its newline. An id is used once at a time, as MCP says (CON-3). */
  forward(id: CallId, line: Buffer, kind: CallKind): void {
    if (this.#pending.has(id)) {
      return this.#options.write(invalidRequest(`the id ${shown(id)} is that of a call under way`));
    }
    if (this.#pending.size >= toolCallsUnderWay) return this.#write(id, kind, tooManyCalls);
    this.#pending.set(id, kind);
    if (this.#channel === undefined) void this.#openAndSend(id, line);
    else this.#channel.write(line);
  }

  /** Opens the connection ahead of the first call, when the client has said who it is. */
  async warmUp(clientName: string | undefined): Promise<void> {
    this.#clientName = clientName;
    if (this.#channel === undefined) await this.#open();
  }

  /** Resolves when every call is answered. */
  async settled(): Promise<void> {
    if (this.#pending.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  /** Answers what is still under way, and leaves nothing open. */
  close(): void {
    for (const id of this.#pending.keys()) this.#fail(id, stopped);
    this.#channel?.destroy();
    this.#request?.destroy();
  }

  async #openAndSend(id: CallId, line: Buffer): Promise<void> {
    const channel = await this.#open();
    if (isRefusal(channel)) this.#fail(id, channel);
    else channel.write(line);
  }

  #open(): Promise<Duplex | Refusal> {
    this.#opening ??= this.#connect().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #connect(): Promise<Duplex | Refusal> {
    const address = await this.#options.findDaemon();
    if (isRefusal(address)) return address;
    this.#request = channelRequest(address, this.#headers());
    const opened = await openChannel(this.#request);
    if (isRefusal(opened)) return opened;
    const { socket, head } = opened;
    const read = lineReader((line) => this.#deliver(line), {
      maxBytes: maxAnswerBytes,
      onTooLong: () => socket.destroy(),
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#lose());
    if (head.length > 0) read(head);
    socket.on('data', read);
    this.#channel = socket;
    return socket;
  }

  #headers(): Record<string, string> {
    const { conversationId = '', directory = '' } = this.#options;
    return {
      [toolChannel.conversationHeader]: encodeURIComponent(conversationId),
      [toolChannel.connectionHeader]: this.#connectionId,
      [toolChannel.clientHeader]: encodeURIComponent((this.#clientName ?? '').toWellFormed()),
      [toolChannel.directoryHeader]: encodeURIComponent(directory.toWellFormed()),
    };
  }

  #deliver(line: Buffer): void {
    this.#options.write(line);
    this.#done(idOf(line));
  }

  #lose(): void {
    this.#channel = undefined;
    for (const id of this.#pending.keys()) this.#fail(id, lost);
  }

  #fail(id: CallId, refusal: Refusal): void {
    this.#write(id, this.#pending.get(id) ?? 'tool', refusal);
    this.#done(id);
  }

  /** An agent reads what a tool failed with; a person reads why there is no prompt. */
  #write(id: CallId, kind: CallKind, refusal: Refusal): void {
    const line =
      kind === 'tool'
        ? `${JSON.stringify({ jsonrpc: '2.0', id, result: failure(refusal) })}\n`
        : errorLine(id, { code: -32603, message: refusal.message });
    this.#options.write(line);
  }

  #done(id: CallId): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#onIdle?.();
  }
}

/** The id of a response; the daemon writes it near the front, so the rest need not be read. */
function idOf(line: Buffer): CallId {
  const head = idAtFront.exec(line.toString('latin1', 0, 64))?.[1];
  const { id } = JSON.parse(head === undefined ? line.toString() : `{"id":${head}}`) as {
    id: CallId;
  };
  return id;
}

const idAtFront = /^\{"jsonrpc":"2\.0","id":(\d+|"[\w-]*"),/;

function shown(id: CallId): string {
  return JSON.stringify(id).slice(0, 80);
}

function channelRequest(
  { socket: socketPath, token }: DaemonAddress,
  headers: Record<string, string>,
): ClientRequest {
  return httpRequest({
    socketPath,
    path: toolChannel.path,
    headers: {
      host: 'localhost',
      authorization: `Bearer ${token}`,
      connection: 'Upgrade',
      upgrade: toolChannel.protocol,
      ...headers,
    },
    timeout: connectTimeoutMs,
  });
}

function openChannel(request: ClientRequest): Promise<{ socket: Duplex; head: Buffer } | Refusal> {
  return new Promise((resolve) => {
    request.on('upgrade', (_response, socket, head) => {
      socket.setTimeout(0);
      resolve({ socket, head });
    });
    request.on('response', (response) => {
      response.resume();
      resolve(rejected(response.statusCode ?? 0));
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', () => resolve(notRunning));
    request.end();
  });
}

const notRunning = refuse(
  'Unavailable',
  'The coord daemon does not answer. Start it in the repository with: coord daemon',
);

function rejected(status: number): Refusal {
  return refuse(
    'Unavailable',
    `The coord daemon turned the connection down (status ${status}). It may be of another version: restart it with: coord daemon`,
  );
}
