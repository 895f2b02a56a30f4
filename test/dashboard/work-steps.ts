/** What there is to work on in the tests of Work: tasks, and the packages of a meeting. */
import { stream } from '../gate/steps.ts';
import type { World } from '../support/harness.ts';

/** On a machine that does other things too; alone it takes less than 300. */
export const shownWithinMs = 1_500;

/** A task of the workstream of the tests. */
export async function addTask(world: World, title: string, more: object = {}): Promise<string> {
  const { id } = world.workspace;
  return (await world.as('ada').ok('createTask', { id, workstream: stream, title, ...more })).id;
}

/** Ada's meeting about a file. */
export async function meet(world: World): Promise<void> {
  const workspace_id = world.workspace.id;
  const transcript = 'Ann: We decided to use JWT in src/auth.ts.\nBob: I will write the docs.';
  await world.as('ada').ok('ingestMeeting', { workspace_id, title: '<b>Login</b>', transcript });
}
