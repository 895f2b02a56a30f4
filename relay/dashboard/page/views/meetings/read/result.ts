import type { Output } from '../../../../../../shared/api/operations.ts';
import type { ResultState } from '../../../../../../shared/meetings/results.ts';

/** A meeting with what was found in it. */
export type Outcome = Output<'ingestMeeting'>;
export type FoundDecision = Outcome['decisions'][number];
export type FoundAction = Outcome['action_items'][number];

/** One thing that was found. */
export type Result =
  | { readonly kind: 'decision'; readonly id: string; readonly found: FoundDecision }
  | { readonly kind: 'action'; readonly id: string; readonly found: FoundAction };

/** Everything that was found, as the page lists it: decisions first. */
export function resultsOf({ decisions, action_items: actions }: Outcome): readonly Result[] {
  return [
    ...decisions.map((found) => ({ kind: 'decision' as const, id: found.id, found })),
    ...actions.map((found) => ({ kind: 'action' as const, id: found.id, found })),
  ];
}

/** What is decided, or to do. */
export function titleOf(result: Result): string {
  return result.kind === 'decision' ? result.found.title : result.found.action;
}

/** Results of earlier versions have no state; they count as confirmed (MTG-8). */
export function stateOf({ found }: Result): ResultState {
  return found.state ?? 'confirmed';
}

/** What a person's review may change of a result, as the interface takes it. */
export interface Changes {
  readonly state?: ResultState;
  readonly title?: string;
  readonly rationale?: string;
  readonly action?: string;
  readonly assignee?: string | null;
  readonly deadline?: string | null;
  readonly priority?: FoundAction['priority'];
}

/** What of a form differs from the result; undefined when nothing does. */
export function changesIn(result: Result, form: Changes): Changes | undefined {
  const before: Changes =
    result.kind === 'decision'
      ? { title: result.found.title, rationale: result.found.rationale }
      : {
          action: result.found.action,
          deadline: result.found.deadline ?? null,
          priority: result.found.priority,
        };
  const names = Object.keys(form) as (keyof Changes)[];
  const changed = names.filter((name) => form[name] !== before[name]);
  return changed.length === 0
    ? undefined
    : Object.fromEntries(changed.map((name) => [name, form[name]]));
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
