import { pathKey } from '../../shared/kernel/paths.ts';
import { statesAction } from './rules.ts';

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

/** One package of the decisions at these places, in words of the decisions alone. */
function draftOf(decided: readonly DecidedWork[], positions: readonly number[]): PackageDraft {
  const own = positions.flatMap((position) => decided[position] ?? []);
  return {
    ...wordsOf(own, []),
    files: unique(own.flatMap(({ files }) => files)),
    decisions: positions,
  };
}

/** What a package is called and says, in words of its decisions and action items alone; action items name one without a decision. */
export function wordsOf(
  decided: readonly Pick<DecidedWork, 'title' | 'rationale'>[],
  agreed: readonly { readonly action: string }[],
): Pick<PackageDraft, 'title' | 'description'> {
  const actions = agreed.map(({ action }) => action);
  const titles = decided.length > 0 ? decided.map(({ title }) => title) : actions;
  const more = titles.length > 1 ? ` (and ${titles.length - 1} more)` : '';
  const said = decided.map(inWords);
  const rest = actions.filter((action) => !statesAction(said.join('\n'), action));
  return { title: `${titles[0] ?? ''}${more}`, description: [...said, ...rest].join('\n') };
}

function inWords({ title, rationale }: Pick<DecidedWork, 'title' | 'rationale'>): string {
  return rationale === '' ? title : `${title}: ${rationale}`;
}

function unique(files: readonly string[]): string[] {
  return [...new Map(files.map((file) => [pathKey(file), file])).values()];
}
