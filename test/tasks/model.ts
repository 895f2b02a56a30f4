import type { TaskStatus } from '../../shared/tasks/contract.ts';

/** One task, as simply as the rules can be said. `agent` has it or is meant to; undefined for nobody. */
export interface ModelTask {
  readonly status: TaskStatus;
  readonly agent: string | undefined;
  readonly after: readonly number[];
}

export interface Model {
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
  | { readonly kind: 'start' | 'end'; readonly agent: string };

export const emptyModel: Model = { tasks: [], alive: new Set() };

/** The model after the action; undefined when the rules refuse it. */
export function after(model: Model, action: Action): Model | undefined {
  switch (action.kind) {
    case 'start':
      return { ...model, alive: new Set(model.alive).add(action.agent) };
    case 'end':
      return { ...model, alive: new Set([...model.alive].filter((one) => one !== action.agent)) };
    case 'create': {
      const waits = action.after.some((at) => model.tasks[at]?.status !== 'done');
      const status = waits ? 'blocked' : 'todo';
      const task = { status, agent: action.to, after: action.after } as const;
      return { ...model, tasks: [...model.tasks, task] };
    }
    case 'claim':
      return claimed(model, action);
    case 'move':
      return moved(model, action);
    case 'assign':
      return assigned(model, action);
  }
}

type Of<Kind> = Extract<Action, { kind: Kind }>;

function claimed(model: Model, { agent, task: at }: Of<'claim'>): Model | undefined {
  const task = model.tasks[at];
  if (task === undefined || !model.alive.has(agent)) return undefined;
  const holder = liveAgent(model, task);
  if (task.status === 'in_progress' && holder === agent) return model;
  const dropped = task.status === 'in_progress' && holder === undefined;
  if (task.status !== 'todo' && !dropped) return undefined;
  if (holder !== undefined && holder !== agent) return undefined;
  return withTask(model, at, { ...task, status: 'in_progress', agent });
}

const moves: Readonly<Record<TaskStatus, string>> = {
  todo: 'in_progress done cancelled',
  in_progress: 'todo done cancelled',
  blocked: 'todo cancelled',
  done: '',
  cancelled: '',
};

function moved(model: Model, { agent, task: at, status }: Of<'move'>): Model | undefined {
  const task = model.tasks[at];
  if (task === undefined) return undefined;
  if (task.status === status) return model;
  if (!moves[task.status].split(' ').includes(status)) return undefined;
  const ended = (one: number) => ['done', 'cancelled'].includes(model.tasks[one]?.status ?? '');
  if (task.status === 'blocked' && status === 'todo' && !task.after.every(ended)) return undefined;
  const holder = liveAgent(model, task);
  if (holder !== undefined && holder !== agent) return undefined;
  const takes = holder === undefined && (status === 'in_progress' || status === 'done');
  if (takes && status === 'in_progress' && !model.alive.has(agent)) return undefined;
  const back = task.status === 'in_progress' && status === 'todo';
  const next = takes ? agent : back ? undefined : task.agent;
  const changed = withTask(model, at, { ...task, status, agent: next });
  return status === 'done' ? unblocked(changed) : changed;
}

/** A person does it, so nobody stands against it. */
function assigned(model: Model, { task: at, to }: Of<'assign'>): Model | undefined {
  const task = model.tasks[at];
  if (task === undefined || task.status === 'done' || task.status === 'cancelled') return undefined;
  const taken = to === undefined && task.status === 'in_progress';
  return withTask(model, at, { ...task, agent: to, status: taken ? 'todo' : task.status });
}

/** TSK-1 */
function unblocked(model: Model): Model {
  const free = ({ status, after: before }: ModelTask) =>
    status === 'blocked' && before.every((at) => model.tasks[at]?.status === 'done');
  return {
    ...model,
    tasks: model.tasks.map((task) => (free(task) ? { ...task, status: 'todo' } : task)),
  };
}

function liveAgent({ alive }: Model, { agent }: ModelTask): string | undefined {
  return agent !== undefined && alive.has(agent) ? agent : undefined;
}

function withTask(model: Model, at: number, task: ModelTask): Model {
  return { ...model, tasks: model.tasks.with(at, task) };
}
