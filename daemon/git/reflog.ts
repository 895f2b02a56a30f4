import { statSync } from 'node:fs';
import { join } from 'node:path';
import { tryReadText } from '../../shared/node/disk/files.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';

/** One entry of HEAD's reflog by which another commit was checked out. */
export interface HeadMove {
  /** The id of the commit that was checked out before; zeros where there was none. */
  readonly from: string;
  readonly message: string;
}

/** A moment, as time or as how much of the reflog was there; the second is exact, since git notes whole seconds. */
export type Since = { readonly atMs: number } | { readonly bytes: number };

type GitFolder = Pick<WorkTree, 'gitDir'>;

const maxEntries = 50;
const maxLogBytes = 16 * 1_048_576;
/** A revert is an edit that is committed at once. */
const plainCommit = /^(?:commit(?: \((?:amend|initial)\))?|revert):/;

const forward = /^(?:(?:pull|merge)\b[^()]*:|coord watch: fast-forward)/;
/** Later steps of a rebase leave what its start has left, or what it has made itself. */
const away = /^(?:(?:reset|checkout):|(?:pull|rebase)\b.*\(start\):)/;

/** How long the reflog of HEAD is, and when it last grew; zeros without one. It grows whenever HEAD moves. */
export function reflogStateOf({ gitDir }: GitFolder): { bytes: number; changedAtMs: number } {
  const found = statSync(logOf(gitDir), { throwIfNoEntry: false });
  return { bytes: found?.size ?? 0, changedAtMs: found?.mtimeMs ?? 0 };
}

/** How HEAD has moved since, oldest first, of the newest entries. Reads git's file itself; without a reflog HEAD looks still. */
export function movesSince(folder: GitFolder, since: Since): HeadMove[] {
  const { bytes, changedAtMs } = reflogStateOf(folder);
  // Mostly HEAD stays where it is, and then the log need not be read.
  if ('atMs' in since ? changedAtMs < since.atMs : bytes === since.bytes) return [];
  const log = tryReadText(logOf(folder.gitDir), maxLogBytes) ?? '';
  // What is shorter than it was has been written anew.
  const isAppended = 'bytes' in since && since.bytes < bytes;
  const added = isAppended ? Buffer.from(log).subarray(since.bytes).toString() : log;
  const entries = added.trimEnd().split('\n');
  // Whole seconds do not tell the entries of a moment from those before it; a count of bytes does.
  const recent = isAppended ? entries : entries.slice(-maxEntries);
  return recent.flatMap((entry) => moveIn(entry, 'atMs' in since ? since.atMs : 0));
}

/** Whether these are of edits that were made here, and of nothing that git brought. */
export function arePlainCommits(moves: readonly HeadMove[]): boolean {
  return moves.every(({ message }) => plainCommit.test(message));
}

/**
 * The commits from which a pull, a merge or `coord watch` has brought those of others, newest first, since HEAD went anywhere else;
 * none where nothing was brought. A rebase has other steps.
 */
export function pulledFrom(moves: readonly HeadMove[]): string[] {
  const elsewhere = moves.findLastIndex(
    ({ message }) => !plainCommit.test(message) && !forward.test(message),
  );
  const brought = moves.slice(elsewhere + 1).filter(({ message }) => forward.test(message));
  return brought.map(({ from }) => from).toReversed();
}

/** The commits that a reset, a checkout or a rebase has left behind, oldest first: other commits may not lead to them. */
export function leftBy(moves: readonly HeadMove[]): string[] {
  return moves.filter(({ message }) => away.test(message)).map(({ from }) => from);
}

function moveIn(entry: string, sinceMs: number): HeadMove[] {
  const [, from = '', to, seconds, message = ''] =
    /^(\w+) (\w+) .*> (\d+) [+-]\d{4}\t(.*)$/.exec(entry) ?? [];
  // `git reset --hard` without another commit is noted too.
  return from !== to && (Number(seconds) + 1) * 1_000 > sinceMs ? [{ from, message }] : [];
}

function logOf(gitDir: string): string {
  return join(gitDir, 'logs', 'HEAD');
}
