import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { TaskRecord, TaskStatus } from '../../../shared/tasks/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { showAnswer } from '../../connection/in-workspace.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import { idColumn, listing, moreBelow } from '../../terminal/table.ts';
import type { Output as Screen } from '../../terminal/output.ts';

export interface ListOptions extends ConnectOptions {
  readonly workstream?: string;
  readonly status?: TaskStatus;
  readonly limit: number;
  readonly before?: string;
}

/** `coord tasks list`: newest first. */
export function listTasks(context: Context, options: ListOptions): Promise<Outcome> {
  const { workstream, status, limit, before } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('listTasks', { id, workstream, status, limit, before }),
    text: ({ tasks }) =>
      lines(
        context.output,
        tasks,
        nothingMatches('tasks', { workstream, status }) ??
          'No tasks. Add one: coord tasks add TITLE --workstream SLUG',
      ),
    note: moreBelow,
  });
}

export type One = ConnectOptions & { readonly id: string };

/** `coord tasks show`: all that is known of one. */
export function showTask(context: Context, options: One): Promise<Outcome> {
  return showAnswer(context, options, {
    ask: (client, id) => client.call('getTask', { id, task_id: options.id }),
    text: (task) => details(context.output, task),
  });
}

export interface AddOptions extends ConnectOptions {
  readonly title: string;
  readonly workstream?: string;
  readonly to?: string;
  readonly after: readonly string[];
  readonly description: string;
}

/** `coord tasks add`: for a session, or for whoever claims it. */
export function addTask(context: Context, options: AddOptions): Promise<Outcome> {
  const { title, workstream, to: to_session, after, description } = options;
  const task = { title, workstream, to_session, description, depends_on: [...after] };
  return showAnswer(context, options, {
    ask: (client, id) => client.call('createTask', { id, ...task }),
    text: (made) => {
      const where = workstream === undefined ? `, in ${made.workstream}` : '';
      return `${made.id} (${made.status}): ${asData(made.title)}${where}${waiting(made)}`;
    },
  });
}

/** `coord tasks claim`: for an agent's session, or for the person who types it. */
export function claimTask(
  context: Context,
  options: One & { readonly session?: string },
): Promise<Outcome> {
  const { id: task_id, session: session_id } = options;
  return showAnswer(context, options, {
    ask: (client, id) => client.call('claimTask', { id, task_id, session_id }),
    text: (task) => `${task.id} is with ${nameIn(task)}: ${asData(task.title)}`,
  });
}

/** `coord tasks done`: what waited for it alone becomes free. */
export function finishTask(context: Context, options: One): Promise<Outcome> {
  return moveTask(context, options, 'done');
}

/** `coord tasks cancel`: what waits for it is not freed by that. */
export function cancelTask(context: Context, options: One): Promise<Outcome> {
  return moveTask(context, options, 'cancelled');
}

function moveTask(context: Context, options: One, status: 'done' | 'cancelled'): Promise<Outcome> {
  const { id: task_id } = options;
  let already = '';
  return showAnswer(context, options, {
    ask: async (client, id) => {
      const before = await client.call('getTask', { id, task_id });
      if (!isRefusal(before) && before.status === status) already = ' already';
      return client.call('changeTask', { id, task_id, status });
    },
    text: (task) => `${task.id} is ${task.status}${already}: ${asData(task.title)}`,
  });
}

function lines(output: Screen, tasks: readonly TaskRecord[], nothing: string): string {
  if (tasks.length === 0) return nothing;
  return listing(output, tasks, [
    idColumn,
    { title: 'STATUS', cell: (one) => one.status },
    { title: 'TITLE', flexible: true, main: true, cell: (one) => one.title },
    { title: 'WORKSTREAM', flexible: true, cell: (one) => one.workstream },
    { title: 'WITH', flexible: true, cell: (one) => one.assignee_name ?? '' },
  ]);
}

function details({ style }: Screen, task: TaskRecord): string {
  const made = `${task.workstream} · ${asData(task.created_by_name, 80)} · ${task.created_at.slice(0, 10)} · ${task.id}`;
  const facts: readonly (readonly [string, string])[] = [
    ['status', task.status],
    ['with', task.assignee_name === undefined ? '' : nameIn(task)],
    ['after', task.depends_on.join(', ')],
    ['waits for', task.waits_for.join(', ')],
    ['context', task.context === null ? '' : asData(JSON.stringify(task.context), 2_000)],
  ];
  return [
    style.bold(asData(task.title, 300)),
    style.dim(made),
    ...(task.description === '' ? [] : task.description.split('\n')).map((line) =>
      asData(line, 2_000),
    ),
    ...facts
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `${style.dim(`${name}:`)} ${text}`),
  ].join('\n');
}

function nameIn({ assignee_name: name = '', assignee_session: session }: TaskRecord): string {
  return session === undefined ? asData(name, 80) : `${asData(name, 80)} (${session})`;
}

function waiting({ waits_for: ids }: TaskRecord): string {
  return ids.length === 0 ? '' : `, waits for ${ids.join(', ')}`;
}
