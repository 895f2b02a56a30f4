import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../shared/contract/fields.ts';
import { mcpServerFactory } from '../../shared/node/mcp-server.ts';
import { StdioTransport } from './stdio-transport.ts';
import { ToolForwarder, type ForwarderOptions } from './tool-forwarder.ts';

export interface McpOptions extends Omit<ForwarderOptions, 'clientName'> {
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
