import type { ObjectStore } from './object-store.ts';

/** The commits of a repository in memory: asking git for thousands of common ancestors would take minutes. */
export interface History {
  /** The commits with two parents, and these. */
  readonly merges: readonly {
    readonly commit: string;
    readonly sides: readonly [string, string];
  }[];
  /** The common ancestors of two commits that no other one of them descends from. */
  mergeBases(one: string, other: string): string[];
}

export async function readHistory(store: ObjectStore): Promise<History> {
  const listing = await store.git(['rev-list', '--all', '--parents']);
  const rows = listing
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '));
  const names = rows.map(([name = '']) => name);
  const numbers = new Map(names.map((name, at) => [name, at]));
  const parents = rows.map(([, ...all]) => all.flatMap((name) => numbers.get(name) ?? []));
  return {
    merges: rows.flatMap(([commit = '', one = '', other = '', ...more]) =>
      other === '' || more.length > 0 ? [] : [{ commit, sides: [one, other] as const }],
    ),
    mergeBases: (one, other) => {
      const [first, second] = [numbers.get(one), numbers.get(other)];
      if (first === undefined || second === undefined) return [];
      const common = commonAncestors(parents, first, second);
      // What an ancestor of both descends from is one, too: a parent of one is no merge base.
      const inner = new Uint8Array(parents.length);
      for (const at of common) for (const parent of parents[at] ?? []) inner[parent] = 1;
      return common.filter((at) => inner[at] === 0).map((at) => names[at] ?? '');
    },
  };
}

function commonAncestors(parents: readonly number[][], one: number, other: number): number[] {
  const seen = new Uint8Array(parents.length);
  const common: number[] = [];
  walk(parents, one, (at) => {
    if (seen[at] !== 0) return false;
    seen[at] = 1;
    return true;
  });
  walk(parents, other, (at) => {
    if (seen[at] === 1) common.push(at);
    const isNew = (seen[at] ?? 0) < 2;
    seen[at] = 2;
    return isNew;
  });
  return common;
}

/** Visits a commit and what it descends from; `visit` says whether to go on beyond. */
function walk(parents: readonly number[][], from: number, visit: (at: number) => boolean): void {
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    if (visit(at)) for (const parent of parents[at] ?? []) open.push(parent);
}
