import { claudeCode } from './claude-code/client.ts';
import type { AgentClient } from './client.ts';
import { cline } from './cline/client.ts';
import { codex } from './codex/client.ts';
import { copilot } from './copilot/client.ts';
import { cursor } from './cursor/client.ts';
import { gemini } from './gemini/client.ts';
import { opencode } from './opencode/client.ts';
import { vscode } from './vscode/client.ts';
import { windsurf } from './windsurf/client.ts';

/**
 * Every client that coord knows. A new one is a folder here and its line in this list. The order is that of the command line,
 * and an editor that is made from VS Code, and has its name in its own, stands before it.
 */
export const clients: readonly AgentClient[] = [
  claudeCode,
  codex,
  gemini,
  cursor,
  copilot,
  vscode,
  windsurf,
  opencode,
  cline,
];

/** Set up where nothing shows which client is in use. */
export const defaultClient: AgentClient = claudeCode;

export const clientNames: readonly string[] = clients.map(({ name }) => name);

const byName: ReadonlyMap<string, AgentClient> = new Map(
  clients.map((client) => [client.name, client]),
);

/** Undefined for a name that no client has. */
export function clientNamed(name: string): AgentClient | undefined {
  return byName.get(name);
}

/** What is answered to hooks under a name that no client has; `name` is shown as it is. */
export function unknownClientMessage(name: string): string {
  return `coord knows no client ${name}. It knows: ${clientNames.join(', ')}.`;
}

/**
 * Which client an agent's hooks and its MCP server come from. `initialize` of MCP has a name that the client chooses, and
 * hooks come under the name of one here; the same kind means the same client. Undefined for a client that has no hooks for coord.
 */
export function clientKind(name: string | undefined): string | undefined {
  const lower = (name ?? '').slice(0, 200).toLowerCase();
  return clients.find(({ mcpName }) => mcpName?.test(lower))?.name;
}
