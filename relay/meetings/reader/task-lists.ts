import type { Utterance } from './signals/signals.ts';

/** So many items make a list. */
const leastItems = 2;

/**
 * The items of lists in which everybody is told what to do, as tasks of theirs: "- Bob: write the runbook" and "- Ann: send the letter".
 * In minutes a name before an item says who spoke, and some items tell nobody to do anything.
 */
export function withTaskLists(all: readonly Utterance[]): Utterance[] {
  const tasks = new Set(listsIn(all).filter(isOfTasks).flat());
  return all.map((one) =>
    tasks.has(one) ? { ...one, own: { ...one.own, label_action: 1, underHeading: 1 } } : one,
  );
}

/** The first sentences of items that follow each other. */
function listsIn(all: readonly Utterance[]): Utterance[][] {
  const lists: Utterance[][] = [];
  for (const one of all) {
    if (!one.isListed || one.place !== 0) continue;
    const list = lists.at(-1);
    if (list?.at(-1)?.turn === one.turn - 1) list.push(one);
    else lists.push([one]);
  }
  return lists;
}

function isOfTasks(list: readonly Utterance[]): boolean {
  return (
    list.length >= leastItems && list.every(({ own }) => own['imperative'] && !own['question'])
  );
}
