import type { TaskStatus } from '../../shared/tasks/contract.ts';

/** One task, as simply as the rules can be said. `agent` has it or is meant to; undefined for nobody. */
export interface ModelTask {
  readonly status: TaskStatus;
  readonly agent: string | undefined;
  readonly after: readonly number[];
}

export interface Model {
  /** Who runs an agent; two agents may have the same. The owner of the workspace makes every task. */
  readonly userOf: (agent: string) => string;
  readonly owner: string;
  readonly tasks: readonly ModelTask[];
  /** The agents that are alive. */
  readonly alive: ReadonlySet<string>;
}

/** What one agent does; tasks are numbered in the order in which they were made. */
export type Action =
  | { readonly kind: 'create'; readonly to?: string | undefined; readonly after: readonly number[] }
  | { readonly kind: 'claim'; readonly agent: string; readonly task: number }
  | {
      readonly kind: 'move';
      readonly agent: string;
      readonly task: number;
      readonly status: TaskStatus;
    }
  | { readonly kind: 'assign'; readonly task: number; readonly to: string | undefined }
  | {
      readonly kind: 'depend';
      readonly agent: string;
      readonly task: number;
      readonly on: readonly number[];
    }
  | { readonly kind: 'start' | 'end'; readonly agent: string };

/** The status of the answer that refuses an action: 403 for who may not, 409 for what does not fit. */
export type Refused = 403 | 409;

/** The model after the action, or how the rules refuse it. */
export function after(model: Model, action: Action): Model | Refused {
  switch (action.kind) {
    case 'start':
      return { ...model, alive: new Set(model.alive).add(action.agent) };
    case 'end':
      return { ...model, alive: new Set([...model.alive].filter((one) => one !== action.agent)) };
    case 'create': {
      const status = action.after.every((at) => hasEnded(model, at)) ? 'todo' : 'blocked';
      const task = { status, agent: action.to, after: action.after } as const;
      return { ...model, tasks: [...model.tasks, task] };
    }
    case 'claim':
      return claimed(model, action);
    case 'move':
      return moved(model, action);
    case 'assign':
      return assigned(model, action);
    case 'depend':
      return depending(model, action);
  }
}

type Of<Kind> = Extract<Action, { kind: Kind }>;

function claimed(model: Model, { agent, task: at }: Of<'claim'>): Model | Refused {
  const task = model.tasks[at];
  if (task === undefined || !model.alive.has(agent)) return 409;
  const holder = liveAgent(model, task);
  if (task.status === 'in_progress' && holder === agent) return model;
  const dropped = task.status === 'in_progress' && holder === undefined;
  if (task.status !== 'todo' && !dropped) return 409;
  if (holder !== undefined && holder !== agent) return 409;
  return withTask(model, at, { ...task, status: 'in_progress', agent });
}

const moves: Readonly<Record<TaskStatus, string>> = {
  todo: 'in_progress done cancelled',
  in_progress: 'todo done cancelled',
  blocked: 'todo cancelled',
  done: '',
  cancelled: '',
};

function moved(model: Model, { agent, task: at, status }: Of<'move'>): Model | Refused {
  const task = model.tasks[at];
  if (task === undefined) return 409;
  if (task.status === status) return model;
  if (!moves[task.status].split(' ').includes(status)) return 409;
  // TSK-1: what waits for nothing is not blocked any more, so nobody has to free it.
  if (task.status === 'blocked' && status === 'todo') return 409;
  const holder = liveAgent(model, task);
  const { userOf, owner } = model;
  if (task.status === 'in_progress') {
    const mayMove = holder === undefined || [userOf(holder), owner].includes(userOf(agent));
    if (!mayMove) return 403;
  } else if (holder !== undefined && holder !== agent) return 409;
  const takes = holder === undefined && (status === 'in_progress' || status === 'done');
  if (takes && status === 'in_progress' && !model.alive.has(agent)) return 409;
  const back = task.status === 'in_progress' && status === 'todo';
  const next = takes ? agent : back ? undefined : task.agent;
  const changed = withTask(model, at, { ...task, status, agent: next });
  return status === 'done' || status === 'cancelled' ? unblocked(changed) : changed;
}

/** TSK-6 */
function depending(model: Model, { agent, task: at, on }: Of<'depend'>): Model | Refused {
  const task = model.tasks[at];
  if (task === undefined) return 409;
  if (task.status !== 'todo' && task.status !== 'blocked') return 409;
  if (task.after.length === on.length && on.every((one) => task.after.includes(one))) return model;
  const holder = liveAgent(model, task);
  if (holder !== undefined && holder !== agent) return 409;
  const next = withTask(model, at, { ...task, after: on });
  if (waitsForItself(next, at)) return 409;
  const status = on.every((one) => hasEnded(model, one)) ? 'todo' : 'blocked';
  return withTask(next, at, { ...task, after: on, status });
}

function waitsForItself({ tasks }: Model, at: number): boolean {
  const seen = new Set<number>();
  const open = [...(tasks[at]?.after ?? [])];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one === at) return true;
    if (!seen.has(one)) open.push(...(tasks[one]?.after ?? []));
    seen.add(one);
  }
  return false;
}

export function hasEnded({ tasks }: Model, at: number): boolean {
  return ['done', 'cancelled'].includes(tasks[at]?.status ?? '');
}

/** A person does it, so nobody stands against it. */
function assigned(model: Model, { task: at, to }: Of<'assign'>): Model | Refused {
  const task = model.tasks[at];
  if (task === undefined || task.status === 'done' || task.status === 'cancelled') return 409;
  const taken = to === undefined && task.status === 'in_progress';
  return withTask(model, at, { ...task, agent: to, status: taken ? 'todo' : task.status });
}

/** TSK-1 */
function unblocked(model: Model): Model {
  const free = ({ status, after: before }: ModelTask) =>
    status === 'blocked' && before.every((at) => hasEnded(model, at));
  return {
    ...model,
    tasks: model.tasks.map((task) => (free(task) ? { ...task, status: 'todo' } : task)),
  };
}

function liveAgent({ alive }: Pick<Model, 'alive'>, { agent }: ModelTask): string | undefined {
  return agent !== undefined && alive.has(agent) ? agent : undefined;
}

function withTask(model: Model, at: number, task: ModelTask): Model {
  return { ...model, tasks: model.tasks.with(at, task) };
}
