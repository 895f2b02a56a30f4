import { LineTransport, type LineStreams, type Refused } from './line-transport.ts';

/** MCP over standard input and output. The end of the input closes nothing: calls under way are still answered (CON-2). */
export class StdioTransport extends LineTransport {
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
