import { claudeCode } from './claude-code.ts';
import type { Client, SharedFile } from './client.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';

/** Every client that init can set up. A new one is a file of its own and a line here. */
export const clients: readonly Client[] = [
  claudeCode,
  codex,
  gemini,
  cursor,
  copilot,
  vscode,
  windsurf,
  opencode,
];

/** Set up where nothing shows which client is in use. */
export const defaultClient: Client = claudeCode;

/** The clients of these names, in the registry's order. Refused with the known names where one is unknown. */
export function clientsNamed(names: readonly string[]): Client[] | Refusal {
  const known = clients.map((client) => client.name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return clients.filter((client) => names.includes(client.name));
  const message = `There is no client named "${unknown}". Known clients: ${known.join(', ')}.`;
  return refuse('ValidationError', message, { field: 'client', known });
}

/** Clients can share a file: what each known client wants in the one at `path`. */
export function sharersOf(path: string): { client: Client; file: SharedFile }[] {
  return clients.flatMap((client) =>
    client.files.flatMap((file) =>
      file.kind !== 'text' && file.path === path ? [{ client, file }] : [],
    ),
  );
}
