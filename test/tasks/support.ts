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
