import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { limits } from '../../shared/contract/fields.ts';
import type { CallId } from './tool-forwarder.ts';
import { lineReader } from './line-reader.ts';

export interface StdioOptions {
  readonly input: NodeJS.ReadableStream;
  /** Takes whole lines to the client. */
  write(lines: string): void;
  /** Takes a tool call, as a line, and sees to its answer. */
  onToolCall(id: CallId, line: Buffer): void;
}

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

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#read = lineReader((line) => this.#receive(line), {
      maxBytes: limits.bodyBytes,
      onTooLong: () => void this.close(),
    });
  }

  async start(): Promise<void> {
    this.#options.input.on('data', this.#read);
    this.#options.input.once('end', () => void this.close());
    this.#options.input.once('error', () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#options.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#options.input.off('data', this.#read);
    this.#options.input.pause();
    this.onclose?.();
  }

  #receive(line: Buffer): void {
    const message = parse(line);
    if (message === undefined) return this.#refuse(-32700, 'Parse error');
    if (isToolCall(message)) return this.#options.onToolCall(message.id, line);
    const parsed = JSONRPCMessageSchema.safeParse(message);
    if (parsed.success) this.onmessage?.(parsed.data);
    else this.#refuse(-32600, 'Invalid Request');
  }

  #refuse(code: number, message: string): void {
    this.#options.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`,
    );
  }
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

function isToolCall(message: unknown): message is { id: CallId } {
  if (typeof message !== 'object' || message === null) return false;
  const { method, id } = message as Record<string, unknown>;
  return method === 'tools/call' && (typeof id === 'string' || typeof id === 'number');
}
