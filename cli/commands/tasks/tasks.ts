import type { Client } from '../../../shared/api/client.ts';
import type { Input, Output } from '../../../shared/api/operations.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { TaskRecord, TaskStatus } from '../../../shared/tasks/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { nothingMatches } from '../../terminal/nothing-matches.ts';
import { listing, tellMore } from '../../terminal/table.ts';
import type { Output as Screen } from '../../terminal/output.ts';

export interface ListOptions extends ConnectOptions {
  readonly workstream?: string;
  readonly status?: TaskStatus;
  readonly limit: number;
  readonly before?: string;
}

/** `coord tasks list`: newest first. */
export async function listTasks(
  { terminal, output }: Context,
  options: ListOptions,
): Promise<Outcome> {
  const { workstream, status, limit, before } = options;
  const answer = await inWorkspace(terminal, options, (client, id) =>
    tasksOf(client, { id, workstream, status, limit, before }),
  );
  if (isRefusal(answer)) return answer;
  const nothing = nothingMatches('tasks', { workstream, status });
  output.show(answer, () => lines(output, answer.tasks, nothing));
  tellMore(output, answer.next_cursor);
  return 0;
}

/** An unknown workstream is no filter that nothing matches. */
async function tasksOf(
  client: Client,
  query: Input<'listTasks'>,
): Promise<Output<'listTasks'> | Refusal> {
  const answer = await client.call('listTasks', query);
  const { id, workstream: slug } = query;
  if (isRefusal(answer) || answer.tasks.length > 0 || slug === undefined) return answer;
  const found = await client.call('getWorkstream', { id, slug });
  if (!isRefusal(found) || found.error !== 'NotFound') return answer;
  return refuse('NotFound', `No workstream is called ${slug}. See: coord workstream list`);
}

export type One = ConnectOptions & { readonly id: string };

/** `coord tasks show`: all that is known of one. */
export function showTask(context: Context, options: One): Promise<Outcome> {
  return tell(context, options, {
    ask: (client, id) => client.call('getTask', { id, task_id: options.id }),
    show: (task) => details(context.output, task),
  });
}

export interface AddOptions extends ConnectOptions {
  readonly title: string;
  readonly workstream: string;
  readonly to?: string;
  readonly after: readonly string[];
  readonly description: string;
}

/** `coord tasks add`: for a session, or for whoever claims it. */
export function addTask(context: Context, options: AddOptions): Promise<Outcome> {
  const { title, workstream, to: to_session, after, description } = options;
  const task = { title, workstream, to_session, description, depends_on: [...after] };
  return tell(context, options, {
    ask: (client, id) => client.call('createTask', { id, ...task }),
    show: (made) => `${made.id} (${made.status}): ${asData(made.title)}${waiting(made)}`,
  });
}

/** `coord tasks claim`: for an agent's session, or for the person who types it. */
export function claimTask(
  context: Context,
  options: One & { readonly session?: string },
): Promise<Outcome> {
  const { id: task_id, session: session_id } = options;
  return tell(context, options, {
    ask: (client, id) => client.call('claimTask', { id, task_id, session_id }),
    show: (task) => `${task.id} is with ${nameIn(task)}: ${asData(task.title)}`,
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
  return tell(context, options, {
    ask: async (client, id) => {
      const before = await client.call('getTask', { id, task_id });
      if (!isRefusal(before) && before.status === status) already = ' already';
      return client.call('changeTask', { id, task_id, status });
    },
    show: (task) => `${task.id} is ${task.status}${already}: ${asData(task.title)}`,
  });
}

interface Telling {
  readonly ask: (client: Client, workspaceId: string) => Promise<Output<'getTask'> | Refusal>;
  readonly show: (task: TaskRecord) => string;
}

async function tell(
  { terminal, output }: Context,
  options: ConnectOptions,
  { ask, show }: Telling,
): Promise<Outcome> {
  const task = await inWorkspace(terminal, options, ask);
  if (isRefusal(task)) return task;
  output.show(task, () => show(task));
  return 0;
}

function lines(output: Screen, tasks: readonly TaskRecord[], nothing: string | undefined): string {
  if (tasks.length === 0)
    return nothing ?? 'No tasks. Add one: coord tasks add TITLE --workstream SLUG';
  const rows = tasks.map((one) => [
    one.id,
    one.status,
    one.title,
    one.workstream,
    one.assignee_name ?? '',
  ]);
  const columns = [
    { title: 'ID', id: true },
    { title: 'STATUS' },
    { title: 'TITLE', flexible: true, main: true },
    { title: 'WORKSTREAM', flexible: true },
    { title: 'WITH', flexible: true },
  ];
  return listing(output, columns, rows);
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
