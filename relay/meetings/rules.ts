import { quoted, shownUser } from '../../shared/kernel/display.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ActionItem, ResultKind, ResultState } from '../../shared/meetings/results.ts';
import {
  itemsOfReading,
  mergeItems,
  type ExtractedItems,
  type GivenReading,
} from './extracted-items.ts';
import { named } from '../../shared/meetings/named.ts';

/** The words of a result that a person may change; null is none. */
interface ResultWords {
  readonly title?: string | undefined;
  readonly rationale?: string | undefined;
  readonly action?: string | undefined;
  readonly assignee?: string | null | undefined;
  readonly deadline?: string | null | undefined;
  readonly priority?: 'high' | 'medium' | 'low' | undefined;
}

/** What of a result a person wants to change; what is left out stays. */
export interface ResultChanges extends ResultWords {
  readonly state?: ResultState | undefined;
  /** MTG-29: what the person saw of it. */
  readonly was?: ResultWords | undefined;
}

/** The fields of a result that decide what may be changed of it. */
export interface ReviewedResult {
  readonly kind: ResultKind;
  /** Undefined in meetings of earlier versions: what they led to counts as confirmed. */
  readonly state: ResultState | undefined;
  readonly words: ResultWords;
  /** Who reviewed it last, by name, where that is known. */
  readonly reviewedBy?: string | undefined;
}

const fieldsOf = {
  decision: ['title', 'rationale'],
  action: ['action', 'assignee', 'deadline', 'priority'],
} as const;

const called = { decision: 'a decision', action: 'an action item' } as const;

/** MTG-8: why a result cannot be changed so; undefined when it can. `isOther`: the words differ from those it has. */
export function refuseReview(
  found: ReviewedResult,
  changes: ResultChanges,
  isOther: boolean,
): Refusal | undefined {
  const { kind, state: before } = found;
  const other = kind === 'decision' ? 'action' : 'decision';
  const foreign = fieldsOf[other];
  const field = foreign.find((name) => changes[name] !== undefined);
  if (field !== undefined) {
    const text =
      `${field} is only for ${called[other]}, and this is ${called[kind]}: change its ${fieldsOf[kind].join(' or ')}, ` +
      `or name ${called[other]} (coord meeting show lists them).`;
    return refuse('ValidationError', text, { field });
  }
  if (!isOther) return undefined;
  const after = changes.state ?? before ?? 'confirmed';
  if (after === 'dropped') {
    return refuse('Conflict', 'What is dropped is not changed. Bring it back first: state found.');
  }
  // What it is after the call does not count, or one call would take the confirmation back and give other words at once.
  const isConfirmed = before !== 'found' && before !== 'dropped';
  if (kind === 'action' || !isConfirmed) return refuseUnseen(found, changes);
  const text = 'This decision is confirmed. Record a new one that supersedes it.';
  return refuse('Conflict', text, { field: 'title' });
}

/** MTG-29: why words are not changed that are other ones than the caller saw; undefined where they are as they were seen. */
function refuseUnseen(
  { kind, words, reviewedBy = '' }: ReviewedResult,
  changes: ResultChanges,
): Refusal | undefined {
  const { was = {} } = changes;
  const isSame = (name: keyof ResultWords, one: ResultWords) =>
    (one[name] ?? '') === (words[name] ?? '');
  const others = fieldsOf[kind].filter(
    (name) => was[name] !== undefined && !isSame(name, was) && !isSame(name, changes),
  );
  const [field] = others;
  if (field === undefined) return undefined;
  const said = others.map(
    (name) => `${name} is now ${words[name] ? quoted(words[name]) : 'empty'}`,
  );
  const who = reviewedBy === '' ? 'Somebody' : shownUser(reviewedBy);
  const text = `${who} has changed it meanwhile: ${said.join(', ')}, and nothing was saved. Who has seen that can save again.`;
  const now = Object.fromEntries(others.map((name) => [name, words[name] || null]));
  return refuse('Conflict', text, { field, now, ...(reviewedBy !== '' && { by: reviewedBy }) });
}

/** The action item after a change. `member` is the display name of the one that `assignee` means, where it is a member. */
export function changedAction(
  found: ActionItem,
  { state, action, assignee, deadline, priority }: ResultChanges,
  member: string | undefined,
): { readonly item: ActionItem; readonly isOther: boolean } {
  const { deadline: until, deadline_words: words, ...rest } = found;
  const day = deadline === undefined ? until : (deadline ?? undefined);
  const who = assignee === null ? '' : (member ?? assignee ?? found.assignee);
  const item: ActionItem = {
    ...rest,
    action: action ?? found.action,
    assignee: who,
    priority: priority ?? found.priority,
    ...(day !== undefined && { deadline: day }),
    // Words that say another day would be wrong; the sentence still has them.
    ...(words !== undefined && day === until && { deadline_words: words }),
    ...((state ?? found.state) && { state: state ?? found.state }),
  };
  const names = ['action', 'assignee', 'priority', 'deadline'] as const;
  return { item, isOther: names.some((name) => item[name] !== found[name]) };
}

/** MTG-15: why a reading without results, or with them, may not say so; undefined when it may. */
export function refuseNothing({ reading, noResults = false }: GivenReading): Refusal | undefined {
  const isEmpty = reading.decisions.length + reading.action_items.length === 0;
  if (isEmpty === noResults) return undefined;
  const text = isEmpty
    ? 'This reading has no decision and no action item, so nothing was replaced. If the meeting has no results, say so with no_results: true.'
    : 'no_results says that the meeting has none, and this reading has results, so nothing was replaced. Leave one of them out.';
  return refuse('ValidationError', text, { field: 'no_results' });
}

/** MTG-15: why a reading of which nobody has said anything replaces nothing; undefined when somebody has said some of it. */
export function refuseUnsaid(
  { reading }: GivenReading,
  { suggested }: { readonly suggested: ExtractedItems },
): Refusal | undefined {
  const { decisions, actions } = mergeItems([itemsOfReading(reading)]);
  const handedIn = [...decisions, ...actions];
  const unsaid = [...suggested.decisions, ...suggested.actions].filter(
    ({ sentence, confidence }) => sentence === undefined && confidence === 0,
  );
  if (handedIn.length === 0 || unsaid.length < handedIn.length) return undefined;
  const sentences = handedIn.map(({ sentence = '' }) => sentence);
  const text =
    `Nobody has said what this reading names, so nothing was replaced. Not in the transcript: ${named(sentences)}. ` +
    'Hand it in again with sentences copied from the transcript, word for word.';
  return refuse('ValidationError', text, { field: 'sentence' });
}
