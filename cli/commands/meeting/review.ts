import type { Client, Request } from '../../../shared/api/client.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { WorkPackageRecord } from '../../../shared/work-packages/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import type { Meeting } from './details.ts';
import { findResults, reviewablesIn, type Reviewable } from './find-results.ts';

interface OfMeeting extends ConnectOptions {
  readonly meeting: string;
}

export interface ConfirmOptions extends OfMeeting {
  readonly result: readonly string[];
  readonly all?: boolean;
}

/** `coord meeting confirm`: the results count as people confirmed them, and suggestions count from now on. */
export async function confirmResults(context: Context, options: ConfirmOptions): Promise<Outcome> {
  const { result, all } = options;
  if (result.length === 0 && all !== true) {
    const text = 'Name results of the meeting, or give --all for those that wait.';
    return refuse('ValidationError', text, { field: 'result' });
  }
  return reviewEach(context, options, {
    choose: (meeting) => (all === true ? waitingIn(meeting) : findResults(meeting, result)),
    changes: () => ({ state: 'confirmed' }),
    said: 'is confirmed',
  });
}

/** What `--all` means: suggestions are judged one by one. */
function waitingIn(meeting: Meeting): Reviewable[] {
  return reviewablesIn(meeting).filter(
    ({ state, isSuggestion }) => state === 'found' && !isSuggestion,
  );
}

/** `coord meeting drop`: the results count no more. */
export function dropResults(
  context: Context,
  options: OfMeeting & { readonly result: readonly string[] },
): Promise<Outcome> {
  return reviewEach(context, options, {
    choose: (meeting) => findResults(meeting, options.result),
    changes: () => ({ state: 'dropped' }),
    said: 'is dropped',
  });
}

export interface EditOptions extends OfMeeting {
  readonly result: string;
  readonly title?: string;
  readonly action?: string;
  readonly rationale?: string;
  readonly assignee?: string;
  readonly deadline?: string;
  readonly priority?: 'high' | 'medium' | 'low';
}

/** `coord meeting edit`: other words for a result; its sentence stays. */
export async function editResult(context: Context, options: EditOptions): Promise<Outcome> {
  const { title, action, rationale, assignee, deadline, priority } = options;
  const given = [title, action, rationale, assignee, deadline, priority];
  if (given.every((one) => one === undefined)) {
    const text =
      'Say what to change: --title, --action, --rationale, --assignee, --deadline or --priority.';
    return refuse('ValidationError', text, { field: 'title' });
  }
  return reviewEach(context, options, {
    choose: (meeting) => {
      const found = findResults(meeting, [options.result]);
      return isRefusal(found) ? found : (refuseForeign(found, options) ?? found);
    },
    changes: () => ({
      ...(title !== undefined && { title }),
      ...(action !== undefined && { action }),
      ...(rationale !== undefined && { rationale }),
      ...(assignee !== undefined && { assignee: orNone(assignee) }),
      ...(deadline !== undefined && { deadline: orNone(deadline) }),
      ...(priority !== undefined && { priority }),
    }),
    said: 'is changed',
    now: (one) => valuesOf(one, options),
  });
}

const optionsOf = {
  decision: ['title', 'rationale'],
  action: ['action', 'assignee', 'deadline', 'priority'],
} as const;

/** An option that the other kind of result has. */
function refuseForeign([one]: readonly Reviewable[], options: EditOptions): Refusal | undefined {
  if (one === undefined) return undefined;
  const isAction = one.kind === 'action';
  const foreign = optionsOf[isAction ? 'decision' : 'action'];
  const field = foreign.find((name) => options[name] !== undefined);
  if (field === undefined) return undefined;
  const own = optionsOf[one.kind].map((name) => `--${name}`).join(', ');
  const what = isAction ? 'an action item' : 'a decision';
  const text = `--${field} does not fit: ${one.id} is ${what}, which takes ${own}.`;
  return refuse('ValidationError', text, { field });
}

