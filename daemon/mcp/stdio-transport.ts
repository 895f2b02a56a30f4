import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { limits } from '../../shared/contract/fields.ts';
import { errorLine, invalidRequest, type CallId, type CallKind } from './json-rpc.ts';
import { lineReader } from './line-reader.ts';

export interface StdioOptions {
  readonly input: NodeJS.ReadableStream;
  /** Takes whole lines to the client. */
  write(lines: string): void;
  /** Takes a call that the daemon answers, of a tool or for a prompt, as a line, and sees to its answer. */
  onCall(id: CallId, line: Buffer, kind: CallKind): void;
  /** The client has introduced itself, by its name if it gives one. */
  onClient(name: string | undefined): void;
}

const ends = ['end', 'close', 'error'] as const;

/**
 * MCP over standard input and output. Tool calls leave it before the SDK sees them: the SDK's checks of one call cost as
 * much as the whole round trip to the daemon, which checks the call itself.
 */
export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #options: StdioOptions;
  readonly #read: (chunk: Buffer) => void;
  readonly #close = () => void this.close();

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#read = lineReader((line) => this.#receive(line), {
      maxBytes: limits.bodyBytes,
      onTooLong: () => options.write(tooLong),
    });
  }

  async start(): Promise<void> {
    const { input } = this.#options;
    input.on('data', this.#read);
    for (const end of ends) input.once(end, this.#close);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#options.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    const { input } = this.#options;
    input.off('data', this.#read);
    input.pause();
    this.onclose?.();
  }

  /** CON-3. A batch is no message of MCP since its revision 2025-06-18. */
  #receive(line: Buffer): void {
    const message = parse(line);
    if (message === undefined) return this.#options.write(parseError);
    const kind = kindOfCall(message);
    if (kind !== undefined) {
      const { id } = message as { id: CallId };
      return this.#options.onCall(id, line, kind);
    }
    if (isMethod(message, 'initialize')) this.#options.onClient(clientNameIn(message));
    const parsed = JSONRPCMessageSchema.safeParse(message);
    if (parsed.success) this.onmessage?.(parsed.data);
    else this.#options.write(invalidRequest('not a request or a notification of JSON-RPC 2.0'));
  }
}

const parseError = errorLine(null, { code: -32700, message: 'Parse error' });
const tooLong = invalidRequest(
  `a message has at most ${limits.bodyBytes.toLocaleString('en-US')} bytes. This one was passed over`,
);

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

function isMethod(message: unknown, method: string): message is { params?: unknown } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    message.method === method
  );
}

const maxClientName = 200;

function clientNameIn({ params }: { params?: unknown }): string | undefined {
  const { clientInfo } = (params ?? {}) as { clientInfo?: { name?: unknown } | null };
  const name = clientInfo?.name;
  return typeof name === 'string' ? name.slice(0, maxClientName) : undefined;
}

/** Of a request with an id that can be sent back as it came: `1e400` and an object cannot. */
function kindOfCall(message: unknown): CallKind | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { jsonrpc, method, id } = message as Record<string, unknown>;
  const canAnswer = typeof id === 'string' || Number.isSafeInteger(id);
  if (jsonrpc !== '2.0' || !canAnswer) return undefined;
  if (method === 'tools/call') return 'tool';
  return method === 'prompts/get' ? 'prompt' : undefined;
}
