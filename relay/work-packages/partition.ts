import { pathKey } from '../../shared/kernel/paths.ts';

/** A decision that leads to work. */
export interface DecidedWork {
  readonly title: string;
  readonly rationale: string;
  /** Canonical paths. */
  readonly files: readonly string[];
}

/** A work package before it is stored. */
export interface PackageDraft {
  readonly title: string;
  readonly description: string;
  readonly files: readonly string[];
  /** The positions of its decisions in the list that was partitioned. */
  readonly decisions: readonly number[];
}

/** PKG-3: decisions that share a file go into one package, so no two packages share a file. In the order of the decisions. */
export function partition(decided: readonly DecidedWork[]): PackageDraft[] {
  let groups: { keys: ReadonlySet<string>; positions: number[] }[] = [];
  decided.forEach(({ files }, position) => {
    const keys = new Set(files.map(pathKey));
    const sharing = groups.filter((group) => [...group.keys].some((key) => keys.has(key)));
    const merged = {
      keys: new Set([...sharing.flatMap((group) => [...group.keys]), ...keys]),
      positions: [...sharing.flatMap(({ positions }) => positions), position],
    };
    groups = [...groups.filter((group) => !sharing.includes(group)), merged];
  });
  return groups
    .map(({ positions }) => positions.toSorted((a, b) => a - b))
    .sort(([a = 0], [b = 0]) => a - b)
    .map((positions) => draftOf(decided, positions));
}

/** PKG-3 for a partition that was made elsewhere: a file stays with the first package that names it. */
export function withoutSharedFiles(drafts: readonly PackageDraft[]): PackageDraft[] {
  const taken = new Set<string>();
  return drafts.map((draft) => {
    const files = draft.files.filter((file) => {
      const key = pathKey(file);
      return !taken.has(key) && taken.add(key);
    });
    return { ...draft, files };
  });
}

/** One package of the decisions at these places, in words of the decisions alone. */
export function draftOf(
  decided: readonly DecidedWork[],
  positions: readonly number[],
): PackageDraft {
  const own = positions.flatMap((position) => decided[position] ?? []);
  const [first] = own;
  const more = own.length > 1 ? ` (and ${own.length - 1} more)` : '';
  return {
    title: `${first?.title ?? ''}${more}`,
    description: own.map(inWords).join('\n'),
    files: unique(own.flatMap(({ files }) => files)),
    decisions: positions,
  };
}

function inWords({ title, rationale }: DecidedWork): string {
  return rationale === '' ? title : `${title}: ${rationale}`;
}

/** The files that are none of the others. */
export function without(files: readonly string[], others: readonly string[]): string[] {
  const taken = new Set(others.map(pathKey));
  return files.filter((file) => !taken.has(pathKey(file)));
}

function unique(files: readonly string[]): string[] {
  return [...new Map(files.map((file) => [pathKey(file), file])).values()];
}
