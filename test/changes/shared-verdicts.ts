/** Edits in one work tree: whose lines are whose, by git's hunks of every write. */
import type { GitHunk, GitHunks } from './git-hunks.ts';
import { ttlMs } from './reservation-list.ts';
import type { AskedEdit, WriteRecord } from './scene.ts';
import type { Verdict } from './verdicts.ts';

type Owners = readonly (WriteRecord | undefined)[];

export function wantForShared(edit: AskedEdit, hunks: GitHunks): void {
  for (const write of [...edit.writes, edit]) hunks.want(write.before, write.after);
}

export function sharedVerdict(edit: AskedEdit, hunks: GitHunks): Verdict | undefined {
  const owners = ownersBefore(edit, hunks);
  const mine = hunks.between(edit.before, edit.after);
  const isHeld = (write: WriteRecord | undefined) =>
    write !== undefined && edit.theirWrites.includes(write) && write.atMs + ttlMs > edit.atMs;
  const isTheirs = (write: WriteRecord | undefined) => write !== undefined && write.by !== edit.by;
  if (edit.denial === undefined) {
    const taken = mine.some(({ start, end }) => owners.slice(start, end).some(isHeld));
    return taken ? { kind: "allowed, takes the other's lines", isFault: true } : undefined;
  }
  const meets = (test: typeof isHeld) => mine.some((hunk) => meetsLines(hunk, owners, test));
  if (meets(isHeld)) return undefined;
  if (meets(isTheirs)) return { kind: 'denied beside lines whose reservation has ended' };
  if (owners.some(isHeld)) return { kind: "denied, though the other's lines stay", isFault: true };
  return { kind: 'denied beside lines that the other took away or back' };
}

/** It changes such a line, or stands between two. */
function meetsLines(
  { start, end }: GitHunk,
  owners: Owners,
  test: (write: WriteRecord | undefined) => boolean,
): boolean {
  if (start < end) return owners.slice(start, end).some(test);
  return test(owners[start - 1]) && test(owners[start]);
}

function ownersBefore({ writes, before }: AskedEdit, hunks: GitHunks): Owners {
  let owners: (WriteRecord | undefined)[] = before.split('\n').map(() => undefined);
  const [first] = writes;
  if (first !== undefined) owners = first.before.split('\n').map(() => undefined);
  for (const write of writes)
    for (const { start, end, newStart, newEnd } of hunks
      .between(write.before, write.after)
      .toReversed())
      owners.splice(start, end - start, ...Array.from({ length: newEnd - newStart }, () => write));
  return owners;
}
