import { existsSync, readdirSync, statSync } from 'node:fs';
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
 * When a fetch last told of a remote: each work tree keeps its own `FETCH_HEAD`, which is empty after one that failed. Without any
 * it was the clone, which wrote the remote's `HEAD`. Undefined where there was neither.
 */
function lastFetchMs({ commonDir }: WorkTree): number | undefined {
  const fetched = [
    '.',
    ...namesIn(join(commonDir, 'worktrees')).map((name) => `worktrees/${name}`),
  ];
  const cloned = namesIn(join(commonDir, 'refs', 'remotes'));
  const timesOf = (folders: readonly string[], file: string): number[] =>
    folders.flatMap((folder) => {
      const stats = statSync(join(commonDir, folder, file), { throwIfNoEntry: false });
      return stats === undefined || stats.size === 0 ? [] : [stats.mtimeMs];
    });
  const times = [
    ...timesOf(fetched, 'FETCH_HEAD'),
    ...timesOf(
      cloned.map((remote) => `refs/remotes/${remote}`),
      'HEAD',
    ),
  ];
  return times.length === 0 ? undefined : Math.max(...times);
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
