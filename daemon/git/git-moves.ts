import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tryReadText } from '../../shared/node/files.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';

/**
 * What git is doing in a work tree: `busy` for a moment, `merging` until somebody finishes or gives up, or what it has done with
 * HEAD since a moment: nothing (`still`), commits only (`committed`), which are of edits made here, or anything else (`moved`).
 */
export type GitActivity = 'busy' | 'merging' | 'still' | 'committed' | 'moved';

/** A lock that is older was left by a git that died. */
const lockForMs = 60_000;
/** A watcher tells of a change a moment after it, and git notes whole seconds. */
const slackMs = 1_000;
const maxEntries = 50;
const maxLogBytes = 16 * 1_048_576;
const inHalf = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];
/** A revert is an edit that is committed at once. */
const plainCommit = /^(?:commit(?: \((?:amend|initial)\))?|revert):/;

/** Reads git's files itself, as they are at this moment. Without a reflog HEAD looks still. */
export function gitActivity({ gitDir }: WorkTree, sinceMs: number, nowMs: number): GitActivity {
  const lockedAtMs = statSync(join(gitDir, 'index.lock'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (nowMs - lockedAtMs < lockForMs) return 'busy';
  if (inHalf.some((name) => existsSync(join(gitDir, name)))) return 'merging';
  const moves = movesSince(gitDir, sinceMs - slackMs);
  if (moves.length === 0) return 'still';
  return moves.every((message) => plainCommit.test(message)) ? 'committed' : 'moved';
}

/** The messages of the newest entries of HEAD's reflog. */
function movesSince(gitDir: string, sinceMs: number): string[] {
  const file = join(gitDir, 'logs', 'HEAD');
  const changedAtMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // Mostly HEAD stays where it is, and then the log need not be read.
  if (changedAtMs < sinceMs) return [];
  const entries = (tryReadText(file, maxLogBytes) ?? '').trimEnd().split('\n').slice(-maxEntries);
  return entries.flatMap((entry) => {
    const [, from, to, seconds, message] =
      /^(\w+) (\w+) .*> (\d+) [+-]\d{4}\t(.*)$/.exec(entry) ?? [];
    // `git reset --hard` without another commit is noted too.
    return from !== to && (Number(seconds) + 1) * 1_000 > sinceMs ? [message ?? ''] : [];
  });
}
