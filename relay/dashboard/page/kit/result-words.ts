import type { Request } from '../../../../shared/api/caller.ts';
import type { Refusal } from '../../../../shared/kernel/refusal.ts';

/** What a review may change of a result of a meeting, as the interface takes it. */
export type ResultChanges = Omit<Request<'reviewResult'>, 'meeting_id' | 'result_id'>;

/** A result of a meeting, or a suggestion, as its form shows it. */
export interface ResultWords {
  readonly kind: 'decision' | 'action';
  /** What was decided, or what is to do. */
  readonly title: string;
  readonly rationale: string;
  readonly assignee: string;
  /** `YYYY-MM-DD`; empty without one. */
  readonly deadline: string;
  /** The words that say the day, as they were said. */
  readonly deadlineWords: string;
  readonly priority: Priority;
}

type Priority = NonNullable<ResultChanges['priority']>;

export const priorities = (['high', 'medium', 'low'] as const).map((value) => ({
  value,
  label: value,
}));

/** What of a result differs from what it was; undefined when nothing does. */
export function changesOf(before: ResultWords, after: ResultWords): ResultChanges | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const changed = (Object.keys(now) as (keyof ResultChanges)[]).filter(
    (name) => now[name] !== old[name],
  );
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}

/** MTG-29: the changes, with what the person saw of what they change. */
export function changesSeen(before: ResultWords, after: ResultWords): ResultChanges | undefined {
  const changes = changesOf(before, after);
  return changes && { ...changes, was: changesOf(after, before) };
}

/** MTG-29: the words as they were seen, with what a refusal says that they are by now. */
export function wordsNow(seen: ResultWords, { details }: Refusal): ResultWords {
  const { title, action = title, ...others } = (details['now'] ?? {}) as ResultChanges;
  const named = { ...others, ...(action !== undefined && { title: action }) };
  const text = Object.entries(named).map(([name, value]) => [name, value ?? '']);
  return { ...seen, ...(Object.fromEntries(text) as Partial<ResultWords>) };
}

/** Everything that the form can change, as the interface takes it. */
function wordsOf(words: ResultWords): ResultChanges {
  const title = words.title.trim();
  if (words.kind === 'decision') return { title, rationale: words.rationale.trim() };
  return {
    action: title,
    assignee: words.assignee.trim() || null,
    deadline: words.deadline || null,
    priority: words.priority,
  };
}

/** What the interface calls the fields. */
export const resultFields = [
  'title',
  'rationale',
  'action',
  'assignee',
  'deadline',
  'priority',
] as const;
