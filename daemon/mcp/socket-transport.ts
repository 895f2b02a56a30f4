import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Duplex } from 'node:stream';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { LineTransport } from './line-transport.ts';

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
