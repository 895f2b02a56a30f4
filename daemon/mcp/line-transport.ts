import type { Duplex } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';

/** Why a line is not taken, and the request to which that is said; `null` where its id is unknown or must not be used. */
export interface Refused {
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

export interface LineStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** The length of a line with its newline. */
  readonly maxBytes: number;
}

const ends = ['end', 'close', 'error'] as const;

/**
 * MCP over a pair of streams, a message a line. The SDK has one of its own for stdio: it closes the connection at a line that is
 * too long, leaves a line that is no message without an answer, and takes an id twice (CON-3).
 */
export abstract class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** The ids of requests that are not answered yet. */
  protected readonly underWay = new Set<RequestId>();
  readonly #streams: LineStreams;
  readonly #read: (chunk: Buffer) => void;
  readonly #ended = () => this.inputEnded();

  constructor(streams: LineStreams) {
    this.#streams = streams;
    this.#read = lineReader((line) => this.#receive(line), {
      maxBytes: streams.maxBytes,
      onTooLong: () => this.refused(invalid(null, tooLong(streams.maxBytes))),
    });
  }

  async start(): Promise<void> {
    const { input } = this.#streams;
    input.on('data', this.#read);
    for (const end of ends) input.once(end, this.#ended);
  }

  /** Resolves when the message has left. */
  send(message: JSONRPCMessage | (Refused & { jsonrpc: '2.0' })): Promise<void> {
    // Before it is written: whoever reads the answer may use the id again at once.
    if (!('method' in message) && message.id !== undefined && message.id !== null)
      this.underWay.delete(message.id);
    return new Promise((resolve) => {
      this.#streams.output.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  }

  async close(): Promise<void> {
    const { input } = this.#streams;
    input.off('data', this.#read);
    for (const end of ends) input.off(end, this.#ended);
    input.pause();
    this.onclose?.();
  }

  protected abstract refused(refused: Refused): void;

  protected abstract inputEnded(): void;

  #receive(line: Buffer): void {
    const said = parse(line);
    if (said === undefined) return this.refused(parseError);
    const { success, data: message } = JSONRPCMessageSchema.safeParse(said);
    if (!success) return this.refused(invalid(this.#idIn(said), noMessage));
    if ('method' in message && 'id' in message) {
      const { id } = message;
      if (this.underWay.has(id))
        return this.refused(invalid(null, `the id ${shown(id)} is that of a call under way`));
      this.underWay.add(id);
    }
    this.onmessage?.(message);
  }

  /** Of a request with an id that can be sent back as it came: `1e400` and an object cannot. */
  #idIn(said: unknown): RequestId | null {
    const { method, id } = (said ?? {}) as { method?: unknown; id?: unknown };
    const canAnswer = typeof id === 'string' || Number.isSafeInteger(id);
    if (method === undefined || !canAnswer) return null;
    return this.underWay.has(id as RequestId) ? null : (id as RequestId);
  }
}

const parseError: Refused = {
  id: null,
  error: { code: ErrorCode.ParseError, message: 'Parse error' },
};
const noMessage = 'not a request or a notification of JSON-RPC 2.0';

/** The reason is the end of a sentence. */
function invalid(id: RequestId | null, reason: string): Refused {
  return { id, error: { code: ErrorCode.InvalidRequest, message: `Invalid Request: ${reason}.` } };
}

function tooLong(maxBytes: number): string {
  return `a message has at most ${maxBytes.toLocaleString('en-US')} bytes. This one was passed over`;
}

function shown(id: RequestId): string {
  return JSON.stringify(id).slice(0, 80);
}

/** Some clients write `null` where they have nothing to say; MCP has left it out, and the SDK takes it for no message. */
function parse(line: Buffer): unknown {
  try {
    const said = JSON.parse(line.toString()) as { params?: { _meta?: unknown } | null } | null;
    if (said?.params?._meta === null) delete said.params._meta;
    if (said?.params === null) delete said.params;
    return said;
  } catch {
    return undefined;
  }
}

const newline = 10;
const firstBytes = 4_096;
const nothing: Buffer = Buffer.alloc(0);

/**
 * Cuts a stream of bytes into lines, each with its newline at the end. A line over `maxBytes` is reported by `onTooLong` as
 * soon as it is known, and passed over; the next one is read again. At most twice `maxBytes` are kept.
 */
export function lineReader(
  onLine: (line: Buffer) => void,
  { maxBytes, onTooLong }: { maxBytes: number; onTooLong: () => void },
): (chunk: Buffer) => void {
  let kept = nothing;
  let length = 0;
  const keep = (piece: Buffer) => {
    if (length <= maxBytes && length + piece.length > maxBytes) {
      kept = nothing;
      onTooLong();
    }
    if (length + piece.length <= maxBytes) kept = appended(kept, length, piece);
    length += piece.length;
  };
  const finish = () => {
    if (length <= maxBytes) onLine(kept.subarray(0, length));
    [kept, length] = [nothing, 0];
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const isWhole = length === 0 && end + 1 - start <= maxBytes;
      if (isWhole) onLine(chunk.subarray(start, end + 1));
      else {
        keep(chunk.subarray(start, end + 1));
        finish();
      }
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  };
}

/** Room is made by doubling: a line that comes in single bytes is not copied for each of them. */
function appended(kept: Buffer, length: number, piece: Buffer): Buffer {
  let room = kept;
  if (length + piece.length > kept.length) {
    room = Buffer.allocUnsafe(Math.max(firstBytes, 2 * (length + piece.length)));
    kept.copy(room, 0, 0, length);
  }
  piece.copy(room, length);
  return room;
}

const { toolCallsUnderWay } = connectionLimits;

/** MCP between `coord mcp` and the daemon, over an upgraded connection. What is no message ends it: both sides are coord. */
export class SocketTransport extends LineTransport {
  #leaving = 0;

  /** `head`: what came with the upgrade. */
  constructor(
    private readonly socket: Duplex,
    { head, maxBytes }: { readonly head: Buffer; readonly maxBytes: number },
  ) {
    super({ input: socket, output: socket, maxBytes });
    if (head.length > 0) socket.unshift(head);
    this.onmessage = () => this.#readWhereThereIsRoom();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) return super.send(message);
    this.#leaving += 1;
    await super.send(message);
    this.#leaving -= 1;
    this.#readWhereThereIsRoom();
  }

  override async close(): Promise<void> {
    // One of an upgrade stays half open otherwise, and keeps the daemon's server from closing.
    this.socket.destroy();
    await super.close();
  }

  protected refused(): void {
    void this.close();
  }

  protected inputEnded(): void {
    void this.close();
  }

  /**
   * A call is under way until its answer has left; while there are too many, no more are read (CON-4), so a client that does
   * not read its answers fills its own memory and not ours.
   */
  #readWhereThereIsRoom(): void {
    const isFull = this.underWay.size + this.#leaving >= toolCallsUnderWay;
    if (isFull) this.socket.pause();
    else if (this.socket.isPaused()) this.socket.resume();
  }
}
