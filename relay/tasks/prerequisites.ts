import { quoted } from '../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { TaskStatus } from '../../shared/tasks/contract.ts';
import type { Reader } from '../workstream-branches/queries.ts';
import * as queries from './queries.ts';
import { type Prerequisite, selectWaitingEdges } from './prerequisite-queries.ts';
import type { Db } from '../store/schema.ts';

/** Where they are looked for, and by whom. */
interface Place {
  readonly workspaceId: string;
  readonly reader: Reader;
}

/**
 * The tasks that a list names, each once and in order of their ids. Refused with NotFound for one that the reader cannot see;
 * those in `kept` are taken whoever looks.
 */
export async function findPrerequisites(
  db: Db,
  { workspaceId, reader }: Place,
  { ids: given = [], kept = [] }: { ids: readonly string[] | undefined; kept?: readonly string[] },
): Promise<queries.Task[] | Refusal> {
  const ids = [...new Set(given)].sort();
  const seen = await queries.selectTasksById(db, { workspaceId, ids }, reader);
  const visible = new Set([...kept, ...seen.map(({ id }) => id)]);
  const missing = ids.find((id) => !visible.has(id));
  if (missing !== undefined) return noPrerequisite(missing);
  return queries.selectTasksById(db, { workspaceId, ids }, queries.unrestricted);
}

/**
 * The other list of a task that has one already: null when nobody gave one, or the one that it has. Refused as above.
 */
export async function nextPrerequisites(
  db: Db,
  place: Place,
  {
    taskId,
    had,
    ids,
  }: { taskId: string; had: readonly string[]; ids: readonly string[] | undefined },
): Promise<Prerequisite[] | null | Refusal> {
  if (ids === undefined) return null;
  const found = await findPrerequisites(db, place, { ids, kept: had });
  if (isRefusal(found)) return found;
  const isSame = found.length === had.length && found.every(({ id }) => had.includes(id));
  if (isSame) return null;
  return found.map(({ id, status }) => {
    return { task_id: taskId, depends_on: id, status: status as TaskStatus };
  });
}

/** TSK-6: a Conflict that tells the circle by its titles, when the task would wait for itself; otherwise undefined. */
export async function refuseCircle(
  db: Db,
  { workspaceId, reader }: Place,
  { taskId, ids }: { taskId: string; ids: readonly string[] },
): Promise<Refusal | undefined> {
  const edges = await selectWaitingEdges(db, workspaceId, ids);
  const circle = pathTo(taskId, ids, edges);
  if (circle === undefined) return undefined;
  const seen = await queries.selectTasksById(db, { workspaceId, ids: circle }, reader);
  const titles = new Map(seen.map(({ id, title }) => [id, quoted(title, 80)]));
  const names = shortened([taskId, ...circle]).map((id) => {
    return id === '…' ? id : (titles.get(id) ?? 'a task that is not shown to you');
  });
  const text = `depends_on: the tasks would wait for each other in a circle: ${names.join(' -> ')}. Leave one of them out.`;
  return refuse('Conflict', text, { field: 'depends_on', circle: [taskId, ...circle] });
}

const maxTitles = 8;

function shortened(ids: readonly string[]): string[] {
  return ids.length <= maxTitles
    ? [...ids]
    : [...ids.slice(0, maxTitles - 1), '…', ...ids.slice(-1)];
}

/** The shortest way from one of `starts` to the goal, both included. */
function pathTo(
  goal: string,
  starts: readonly string[],
  edges: readonly Pick<Prerequisite, 'task_id' | 'depends_on'>[],
): string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { task_id, depends_on } of edges)
    next.set(task_id, [...(next.get(task_id) ?? []), depends_on]);
  const cameFrom = new Map<string, string | undefined>(starts.map((id) => [id, undefined]));
  for (const id of cameFrom.keys()) {
    if (id === goal) return wayBack(cameFrom, goal);
    for (const depends_on of next.get(id) ?? []) {
      if (!cameFrom.has(depends_on)) cameFrom.set(depends_on, id);
    }
  }
  return undefined;
}

function wayBack(cameFrom: ReadonlyMap<string, string | undefined>, goal: string): string[] {
  const path = [goal];
  for (let at = cameFrom.get(goal); at !== undefined; at = cameFrom.get(at)) path.unshift(at);
  return path;
}

function noPrerequisite(id: string): Refusal {
  return refuse('NotFound', `depends_on: there is no task ${id}.`, { field: 'depends_on' });
}
