import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../shared/contract/fields.ts';
import { mcpServerFactory } from '../../shared/node/mcp/server.ts';
import { type ForwarderOptions, ToolForwarder } from './tool-forwarder.ts';
import { type LineStreams, LineTransport, type Refused } from './line-transport.ts';

interface McpOptions extends Omit<ForwarderOptions, 'clientName'> {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** How long calls that are under way when the input ends may take to be answered. */
  readonly graceMs?: number;
}

const defaultGraceMs = 5_000;

/**
 * `coord mcp`: MCP over stdio in front of the daemon, until the client closes the input (CON-2). It starts without a daemon
 * too; tool calls then answer how to start one.
 */
export async function runMcp(options: McpOptions): Promise<void> {
  const { input, output, version, graceMs = defaultGraceMs } = options;
  const clientName = () => server.getClientVersion()?.name;
  const forwarder = new ToolForwarder({ ...options, clientName });
  const server = mcpServerFactory(version)(forwarder);
  server.oninitialized = () => void forwarder.warmUp();
  const transport = new StdioTransport({ input, output, maxBytes: limits.bodyBytes });
  await server.connect(transport);
  await transport.ended;
  await Promise.race([transport.settled(), sleep(graceMs, undefined, { ref: false })]);
  forwarder.close();
  await transport.settled();
  await server.close();
}

/** MCP over standard input and output. The end of the input closes nothing: calls under way are still answered (CON-2). */
class StdioTransport extends LineTransport {
  /** Resolves when nothing more comes from the client. */
  readonly ended: Promise<void>;
  #onEnd: (() => void) | undefined;
  #onIdle: (() => void) | undefined;

  constructor(streams: LineStreams) {
    super(streams);
    this.ended = new Promise((resolve) => (this.#onEnd = resolve));
  }

  /** Resolves when every request is answered. */
  async settled(): Promise<void> {
    if (this.underWay.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  override async send(message: Parameters<LineTransport['send']>[0]): Promise<void> {
    const sent = super.send(message);
    if (this.underWay.size === 0) this.#onIdle?.();
    await sent;
  }

  /** CON-3: it is said, and the next line is read. A batch is no message of MCP since its revision 2025-06-18. */
  protected refused(refused: Refused): void {
    void this.send({ jsonrpc: '2.0', ...refused });
  }

  protected inputEnded(): void {
    this.#onEnd?.();
  }
}
