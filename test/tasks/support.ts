import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';

/** A workstream of the team, for tasks to stand in. */
export function startWorkstream(world: World, slug: string): Promise<Output<'startWorkstream'>> {
  return world.as('ada').ok('startWorkstream', { id: world.workspace.id, title: slug, slug });
}

/** A task of the workstream `checkout`, for anyone unless `input` says otherwise. */
export function addTask(world: World, input: Input = {}): Promise<Output<'createTask'>> {
  const { id } = world.workspace;
  return world.as('ada').ok('createTask', { id, workstream: 'checkout', title: 'T', ...input });
}

/** As the relay answers it. */
export type Task = Output<'getTask'>;

/** Ada changes fields of the task. */
export async function patch(world: World, task_id: string, input: Input): Promise<Task> {
  return world.as('ada').ok('changeTask', { id: world.workspace.id, task_id, ...input });
}

/** Somebody takes the task, with the session `session_id` or as a person. */
export function claim(world: World, name: string, { task_id, session_id }: Input): Promise<Task> {
  return world.as(name).ok('claimTask', { id: world.workspace.id, task_id, session_id });
}

/** The status of the task, as Cleo sees it. */
export async function statusOf(world: World, task_id: string): Promise<string> {
  return (await world.as('cleo').ok('getTask', { id: world.workspace.id, task_id })).status;
}
