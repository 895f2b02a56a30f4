import * as assert from 'uvu/assert';
import type { Input, Person } from './person.ts';
import type { World } from './harness.ts';

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  /** The structured content. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Calls an MCP tool at the relay as an agent of this person. */
export async function callTool(
  world: World,
  person: Person,
  { tool, args }: { tool: string; args: Input },
): Promise<ToolAnswer> {
  const params = { name: tool, arguments: args };
  const answer = await person.send({
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-coord-workspace': world.workspace.slug,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  assert.is(answer.status, 200, answer.text);
  const { result } = answer.body as {
    result: {
      isError?: boolean;
      content: { text: string }[];
      structuredContent?: Record<string, unknown>;
    };
  };
  return {
    isError: result.isError === true,
    text: result.content[0]?.text ?? '',
    data: result.structuredContent ?? {},
  };
}

/** Calls a tool that must be done. */
export async function tool<T>(
  world: World,
  name: string,
  { tool: called, args }: { tool: string; args: Input },
): Promise<T> {
  const answer = await callTool(world, world.as(name), { tool: called, args });
  assert.not.ok(answer.isError, `${called}: ${answer.text}`);
  return answer.data as T;
}
