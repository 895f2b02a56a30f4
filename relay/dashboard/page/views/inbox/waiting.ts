import { useEffect, useState } from 'preact/hooks';
import { isRefusal } from '../../../../../shared/kernel/refusal.ts';
import { usePlace, type Place } from '../../place/place.ts';
import type { Counts } from '../../state/live.ts';
import { useRecords, type Records } from '../../state/records.ts';
import type { UnreviewedResult } from '../../../../../shared/meetings/review.ts';
import * as lists from './lists.ts';
import * as model from './model/items.ts';
import type { Item, Kind } from './model/items.ts';

/** All of one kind that waits. */
export interface Group {
  /** Unique among the groups. */
  readonly key: string;
  readonly kind: Kind;
  /** Folded together until somebody opens it, and no part of the count of what waits (MTG-12). */
  readonly isAside?: true;
  readonly title: string;
  readonly items: readonly Item[];
  /** By the service's count where not all are loaded. */
  readonly count: number;
  readonly list: Records<unknown>;
}

export interface Waiting {
  readonly isReady: boolean;
  /** Those of which there are some: what stops somebody first, and in each the newest first. */
  readonly groups: readonly Group[];
  /** All of them in the order in which they are shown. */
  readonly items: readonly Item[];
  readonly count: number;
}

/** What waits for a person, kept up from the log. */
export function useWaiting(): Waiting {
  const place = usePlace();
  const all = useGroups(place);
  const groups = all.filter(({ items, list }) => items.length > 0 || isRefusal(list.state.value));
  return {
    isReady: all.every(({ list }) => list.state.value !== 'loading'),
    ...sumOf(groups),
  };
}

/** The same without what was just settled here, of which the log has not told yet; and how to take something out so. */
export function useWithout(all: Waiting): [Waiting, (keys: Iterable<string>) => void] {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const still = all.items.map(model.keyOf).filter((key) => gone.has(key));
  useEffect(() => {
    // What is brought back is shown again.
    if (still.length < gone.size) setGone(new Set(still));
  });
  const take = (keys: Iterable<string>) => setGone(new Set([...still, ...keys]));
  return [still.length === 0 ? all : without(all, gone), take];
}

function without(all: Waiting, gone: ReadonlySet<string>): Waiting {
  const groups = all.groups.flatMap((group) => {
    const items = group.items.filter((item) => !gone.has(model.keyOf(item)));
    const count = group.count - (group.items.length - items.length);
    return items.length === 0 ? [] : [{ ...group, items, count }];
  });
  return { ...all, ...sumOf(groups) };
}

function sumOf(groups: readonly Group[]): Pick<Waiting, 'groups' | 'items' | 'count'> {
  const waiting = groups.filter(({ isAside }) => isAside !== true);
  const count = waiting.reduce((sum, group) => sum + group.count, 0);
  return { groups, items: groups.flatMap(({ items }) => items), count };
}

function useGroups({ live }: Place): Group[] {
  const negotiations = useRecords(lists.negotiationList);
  const runs = useRecords(lists.runList);
  const branches = useRecords(lists.branchList);
  const stale = useRecords(lists.staleList);
  const proposed = useRecords(lists.proposedList);
  const rules = useRecords(lists.ruleList);
  const results = useRecords(lists.resultList);
  const counts = live.counts.value?.waiting;
  const group = <T>(
    kind: Kind,
    list: Records<T>,
    toItems: (records: readonly T[]) => readonly Item[],
    counted: Counted | undefined,
  ): Group => {
    const items = toItems(list.items.value).toSorted(model.byAge);
    const more = list.hasMore.value && counted !== undefined ? counts?.[counted] : undefined;
    const count = Math.max(items.length, more ?? 0);
    return { key: kind, kind, title: titles[kind], items, count, list: list as Records<unknown> };
  };
  const found = (isSuggestion: boolean) => (records: readonly UnreviewedResult[]) =>
    records.filter((one) => (one.is_suggestion === true) === isSuggestion).map(model.resultItem);
  const each =
    <T>(toItem: (record: T) => Item) =>
    (records: readonly T[]) =>
      records.map(toItem);
  return [
    group('negotiation', negotiations, each(model.negotiationItem), 'negotiations'),
    group('gate', runs, model.gateItems, 'gate_runs'),
    group('branch', branches, each(model.branchItem), 'branches'),
    group('stale', stale, each(model.staleItem), 'stale_decisions'),
    group('decision', proposed, each(model.proposedItem), 'proposed_decisions'),
    group('rule', rules, each(model.ruleItem), 'proposed_conventions'),
    group('result', results, found(false), 'meeting_results'),
    {
      ...group('result', results, found(true), 'meeting_suggestions'),
      key: 'suggestion',
      title: 'Suggestions from meetings',
      isAside: true,
    },
  ];
}

type Counted = keyof Counts['waiting'];

export const titles: Readonly<Record<Kind, string>> = {
  negotiation: 'Negotiations to settle',
  gate: 'Failed gates',
  branch: 'Branches that could not follow',
  stale: 'Stale decisions',
  decision: 'Proposed decisions',
  rule: 'Proposed rules',
  result: 'Meeting results',
};

/** What one of them is called. */
export const names: Readonly<Record<Kind, string>> = {
  negotiation: 'Escalated negotiation',
  gate: 'Failed gate',
  branch: 'Branch that could not follow',
  stale: 'Stale decision',
  decision: 'Proposed decision',
  rule: 'Proposed rule',
  result: 'Meeting result',
};
