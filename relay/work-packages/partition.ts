import { pathKey } from '../../shared/kernel/paths.ts';

/** A decision of a meeting that leads to work. */
export interface Motive {
  readonly title: string;
  readonly rationale: string;
  /** Canonical paths. */
  readonly files: readonly string[];
}

/** A work package before it is stored; `motives` are the places of its decisions. */
export interface Division {
  readonly title: string;
  readonly description: string;
  readonly files: readonly string[];
  readonly motives: readonly number[];
}

/** PKG-3: decisions that share a file share a package, so no two packages do. In the order of the decisions. */
export function divide(motives: readonly Motive[]): Division[] {
  let groups: { keys: ReadonlySet<string>; places: number[] }[] = [];
  motives.forEach(({ files }, place) => {
    const keys = new Set(files.map(pathKey));
    const touching = groups.filter((group) => [...group.keys].some((key) => keys.has(key)));
    const united = {
      keys: new Set([...touching.flatMap((group) => [...group.keys]), ...keys]),
      places: [...touching.flatMap(({ places }) => places), place],
    };
    groups = [...groups.filter((group) => !touching.includes(group)), united];
  });
  return groups
    .map(({ places }) => places.toSorted((a, b) => a - b))
    .sort(([a = 0], [b = 0]) => a - b)
    .map((places) => divisionOf(motives, places));
}

/** PKG-3 for what somebody else divided: a file stays with the first package that names it. */
export function withoutSharedFiles(divisions: readonly Division[]): Division[] {
  const taken = new Set<string>();
  return divisions.map((division) => {
    const files = division.files.filter((file) => {
      const key = pathKey(file);
      return !taken.has(key) && taken.add(key);
    });
    return { ...division, files };
  });
}

function divisionOf(motives: readonly Motive[], places: readonly number[]): Division {
  const own = places.flatMap((place) => motives[place] ?? []);
  const [first] = own;
  const more = own.length > 1 ? ` (and ${own.length - 1} more)` : '';
  return {
    title: `${first?.title ?? ''}${more}`,
    description: own.map(inWords).join('\n'),
    files: unique(own.flatMap(({ files }) => files)),
    motives: places,
  };
}

function inWords({ title, rationale }: Motive): string {
  return rationale === '' ? title : `${title}: ${rationale}`;
}

function unique(files: readonly string[]): string[] {
  return [...new Map(files.map((file) => [pathKey(file), file])).values()];
}