/** Beside its title, what of it was given, as it is now. */
function valuesOf({ values }: Reviewable, options: EditOptions): string {
  const said = (['rationale', 'assignee', 'deadline', 'priority'] as const)
    .filter((name) => options[name] !== undefined)
    .map((name) => `${name} ${asData(values[name] || 'none', 300)}`);
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

/** `coord meeting assign`: who does an action item. */
export function assignResult(
  context: Context,
  options: OfMeeting & { readonly result: string; readonly person: string },
): Promise<Outcome> {
  const person = orNone(options.person);
  return reviewEach(context, options, {
    choose: (meeting) => findResults(meeting, [options.result]),
    changes: () => ({ assignee: person }),
    said: person === null ? 'is with nobody' : `is with ${asData(person, 80)}`,
  });
}

function orNone(given: string): string | null {
  return given === '' || given.toLowerCase() === 'none' ? null : given;
}

export type Changes = Omit<Request<'reviewResult'>, 'meeting_id' | 'result_id'>;

interface Review {
  readonly choose: (meeting: Meeting) => readonly Reviewable[] | Refusal;
  readonly changes: (one: Reviewable) => Changes;
  readonly said: string;
  /** More of what it is now. */
  readonly now?: (one: Reviewable) => string;
}

/** Reviews the chosen results one after the other; shows the meeting as it is then, or a line for each. */
function reviewEach(
  context: Context,
  options: OfMeeting,
  { choose, changes, said, now }: Review,
): Promise<Outcome> {
  const lines: string[] = [];
  return showAnswer(context, options, {
    ask: async (client) => {
      const found = await readMeeting(client, options.meeting);
      if (isRefusal(found)) return found;
      const chosen = choose(found);
      if (isRefusal(chosen)) return chosen;
      let meeting: Meeting = found;
      for (const one of chosen) {
        const result = { meeting_id: meeting.id, result_id: one.id, ...changes(one) };
        const answer: Meeting | Refusal = await client.call('reviewResult', result);
        if (isRefusal(answer)) return answer;
        const is = reviewablesIn(answer).find(({ id }) => id === one.id) ?? one;
        lines.push(`${one.id} ${said}: ${asData(is.title)}${now?.(is) ?? ''}`);
        lines.push(...alsoChanged(meeting, answer));
        meeting = answer;
      }
      return meeting;
    },
    text: () => (lines.length === 0 ? 'Nothing waits for a review.' : lines.join('\n')),
  });
}

/** What else a review has changed or says: who has a work package now or has none any more, and new notices. */
export function alsoChanged(before: Meeting, after: Meeting): string[] {
  const were = new Map(before.work_packages.map((one) => [one.id, one]));
  const areNow = new Set(after.work_packages.map(({ id }) => id));
  const { notices: known = [] } = before;
  return [
    ...after.work_packages
      .filter(({ id, assignee }) => assignee !== were.get(id)?.assignee)
      .map(whoHasIt),
    ...before.work_packages
      .filter(({ id, assignee }) => assignee !== undefined && !areNow.has(id))
      .map(
        ({ id, title, assignee_name: name = '' }) =>
          `${id} is no longer with ${asData(name, 80)}, for nothing of it is left: ${asData(title)}`,
      ),
    ...(after.notices ?? [])
      .filter((notice) => !known.includes(notice))
      .map((notice) => asData(notice, 400)),
  ];
}

function whoHasIt({ id, status, title, assignee_name: name }: WorkPackageRecord): string {
  if (name === undefined) return `${id} is open again, for whoever claims it: ${asData(title)}`;
  return `${id} is ${status} with it, for ${asData(name, 80)}: ${asData(title)}`;
}

/** A meeting without its words. */
export function readMeeting(client: Client, meeting_id: string): Promise<Meeting | Refusal> {
  return client.call('getMeeting', { meeting_id, brief: true });
}
