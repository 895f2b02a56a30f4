import { join } from 'node:path';
import type { AgentClient } from '../../shared/clients/client.ts';
import { planFileChanges, type FileChanges, type FileChange } from './file-changes.ts';
import { clients, defaultClient } from '../../shared/clients/registry.ts';
import { clientsNamed } from './clients.ts';
import { isOnSearchPath } from '../../shared/node/search-path.ts';
import { exists, putFile, removeFile, removeFolderIfEmpty } from './work-tree.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';

export interface InitOptions {
  /** A folder in the work tree that is to be set up. */
  directory: string;
  /** As named by the user; empty to take those found (to undo: all). */
  clients: readonly string[];
  undo: boolean;
  /** Report the changes and make none. */
  dryRun: boolean;
  /** In the form of the variable PATH: where clients' programs are looked for. */
  searchPath: string;
}

export interface InitReport {
  work_tree: string;
  clients: string[];
  undo: boolean;
  dry_run: boolean;
  /** `lines` is a short list of what comes (`+`) and goes (`-`). */
  files: Pick<FileChange, 'path' | 'action' | 'lines'>[];
}

/**
 * Writes (or takes out again) the hooks and MCP entries of agent clients, and nothing else. Refusals: ValidationError
 * for a client that is not known, which is wrong usage; Conflict outside a repository and for a file that cannot be
 * changed safely, and then no file is changed.
 */
export async function setUpClients(options: InitOptions): Promise<InitReport | Refusal> {
  const named = clientsNamed(options.clients);
  if (isRefusal(named)) return named;
  const top = findWorkTree(options.directory)?.root;
  if (top === undefined)
    return refuse('Conflict', `${options.directory} is not inside a Git repository.`);
  const chosen = named.length > 0 ? named : await chooseClients(top, options);
  const plan = await planFileChanges(top, { clients: chosen, undo: options.undo });
  if (isRefusal(plan)) return plan;
  if (!options.dryRun) await carryOut(top, plan);
  return {
    work_tree: top,
    clients: chosen.map((client) => client.name),
    undo: options.undo,
    dry_run: options.dryRun,
    files: plan.steps.map(({ path, action, lines }) => ({ path, action, lines })),
  };
}

async function chooseClients(
  top: string,
  { undo, searchPath }: InitOptions,
): Promise<readonly AgentClient[]> {
  if (undo) return clients;
  const found = await clientsFound(top, searchPath);
  return found.length > 0 ? found : [defaultClient];
}

/** The clients that are in use in the repository, or whose programs lie on the search path. */
export async function clientsFound(top: string, searchPath: string): Promise<AgentClient[]> {
  const found: AgentClient[] = [];
  for (const client of clients) {
    const inUse = await exists(join(top, client.folder));
    if (inUse || (await isOnSearchPath(client.binary, searchPath))) found.push(client);
  }
  return found;
}

async function carryOut(top: string, { steps, folders }: FileChanges): Promise<void> {
  for (const { action, at, text, mode } of steps) {
    if (action === 'unchanged') continue;
    if (text === undefined) await removeFile(at);
    else await putFile({ at, text, mode });
  }
  for (const folder of folders.toReversed()) await removeFolderIfEmpty(join(top, folder));
}
