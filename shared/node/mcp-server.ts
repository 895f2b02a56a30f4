import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { callTool, listTools, type ToolHost } from '../api/tools.ts';

export interface McpServerOptions {
  readonly version: string;
  /** Undefined where the transport answers tool calls by itself. */
  readonly host?: ToolHost;
}

/** Wrong arguments are answered by the tool, in words that an agent can use. */
const toolCall = z.object({
  method: z.literal('tools/call'),
  params: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
});

const instructions =
  'coord keeps the agents that share this repository from overwriting each other. Call sync before you start a task ' +
  'and when a write was denied.';

/** Elicitation is the only use of a validator, and coord asks nothing; making the default one takes milliseconds. */
const noValidator = {
  getValidator(): never {
    throw new Error('coord validates no JSON schema of a client');
  },
};

/**
 * The SDK's server with coord's tools; the caller connects it to a transport. It lies in shared because the relay serves it
 * over HTTP and the daemon over stdio, and it does no I/O. The low-level class is used because the schemas are JSON
 * schemas already.
 */
export function createMcpServer({ version, host }: McpServerOptions): Server {
  const server = new Server(
    { name: 'coord', version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: noValidator },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...listTools()] }));
  if (host !== undefined) {
    server.setRequestHandler(toolCall, async ({ params }) => {
      const result = await callTool(params.name, params.arguments, host);
      if (result === undefined) throw unknownTool(params.name);
      return { ...result };
    });
  }
  return server;
}

function unknownTool(name: string): McpError {
  return new McpError(ErrorCode.InvalidParams, `There is no tool named ${name}.`);
}
