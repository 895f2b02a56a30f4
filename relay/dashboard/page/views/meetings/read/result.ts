import type { Output } from '../../../../../../shared/api/operations.ts';
import { leastSure } from '../../../../../../shared/meetings/confidence.ts';
import type { ResultState } from '../../../../../../shared/meetings/results.ts';
import type { ResultWords } from '../../../kit/result-words.ts';

/** A meeting with what was found in it. */
export type Outcome = Output<'ingestMeeting'>;
export type FoundDecision = Outcome['decisions'][number];
export type FoundAction = Outcome['action_items'][number];

/** One thing that was found. `isSuggestion`: it counts only when it is confirmed (MTG-12). */
export type Result = { readonly id: string; readonly isSuggestion?: true } & (
  | { readonly kind: 'decision'; readonly found: FoundDecision }
  | { readonly kind: 'action'; readonly found: FoundAction }
);

/** Everything that was found, as the page lists it: decisions first. */
export function resultsOf({ decisions, action_items: actions }: Outcome): readonly Result[] {
  return [
    ...decisions.map((found) => ({ kind: 'decision' as const, id: found.id, found })),
    ...actions.map((found) => ({ kind: 'action' as const, id: found.id, found })),
  ];
}

/** What the reader was not sure enough of, in the form of results. */
export function suggestionsOf({ suggestions = [] }: Outcome): readonly Result[] {
  return suggestions.map((one): Result => {
    const {
      id,
      title,
      rationale = '',
      type = 'approach',
      assignee = '',
      priority = 'medium',
    } = one;
    const { affected_files = [], affected_areas = [] } = one;
    const found = { ...one, state: 'found' as const };
    const isSuggestion = true;
    return one.kind === 'decision'
      ? {
          id,
          isSuggestion,
          kind: 'decision',
          found: { ...found, rationale, type, affected_files, affected_areas },
        }
      : {
          id,
          isSuggestion,
          kind: 'action',
          found: { ...found, action: title, assignee, priority },
        };
  });
}

/** Those of which a reader was sure; all that was read otherwise, of which nothing is known. */
export function sureOf(results: readonly Result[]): readonly Result[] {
  return results.filter(
    (result) => stateOf(result) === 'found' && (result.found.confidence ?? 1) >= leastSure,
  );
}

/** What is decided, or to do. */
export function titleOf(result: Result): string {
  return result.kind === 'decision' ? result.found.title : result.found.action;
}

/** Results of earlier versions have no state; they count as confirmed (MTG-8). */
export function stateOf({ found }: Result): ResultState {
  return found.state ?? 'confirmed';
}

/** What of it the form shows. */
export function wordsOf(result: Result): ResultWords {
  const none = { assignee: '', deadline: '', deadlineWords: '', priority: 'medium' as const };
  const title = titleOf(result);
  if (result.kind === 'decision')
    return { ...none, kind: 'decision', title, rationale: result.found.rationale };
  const { assignee, deadline = '', deadline_words: deadlineWords = '', priority } = result.found;
  return { kind: 'action', title, rationale: '', assignee, deadline, deadlineWords, priority };
}

interface Named {
  readonly user_id: string;
  readonly name: string;
}

/** Whom an action item can be given to: members, and whoever was named as it was said. `value` is what the interface takes. */
export function assigneesFor(
  { assignee }: Pick<FoundAction, 'assignee'>,
  members: readonly Named[],
): { readonly value: string; readonly options: readonly { value: string; label: string }[] } {
  const known = members.find(({ name }) => name === assignee);
  const asSaid =
    assignee === '' || known !== undefined ? [] : [{ value: assignee, label: assignee }];
  const options = [
    { value: '', label: 'Nobody' },
    ...asSaid,
    ...members.map(({ user_id: value, name: label }) => ({ value, label })),
  ];
  return { value: known?.user_id ?? assignee, options };
}
