import type { ClientAdapter } from './adapter.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';

const adapters: ReadonlyMap<string, ClientAdapter> = new Map(
  [claudeCode, codex, gemini, cursor, copilot, vscode, windsurf, opencode].map((adapter) => [
    adapter.name,
    adapter,
  ]),
);

/** The adapter behind `/hooks/:client`. */
export function adapterOf(client: string): ClientAdapter | undefined {
  return adapters.get(client);
}

export const clientNames: readonly string[] = [...adapters.keys()];
