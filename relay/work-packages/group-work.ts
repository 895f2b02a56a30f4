import { pathKey } from '../../shared/kernel/paths.ts';
import { contentWords, sameness } from './same-words.ts';
import type { DecidedWork, PackageDraft } from './partition.ts';

/** Something that somebody will do. */
export interface AgreedWork {
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
