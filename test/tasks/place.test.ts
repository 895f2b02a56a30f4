/** In which workstream a task stands that names none. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { tool } from '../support/tools.ts';
import { startWorkstream, type Task } from './support.ts';

function create(world: World, name: string, input: Input = {}): Promise<Task> {
  const { id } = world.workspace;
  return world.as(name).ok('createTask', { id, title: 'T', description: 'D', ...input });
}

async function joined(world: World, name: string, slug: string): Promise<string> {
  const session_id = await world.as(name).agent(`${name}-${slug}`).start();
  await world.as(name).ok('joinWorkstream', { id: world.workspace.id, slug, session_id });
  return session_id;
}

scenario(
  'TSK-8',
  'a task that names no workstream is put into that of the session',
  async (world) => {
    await startWorkstream(world, 'checkout');
    await startWorkstream(world, 'search');
    const session_id = await joined(world, 'bob', 'search');
    assert.is((await create(world, 'bob', { session_id })).workstream, 'search');
    const named = await create(world, 'bob', { session_id, workstream: 'checkout' });
    assert.is(named.workstream, 'checkout');
  },
);

relayScenario(
  'TSK-8',
  'the tool takes the workstream that its own session has joined',
  async (world) => {
    await startWorkstream(world, 'checkout');
    await startWorkstream(world, 'search');
    const session_id = await joined(world, 'bob', 'search');
    const args = { title: 'T', description: 'D', session_id };
    const made = await tool<Task>(world, 'bob', { tool: 'delegate_task', args });
    assert.is(made.workstream, 'search');
  },
);

scenario(
  'TSK-8',
  'else the only active one that the caller sees, else a 400 that names them',
  async (world) => {
    const { id } = world.workspace;
    const input = { id, title: 'T' };
    const none = await world.as('bob').refused('createTask', input);
    assert.is(none.status, 400);
    assert.is(none.field, 'workstream');
    assert.match(none.message, 'coord workstream start');
    await startWorkstream(world, 'checkout');
    const secret = { id, title: 'S', slug: 'secret', visibility: 'private' };
    await world.as('ada').ok('startWorkstream', secret);
    assert.is((await create(world, 'bob')).workstream, 'checkout');
    const several = await world.as('ada').refused('createTask', input);
    assert.is(several.status, 400);
    assert.match(several.message, 'checkout, secret');
    await world.as('ada').ok('endWorkstream', { id, slug: 'secret', reason: 'Over' });
    assert.is((await create(world, 'ada')).workstream, 'checkout');
  },
);

test.run();
