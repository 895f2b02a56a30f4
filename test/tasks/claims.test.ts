/** Who gets a task that several want, and how long it is theirs. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import type { Input } from '../support/person.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { addTask, startWorkstream, patch, claim, statusOf } from './support.ts';

scenario('TSK-2', 'of two that claim one wins, and the other learns who', async (world) => {
  await startWorkstream(world, 'checkout');
  const bobs = await world.as('bob').agent().start();
  const cleos = await world.as('cleo').agent().start();
  const { id: task_id } = await addTask(world);
  const feed = await world.as('ada').feed();
  const won = await claim(world, 'bob', { task_id, session_id: bobs });
  assert.is(won.status, 'in_progress');
  assert.is(won.assignee_session, bobs);
  assert.is(won.assignee_name, 'bob');
  assert.ok(won.started_at);
  const input = { id: world.workspace.id, task_id, session_id: cleos };
  const lost = await world.as('cleo').refused('claimTask', input);
  assert.is(lost.status, 409);
  assert.match(lost.message, `was claimed by bob (claude-code)`);
  assert.equal(await claim(world, 'bob', { task_id, session_id: bobs }), won, 'twice is once');
  const { data } = await feed.next('task_claimed', { user: 'bob', session_id: bobs });
  assert.is((data['task'] as Input)['assignee_session'], bobs);
  feed.close();
});

scenario('TSK-2', 'of many claims at once exactly one wins', async (world) => {
  await startWorkstream(world, 'checkout');
  const names = ['ada', 'bob', 'cleo'] as const;
  const agents: { name: string; session_id: string }[] = [];
  for (let index = 0; index < 12; index += 1) {
    const name = names[index % names.length] ?? 'ada';
    agents.push({ name, session_id: await world.as(name).agent(`${name}-race-${index}`).start() });
  }
  await world.quiet();
  for (let round = 0; round < 5; round += 1) {
    const { id: task_id } = await addTask(world);
    const input = { id: world.workspace.id, task_id };
    const answers = await Promise.all(
      agents.map(({ name, session_id }) =>
        world.as(name).call('claimTask', { ...input, session_id }),
      ),
    );
    const winners = answers.flatMap(({ status }, at) => (status === 200 ? [agents[at]] : []));
    assert.is(winners.length, 1, JSON.stringify(answers.map(({ status }) => status)));
    const others = answers.filter(({ status }) => status !== 200);
    const winner = winners[0]?.session_id ?? '';
    for (const { status, text } of others) {
      assert.is(status, 409);
      assert.match(text, winner);
    }
    const stored = await world.as('ada').ok('getTask', input);
    assert.is(stored.assignee_session, winner);
  }
});

scenario('TSK-2', 'what is meant for a session waits for it while it is alive', async (world) => {
  await startWorkstream(world, 'checkout');
  const bobs = await world.as('bob').agent().start();
  const cleos = await world.as('cleo').agent().start();
  await world.quiet();
  const { id: task_id } = await addTask(world, { to_session: bobs });
  const input = { id: world.workspace.id, task_id, session_id: cleos };
  const refused = await world.as('cleo').refused('claimTask', input);
  assert.is(refused.status, 409);
  assert.match(refused.message, `is meant for bob (claude-code)`);
  await world.as('bob').agent().end();
  await world.quiet();
  assert.is((await claim(world, 'cleo', { task_id, session_id: cleos })).assignee_session, cleos);
});

relayScenario(
  'TSK-2',
  'what an ended session left in progress can be claimed again',
  async (world) => {
    await startWorkstream(world, 'checkout');
    const bobs = await world.as('bob').agent().start();
    const { id: task_id } = await addTask(world);
    await claim(world, 'bob', { task_id, session_id: bobs });
    await world.pass(minutes(5));
    assert.is(await statusOf(world, task_id), 'in_progress');
    const late = { id: world.workspace.id, task_id, session_id: bobs };
    const cleos = await world.as('cleo').agent().start();
    const feed = await world.as('ada').feed();
    const taken = await claim(world, 'cleo', { task_id, session_id: cleos });
    assert.is(taken.assignee_name, 'cleo');
    assert.is(taken.started_at, new Date(world.clock.now()).toISOString());
    await feed.next('task_claimed', { user: 'cleo' });
    const refused = await world.as('bob').refused('claimTask', late);
    assert.is(refused.status, 409);
    assert.match(refused.message, 'has ended');
    feed.close();
  },
);

scenario('TSK-2', 'who has it with another agent of their own is told so', async (world) => {
  await startWorkstream(world, 'checkout');
  const one = await world.as('bob').agent('one').start();
  const other = await world.as('bob').agent('other').start();
  const { id: task_id } = await addTask(world);
  await claim(world, 'bob', { task_id, session_id: one });
  const refused = (input: object) =>
    world.as('bob').refused('claimTask', { id: world.workspace.id, task_id, ...input });
  const said = await refused({ session_id: other });
  assert.match(said.message, 'claimed by another agent of bob (claude-code). Go on with it there;');
  assert.not.match(said.message, 'Choose another one');
});

relayScenario('TSK-2', 'a person claims without a session, and keeps it', async (world) => {
  await startWorkstream(world, 'checkout');
  const { id: task_id } = await addTask(world);
  const mine = await claim(world, 'bob', { task_id });
  assert.is(mine.assignee_name, 'bob');
  assert.is(mine.assignee_session, undefined);
  await world.pass(minutes(60));
  const cleos = await world.as('cleo').agent().start();
  const input = { id: world.workspace.id, task_id, session_id: cleos };
  assert.match((await world.as('cleo').refused('claimTask', input)).message, 'claimed by bob');
  const back = await patch(world, task_id, { status: 'todo' });
  assert.is(back.assignee_name, undefined);
  assert.is(back.started_at, undefined);
  assert.is((await claim(world, 'cleo', { task_id, session_id: cleos })).assignee_session, cleos);
});

test.run();
