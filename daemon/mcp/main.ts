import { mcpServerFactory } from '../../shared/node/mcp-server.ts';
import { ToolForwarder, type ForwarderOptions } from './tool-forwarder.ts';
import { StdioTransport } from './stdio-transport.ts';

export interface McpOptions extends Omit<ForwarderOptions, 'write'> {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly version: string;
}

/**
 * `coord mcp`: MCP over stdio in front of the daemon, until the client closes the input. It starts without a daemon
 * too; tool calls then answer how to start one.
 */
export async function runMcp(options: McpOptions): Promise<void> {
  const write = (lines: Buffer | string) => void options.output.write(lines);
  const forwarder = new ToolForwarder({ ...options, write });
  const server = mcpServerFactory(options.version)();
  const closed = new Promise<void>((resolve) => (server.onclose = resolve));
  const onToolCall = forwarder.forward.bind(forwarder);
  await server.connect(new StdioTransport({ input: options.input, write, onToolCall }));
  await Promise.all([forwarder.warmUp(), closed]);
  await forwarder.settled();
  forwarder.close();
}
