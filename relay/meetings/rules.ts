import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ActionItem, ResultKind, ResultState } from '../../shared/meetings/results.ts';

/** What of a result a person wants to change; what is left out stays. */
export interface ResultChanges {
  readonly state?: ResultState | undefined;
  readonly title?: string | undefined;
  readonly rationale?: string | undefined;
  readonly action?: string | undefined;
  readonly assignee?: string | null | undefined;
  readonly deadline?: string | null | undefined;
  readonly priority?: 'high' | 'medium' | 'low' | undefined;
}

/** The fields of a result that decide what may be changed of it. */
export interface ReviewedResult {
  readonly kind: ResultKind;
  /** Undefined in meetings of earlier versions: what they led to counts as confirmed. */
  readonly state: ResultState | undefined;
}

const fieldsOf = {
  decision: ['title', 'rationale'],
  action: ['action', 'assignee', 'deadline', 'priority'],
} as const;

const called = { decision: 'a decision', action: 'an action item' } as const;

/** MTG-8: why a result cannot be changed so; undefined when it can. `isOther`: the words differ from those it has. */
export function refuseReview(
  { kind, state: before }: ReviewedResult,
  changes: ResultChanges,
  isOther: boolean,
): Refusal | undefined {
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
  if (kind === 'action' || !isConfirmed) return undefined;
  const text = 'This decision is confirmed. Record a new one that supersedes it.';
  return refuse('Conflict', text, { field: 'title' });
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
