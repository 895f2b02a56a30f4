import { readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { WorkTree } from '../../../shared/node/git/repository.ts';

const freshFetchMs = 5 * 60_000;

/** RAD-4: what a round has not seen because the last fetch was long ago. */
export function oldFetch(home: WorkTree, nowMs: number): string[] {
  const atMs = lastFetchMs(home);
  const agoMs = atMs === undefined ? 0 : nowMs - atMs;
  return agoMs < freshFetchMs ? [] : [`what was pushed since the last fetch, ${ago(agoMs)}`];
}

function ago(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours === 0) return `${Math.floor(ms / 60_000)} minutes ago`;
  if (hours >= 48) return `${Math.floor(hours / 24)} days ago`;
  return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
}

/**
 * When a fetch last told of a remote: each work tree keeps its own `FETCH_HEAD`. Without any it was the clone, which wrote the
 * remote's `HEAD`. Undefined where there was neither, and after a fetch that failed: that empties the file.
 */
function lastFetchMs({ commonDir }: WorkTree): number | undefined {
  const fetched = [
    '.',
    ...namesIn(join(commonDir, 'worktrees')).map((name) => `worktrees/${name}`),
  ];
  const cloned = namesIn(join(commonDir, 'refs', 'remotes'));
  const files = [
    ...fetched.map((folder) => join(commonDir, folder, 'FETCH_HEAD')),
    ...cloned.map((remote) => join(commonDir, 'refs', 'remotes', remote, 'HEAD')),
  ];
  const stats = files.flatMap((path) => statsOf(path) ?? []);
  const last = stats.toSorted((one, other) => other.mtimeMs - one.mtimeMs)[0];
  return last === undefined || last.size === 0 ? undefined : last.mtimeMs;
}

/** Undefined for what cannot be read: below `refs/remotes` there may be files, and a round goes on without this note. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
