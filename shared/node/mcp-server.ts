import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { getPrompt, prompts } from '../api/prompts.ts';
import { callTool, listTools, type Tool, type ToolHost } from '../api/tools.ts';
import { asText, shownId } from '../kernel/display.ts';
import { isRefusal } from '../kernel/refusal.ts';

/** Makes an MCP server; without a host, where the transport answers tool calls by itself. */
export type McpServerFactory = (host?: ToolHost) => Server;

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
 * The SDK's server with coord's tools, for the relay over HTTP and for the daemon over stdio; the caller connects it to a
 * transport. The servers of one factory share the list of tools, which takes milliseconds to compute. The low-level class
 * is used because the schemas are JSON schemas already.
 */
export function mcpServerFactory(version: string): McpServerFactory {
  let tools: Tool[] | undefined;
  const listed = () => (tools ??= listTools());
  return (host) => createMcpServer({ version, listed, host });
}

interface ServerParts {
  readonly version: string;
  readonly listed: () => Tool[];
  readonly host: ToolHost | undefined;
}

function createMcpServer({ version, listed, host }: ServerParts): Server {
  const server = new Server(
    { name: 'coord', version },
    { capabilities: { tools: {}, prompts: {} }, instructions, jsonSchemaValidator: noValidator },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed() }));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...prompts] }));
  if (host !== undefined) {
    server.setRequestHandler(toolCall, async ({ params }) => {
      const result = await callTool(params.name, params.arguments, host);
      if (result === undefined) throw unknownTool(params.name);
      return { ...result };
    });
    server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => {
      const result = await getPrompt(params.name, params.arguments, host);
      if (result === undefined) throw unknownPrompt(params.name);
      if (isRefusal(result)) throw new McpError(ErrorCode.InvalidParams, asText(result.message));
      return { ...result };
    });
  }
  return server;
}

function unknownPrompt(name: string): McpError {
  return new McpError(ErrorCode.InvalidParams, `There is no prompt named ${shownId(name)}.`);
}

function unknownTool(name: string): McpError {
  return new McpError(ErrorCode.InvalidParams, `There is no tool named ${shownId(name)}.`);
}
