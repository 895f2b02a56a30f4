import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { ResultKind } from '../../../shared/meetings/results.ts';
import { shortIds } from '../../terminal/short-ids.ts';
import { idsIn, type Meeting } from './details.ts';

/** A result or a suggestion of a meeting, as far as commands need it. */
export interface Reviewable {
  readonly id: string;
  readonly kind: ResultKind;
  readonly title: string;
  readonly state: string | undefined;
  readonly isSuggestion: boolean;
  /** What else it says; empty or undefined for nothing. */
  readonly values: Readonly<
    Partial<Record<'rationale' | 'assignee' | 'deadline' | 'priority', string>>
  >;
}

/** All of a meeting that a person can review, in its order: the suggestions last. */
export function reviewablesIn({
  decisions,
  action_items,
  suggestions = [],
}: Meeting): Reviewable[] {
  return [
    ...decisions.map((one) => ({
      ...{ id: one.id, kind: 'decision' as const, title: one.title, state: one.state },
      isSuggestion: false,
      values: { rationale: one.rationale },
    })),
    ...action_items.map((one) => ({
      ...{ id: one.id, kind: 'action' as const, title: one.action, state: one.state },
      isSuggestion: false,
      values: one,
    })),
    ...suggestions.map((one) => ({
      ...{ id: one.id, kind: one.kind, title: one.title, state: 'found' },
      isSuggestion: true,
      values: one,
    })),
  ];
}

/** CMD-4: those whose ids a person typed, whole or their beginnings. Refused: one that none or several have. */
export function findResults(meeting: Meeting, given: readonly string[]): Reviewable[] | Refusal {
  const all = reviewablesIn(meeting);
  const found: Reviewable[] = [];
  for (const text of given) {
    const one = findResult(meeting, all, text);
    if (isRefusal(one)) return one;
    if (!found.includes(one)) found.push(one);
  }
  return found;
}

const leastTyped = 4;

function findResult(
  meeting: Meeting,
  all: readonly Reviewable[],
  given: string,
): Reviewable | Refusal {
  const text = given.trim().toLowerCase();
  const whole = all.find(({ id }) => id === text);
  if (whole !== undefined) return whole;
  const typed = text.replace(/^(?:dec|act)_/, '');
  const meant = all.filter(
    ({ id }) => id.startsWith(text) || id.slice(id.indexOf('_') + 1).startsWith(text),
  );
  const [only, another] = meant;
  if (typed.length < leastTyped) {
    const least = `${asData(given)}: give at least ${leastTyped} characters of the id.`;
    return refuse('NotFound', least);
  }
  if (only === undefined) {
    const text = `No such result of this meeting: ${asData(given)}. Its results: coord meeting show ${meeting.id}`;
    return refuse('NotFound', text);
  }
  if (another === undefined) return only;
  const short = shortIds(idsIn(meeting));
  const lines = meant.map(({ id, title }) => `  ${short.get(id) ?? id}  ${asData(title)}`);
  const head = `${asData(given)} is the beginning of ${meant.length} results. Give more of the one that you mean:`;
  return refuse('Conflict', [head, ...lines].join('\n'));
}
