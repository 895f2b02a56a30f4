import { setTimeout as sleep } from 'node:timers/promises';
import { mcpServerFactory } from '../../shared/node/mcp-server.ts';
import { ToolForwarder, type ForwarderOptions } from './tool-forwarder.ts';
import { StdioTransport } from './stdio-transport.ts';

export interface McpOptions extends Omit<ForwarderOptions, 'write'> {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly version: string;
  /** How long calls that are under way when the input ends may take to be answered. */
  readonly graceMs?: number;
}

const defaultGraceMs = 5_000;

/**
 * `coord mcp`: MCP over stdio in front of the daemon, until the client closes the input (CON-2). It starts without a daemon
 * too; tool calls then answer how to start one.
 */
export async function runMcp(options: McpOptions): Promise<void> {
  const write = (lines: Buffer | string) => void options.output.write(lines);
  const forwarder = new ToolForwarder({ ...options, write });
  const server = mcpServerFactory(options.version)();
  const closed = new Promise<void>((resolve) => (server.onclose = resolve));
  const onCall = forwarder.forward.bind(forwarder);
  let warm = Promise.resolve();
  const onClient = (name: string | undefined) => void (warm = forwarder.warmUp(name));
  await server.connect(new StdioTransport({ input: options.input, write, onCall, onClient }));
  await closed;
  const settled = Promise.all([warm, forwarder.settled()]);
  await Promise.race([
    settled,
    sleep(options.graceMs ?? defaultGraceMs, undefined, { ref: false }),
  ]);
  forwarder.close();
}
