import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asExact } from '../../shared/kernel/display.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { findWorkTree } from '../../shared/node/git/repository.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { nearest, nearestHint } from './nearest.ts';

/** Whose repository the paths are of; another relay or workspace than that of the folder may be about another one. */
export interface FilePlace {
  readonly relay?: string;
  readonly workspace?: string;
}

/**
 * CMD-3: refuses (NotFound) the first path that neither the work tree nor Git has, with the nearest that there are. `paths`
 * are as the repository names them; `otherwise` says how they are taken all the same. Nothing is refused outside a
 * repository, in one that has no files yet, and for another relay or workspace.
 */
export async function refuseUnknownFile(
  { terminal, options }: { readonly terminal: Terminal; readonly options: FilePlace },
  paths: readonly string[],
  otherwise: string,
): Promise<Refusal | undefined> {
  const workTree = findWorkTree(terminal.directory);
  if (workTree === undefined || options.relay !== undefined || options.workspace !== undefined)
    return undefined;
  const { root } = workTree;
  const missing = paths.filter((path) => !existsSync(join(root, path)));
  if (missing.length === 0) return undefined;
  const known = await filesOfGit(terminal, root);
  const unknown = missing.find((path) => !known.has(path));
  if (unknown === undefined || known.size === 0) return undefined;
  const hint = nearestHint(nearest(unknown, known).map((path) => asExact(path)));
  const text = `${asExact(unknown)} is neither in the work tree nor in Git.${hint}`;
  return refuse('NotFound', otherwise === '' ? text : `${text} ${otherwise}`);
}

/** Tracked files, those of the last commit, and new ones that are not ignored. */
async function filesOfGit(terminal: Terminal, root: string): Promise<ReadonlySet<string>> {
  const git = gitRunner(terminal.environment);
  const [listed, committed] = await Promise.all([
    git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']),
    git(root, ['ls-tree', '-r', '-z', '--name-only', 'HEAD']),
  ]);
  const names = [listed, committed].flatMap(({ stdout }) => stdout.split('\0'));
  return new Set(names.filter((name) => name !== ''));
}
