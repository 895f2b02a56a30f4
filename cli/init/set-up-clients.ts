import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { AgentClient } from '../../shared/clients/client.ts';
import { planFileChanges, type FileChanges, type FileChange } from './file-changes.ts';
import { clients, defaultClient } from '../../shared/clients/registry.ts';
import { clientsNamed } from './clients.ts';
import { commonFiles } from './installed-files.ts';
import { parseRecord, recordPath, type InitRecord } from './init-record.ts';
import { tryReadText } from '../../shared/node/disk/files.ts';
import { isOnSearchPath } from '../../shared/node/search-path.ts';
import { exists, putFile, removeFile, removeFolderIfEmpty } from './work-tree.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { describeTrouble, diskTroubleOf } from '../../shared/node/disk/disk-trouble.ts';
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
 * changed safely, and then no file is changed; Unavailable where the disk refuses one, and then what was written before is taken back.
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
  const failed = options.dryRun ? undefined : await carryOut(top, plan);
  if (failed !== undefined) return failed;
  return {
    work_tree: top,
    clients: plan.clients,
    undo: options.undo,
    dry_run: options.dryRun,
    files: plan.steps.map(({ path, action, lines }) => ({ path, action, lines })),
  };
}

async function chooseClients(
  top: string,
  { undo, searchPath }: InitOptions,
): Promise<readonly AgentClient[]> {
  if (undo) return (await wasSetUp(top)) ? clients : [];
  const found = await clientsFound(top, searchPath);
  return found.length > 0 ? found : [defaultClient];
}

/** INI-2: where init never wrote, undo reads no settings; what is left of a setup without both is undone by its client's name. */
async function wasSetUp(top: string): Promise<boolean> {
  const paths = [recordPath, ...commonFiles.map(({ path }) => path)];
  return (await Promise.all(paths.map((path) => exists(join(top, path))))).includes(true);
}

/** The clients that are in use in the repository, or whose programs lie on the search path. */
export async function clientsFound(top: string, searchPath: string): Promise<AgentClient[]> {
  const record = parseRecord(tryReadText(join(top, recordPath)));
  const found: AgentClient[] = [];
  for (const client of clients) {
    const inUse = await isInUse(top, client, isRefusal(record) ? undefined : record);
    if (inUse || (await isOnSearchPath(client.binary, searchPath))) found.push(client);
  }
  return found;
}

/** INI-13: what init wrote for another client, as its record says, is no sign of this one. */
async function isInUse(
  top: string,
  { name, folder }: AgentClient,
  record: InitRecord | undefined,
): Promise<boolean> {
  if (!(await exists(join(top, folder)))) return false;
  if (record === undefined || record.clients.includes(name)) return true;
  const inside = await readdir(join(top, folder)).catch(() => []);
  return (
    inside.length === 0 ||
    inside.some((entry) => record.files[posix.join(folder, entry)] === undefined)
  );
}

async function carryOut(top: string, plan: FileChanges): Promise<Refusal | undefined> {
  const steps = plan.steps.filter(({ action }) => action !== 'unchanged');
  for (const [index, step] of steps.entries()) {
    try {
      await bring(step.at, step);
    } catch (error) {
      const trouble = diskTroubleOf(error);
      if (trouble === undefined) throw error;
      const lost = await takeBack(top, { steps: steps.slice(0, index), missing: plan.missing });
      return cannotWrite(describeTrouble({ ...trouble, path: step.path }), lost);
    }
  }
  for (const folder of plan.folders.toReversed()) await removeFolderIfEmpty(join(top, folder));
  return undefined;
}

async function bring(at: string, { text, mode }: FileChange['before']): Promise<void> {
  if (text === undefined) await removeFile(at);
  else await putFile({ at, text, mode });
}

/** INI-3: a half of `coord init` is worth nothing. Answers the paths that could not be brought back. */
async function takeBack(
  top: string,
  { steps, missing }: Pick<FileChanges, 'steps' | 'missing'>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const { path, at, before } of steps.toReversed())
    await bring(at, before).catch(() => lost.push(path));
  for (const folder of missing.toReversed())
    await removeFolderIfEmpty(join(top, folder)).catch(() => lost.push(folder));
  return lost;
}

function cannotWrite(cause: string, lost: readonly string[]): Refusal {
  const outcome =
    lost.length === 0 ? 'Nothing was changed.' : `These stay changed: ${lost.join(', ')}.`;
  return refuse('Unavailable', `${outcome} ${cause} Then run it again.`);
}
