import type { Utterance } from './signals/signals.ts';

/** So many items make a list. */
const leastItems = 2;
/** So many sentences behind the beginning of the last item another one would stand. */
const reach = 12;

/**
 * The items of lists in which everybody is told what to do, as tasks of theirs: "- Bob: write the runbook" and "- Ann: send the letter".
 * In minutes a name before an item says who spoke, and some items tell nobody to do anything.
 */
export function withTaskLists(all: readonly Utterance[]): Utterance[] {
  const lists = listsIn(all).filter((list) => isOfTasks(list) && isWhole(all, list));
  const tasks = new Set(lists.flat());
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

/** Whether no items without a name stand before or behind it, as they do in minutes. */
function isWhole(all: readonly Utterance[], list: readonly Utterance[]): boolean {
  const [from, to] = [list[0]?.at ?? 0, list.at(-1)?.at ?? 0];
  const next = all.slice(to, to + reach).find(({ turn }) => turn !== all[to]?.turn);
  return !all[from - 1]?.own['listed'] && !next?.own['listed'];
}

/** "So, action items.", "Action items: Jo - the checkout." */
const heading =
  /^(?:(?:so|ok(?:ay)?|right|now|well|good|then|to recap|recap),? )*(?:the |our )?(?:action (?:items|points)|actions|to-?dos|next steps|tasks)(?:[:.]\s*|$)/iu;
/** "Jo - the checkout", "Jo and Sam - the pages" */
const entry = /^\p{Lu}[\p{L}'’-]*(?: (?:and )?\p{Lu}[\p{L}'’-]*){0,3} [-–—] \S/u;

/** The tasks that one person reads out behind a heading, each with its owner first, as if they were written in a list. */
export function withSpokenLists(all: readonly Utterance[]): Utterance[] {
  let turn: number | undefined;
  return all.map((one) => {
    const head = heading.exec(one.text)?.[0];
    const rest = head === undefined ? one.text : one.text.slice(head.length);
    const isEntry = entry.test(rest);
    if (head !== undefined && (rest === '' || isEntry)) turn = one.turn;
    else if (one.turn !== turn || !isEntry) turn = undefined;
    if (turn === undefined || one.own['listed']) return one;
    return { ...one, own: { ...one.own, [isEntry ? 'label_action' : 'empty']: 1 } };
  });
}
