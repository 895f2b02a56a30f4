/** What agents hear, with their next hook answer, of a task that is handed on, taken or moved before they hear of it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';
import type { TestAgent } from '../support/person.ts';
import { addTask, claim, patch, startWorkstream } from './support.ts';

/** What the agent is told, up to the text that has these words. */
async function hears(agent: TestAgent, words: string): Promise<string> {
  let all = '';
  return eventually(`the agent to hear “${words}”`, async () => {
    all += (await agent.check('docs/plan.md')).message ?? '';
    return all.includes(words) ? all : undefined;
  });
}

scenario(
  'TSK-7',
  'a begun task that is handed on, and put back, is told to its agents',
  async (world) => {
    await startWorkstream(world, 'checkout');
    const [bobs, cleos] = [world.as('bob').agent(), world.as('cleo').agent()];
    const [bob, cleo] = [await bobs.start(), await cleos.start()];
    const { id: task_id } = await addTask(world);
    await claim(world, 'bob', { task_id, session_id: bob });
    await patch(world, task_id, { assignee_session: cleo });
    assert.match(await hears(cleos, 'ada hands you the task'), 'in progress already: go on');
    await hears(bobs, 'to cleo: no more work on it is wanted of you');
    await patch(world, task_id, { status: 'todo' });
    await hears(cleos, 'ada put back the task');
  },
);

scenario(
  'TSK-2',
  'an agent that has a task, or has it no more, is not asked to take it',
  async (world) => {
    await startWorkstream(world, 'checkout');
    const bobs = world.as('bob').agent();
    const bob = await bobs.start();
    const handed = (title: string) => addTask(world, { title, assignee_session: bob });
    const claimed = await handed('Claimed by then');
    await claim(world, 'bob', { task_id: claimed.id, session_id: bob });
    const freed = await handed('Freed by then');
    await patch(world, freed.id, { assignee_session: null });
    const done = await handed('Done by then');
    await patch(world, done.id, { status: 'done' });
    await handed('Still to do');
    const text = await hears(bobs, 'Still to do');
    assert.not.match(text, /Claimed by then|Freed by then/);
    assert.match(text, 'ada finished the task');
    assert.is(text.split('Take it with task_claim').length, 2);
  },
);

test.run();
