import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { refuse, type Refusal } from '../../kernel/refusal.ts';
import { isOwnUser } from '../disk/own-files.ts';
import { findWorkTree, isAroundBare, isInBareRepository, type WorkTree } from './repository.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * LOC-4: a repository of another user is refused (Forbidden) as git refuses it, unless the user's or the system's own git
 * settings name it in `safe.directory`. Git is asked only where the owner differs.
 */
export async function refusalOfForeign(
  { root, gitDir, commonDir }: WorkTree,
  environment: Environment,
): Promise<Refusal | undefined> {
  const parts = [root, join(root, '.git'), gitDir, commonDir];
  const foreign = parts.find((path) => !isOurs(path));
  if (foreign === undefined || (await isSafe(root, environment))) return undefined;
  return refuse(
    'Forbidden',
    `${foreign} belongs to another user, so coord reads and sends nothing there. If you trust this repository, say so by git's own setting safe.directory: git config --global --add safe.directory '${root}'`,
  );
}

function isOurs(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined || isOwnUser(stats.uid);
}

/** What the repository itself says does not count, so git is told of a repository that is not there. */
async function isSafe(root: string, environment: Environment): Promise<boolean> {
  const { gitRunner } = await import('./run.ts');
  const ask = gitRunner(environment, { timeoutMs: askWithinMs });
  const args = ['config', '--includes', '--type=path', '-z', '--get-all', 'safe.directory'];
  const nowhere = { GIT_DIR: '/dev/null/none' };
  const answer = await ask('/', args, { environment: nowhere });
  return answer.exitCode === 0 && isNamed(root, answer.stdout.split('\0').slice(0, -1));
}

const askWithinMs = 2_000;

/** An empty value takes back those before it. `*` stands for all, and at the end of a path for all that lies below. */
export function isNamed(root: string, values: readonly string[]): boolean {
  return values
    .slice(values.lastIndexOf('') + 1)
    .some(
      (value) =>
        value === '*' ||
        value.replace(/(?<=.)\/$/, '') === root ||
        (value.endsWith('/*') && root.startsWith(value.slice(0, -1))),
    );
}

/**
 * As `findWorkTree`, and only this user's own (LOC-4). The refusal says what to do outside a repository (NotFound), or in
 * that of another user (Forbidden). `environment` is what git finds the user's settings by.
 */
export async function requireWorkTree(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<WorkTree | Refusal> {
  const found = findWorkTree(folder);
  const foreign = found && (await refusalOfForeign(found, environment));
  if (foreign !== undefined) return foreign;
  if (found !== undefined && !isAroundBare(found)) return found;
  if (found !== undefined || isInBareRepository(folder))
    return refuse(
      'NotFound',
      `${folder} is in a bare repository, which has no files to work on. Make a work tree and change into it: git worktree add PATH`,
    );
  return refuse(
    'NotFound',
    `${folder} is not inside a Git repository. Change into one, or make one with: git init`,
  );
}
