import { pathKey } from '../../shared/kernel/paths.ts';
import { contentWords, sameness, statesAction } from './rules.ts';

/** Something that somebody will do. */
interface AgreedWork {
  readonly action: string;
  /** Canonical paths. */
  readonly files: readonly string[];
  readonly sentence?: string | undefined;
}

/** What a meeting led to. */
export interface MeetingWork {
  readonly decisions: readonly (DecidedWork & { readonly sentence?: string | undefined })[];
  readonly actions: readonly AgreedWork[];
}

/** What goes into one package; action items alone make one that has no draft. */
export interface WorkGroup {
  readonly draft: PackageDraft | undefined;
  readonly decisions: readonly number[];
  readonly actions: readonly number[];
  /** The keys of the files that it keeps: no other group has one of them (PKG-3). */
  readonly keys: ReadonlySet<string>;
}

interface Growing extends WorkGroup {
  readonly actions: number[];
  readonly keys: Set<string>;
}

/**
 * PKG-3: puts each decision into the first draft that has it, and each action item into the group that has the first of its files,
 * else into that of the decision that it restates, else, when it names files, into one of its own. A file stays with the first
 * group: of those whose decisions name it, then of those whose draft has it, then of those whose action items name it.
 */
export function groupWork(work: MeetingWork, drafts: readonly PackageDraft[]): WorkGroup[] {
  const groups = ofDrafts(drafts);
  const owners = new Map<string, Growing>();
  const give = (group: Growing, files: readonly string[]) => {
    for (const key of files.map(pathKey)) {
      if (owners.has(key)) continue;
      owners.set(key, group);
      group.keys.add(key);
    }
  };
  for (const group of groups)
    give(
      group,
      group.decisions.flatMap((at) => work.decisions[at]?.files ?? []),
    );
  for (const group of groups) give(group, group.draft?.files ?? []);
  const restated = restatements(work, groups);
  work.actions.forEach(({ action, files }, at) => {
    const owner = files.map((file) => owners.get(pathKey(file))).find((one) => one !== undefined);
    const group = owner ?? restated(action) ?? (files.length > 0 ? newGroup(groups) : undefined);
    if (group === undefined) return;
    group.actions.push(at);
    give(group, files);
  });
  return groups;
}

function ofDrafts(drafts: readonly PackageDraft[]): Growing[] {
  const taken = new Set<number>();
  return drafts.flatMap((draft) => {
    const decisions = draft.decisions.filter((at) => !taken.has(at) && taken.add(at));
    if (decisions.length === 0) return [];
    return [{ draft, decisions, actions: [], keys: new Set<string>() }];
  });
}

function newGroup(groups: Growing[]): Growing {
  const group = { draft: undefined, decisions: [], actions: [], keys: new Set<string>() };
  groups.push(group);
  return group;
}

/** The group of the decision that says the same as an action item; of several the one that shares most, then the first. */
function restatements(
  { decisions }: MeetingWork,
  groups: readonly Growing[],
): (action: string) => Growing | undefined {
  const candidates = groups.flatMap((group) =>
    group.decisions.map((at) => ({ group, words: contentWords(decisions[at]?.title ?? '') })),
  );
  return (action) => {
    const words = contentWords(action);
    let best: Growing | undefined;
    let most = 0;
    for (const { group, words: decided } of candidates) {
      const share = sameness(words, decided);
      if (share > most) [best, most] = [group, share];
    }
    return best;
  };
}

/** A result of a meeting by its place among those of its kind. */
export interface ResultPlace {
  readonly kind: 'decision' | 'action';
  readonly at: number;
}

/** Why a file is in a package. A file may have several sources. */
export interface FileSource {
  readonly file: string;
  /** `named`, `added by the model`, `calls <symbol>`, `imports <file>` or `tests <file>`. */
  readonly reason: string;
  /** The results that it comes of; empty when it comes of none of them. */
  readonly of: readonly ResultPlace[];
}

export const namedReason = 'named';
/** A language model divides decisions into packages and may give these files that no decision names. */
export const modelReason = 'added by the model';

/** PKG-3: for each group the files that it keeps, in the order in which its decisions and then its action items name them. */
export function filesOfGroups(
  { decisions, actions }: MeetingWork,
  groups: readonly WorkGroup[],
): FileSource[][] {
  return groups.map((group) => {
    const sources = new Map<string, { file: string; reason: string; of: ResultPlace[] }>();
    const add = (file: string, reason: string, of: readonly ResultPlace[]) => {
      const key = pathKey(file);
      if (!group.keys.has(key)) return;
      const known = sources.get(key);
      if (known === undefined) sources.set(key, { file, reason, of: [...of] });
      else known.of.push(...of);
    };
    for (const at of group.decisions)
      for (const file of decisions[at]?.files ?? [])
        add(file, namedReason, [{ kind: 'decision', at }]);
    for (const at of group.actions)
      for (const file of actions[at]?.files ?? []) add(file, namedReason, [{ kind: 'action', at }]);
    for (const file of group.draft?.files ?? []) add(file, modelReason, []);
    return [...sources.values()];
  });
}

/** A decision that leads to work. */
interface DecidedWork {
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
