import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import { relayScenario } from '../support/scenario.ts';
import { joined } from './live.ts';

const token = `ghp_${'a1B2'.repeat(9)}`;
const marked = '[GitHub token removed]';
const said = `We decided to use ${token} in src/a.ts because ${token} works.`;
const toDo = `I'll rotate ${token} by Friday.`;
const transcript = `Ann: ${said}\nBob: ${toDo}`;

/** No answer, list or log of the workspace has the secret. */
async function assertClean(world: World, meeting_id: string): Promise<void> {
  const { id } = world.workspace;
  const cleo = world.as('cleo');
  const told = JSON.stringify([
    await cleo.ok('getMeeting', { meeting_id }),
    await cleo.ok('listUnreviewed', { id }),
    await cleo.ok('listDecisions', { id }),
    await cleo.ok('listPackages', { id }),
    await world.database.rows.selectFrom('meetings').selectAll().execute(),
    await world.database.rows.selectFrom('meeting_decisions').selectAll().execute(),
    await world.database.rows.selectFrom('decisions').selectAll().execute(),
    await world.database.rows.selectFrom('events').selectAll().execute(),
  ]);
  assert.not.match(told, token);
  assert.match(told, marked);
}

function ingest(world: World, input = {}): Promise<Output<'ingestMeeting'>> {
  const { id: workspace_id } = world.workspace;
  const meeting = { workspace_id, title: 'Login', transcript, ...input };
  return world.as('ada').ok('ingestMeeting', meeting);
}

relayScenario('MTG-12', 'a secret in a decision is never repeated by an ingest', async (world) => {
  const made = await ingest(world, { title: `Login ${token}` });
  assert.ok(made.decisions.length + made.action_items.length > 0);
  await assertClean(world, made.id);
});

relayScenario(
  'MTG-12',
  'a secret in a decision is never repeated by a live meeting',
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    const { id: meeting_id, ws_url } = await ada.ok('startMeeting', {
      workspace_id: id,
      title: 'Live',
    });
    const client = await joined(ws_url, {
      headers: { authorization: `Bearer ${ada.account.key}` },
    });
    client.send({ type: 'text', speaker: 'Ann', text: said });
    client.send({ type: 'text', speaker: 'Bob', text: toDo });
    const chunk = await client.next('transcript_chunk');
    client.send({ type: 'stop' });
    const complete = await client.next('complete');
    assert.not.match(JSON.stringify([chunk, complete]), token);
    await assertClean(world, meeting_id);
  },
);

relayScenario(
  'MTG-12',
  'a secret in a reading that is handed in is never repeated',
  async (world) => {
    const reading = {
      decisions: [{ title: `Use ${token}`, rationale: token, sentence: said }],
      action_items: [{ action: `Rotate ${token}`, assignee: token, sentence: toDo }],
    };
    const made = await ingest(world, { reading, read_by: 'claude-code' });
    assert.ok(made.decisions.length > 0);
    await assertClean(world, made.id);
  },
);

relayScenario('MTG-12', 'a secret in the words of a review is never repeated', async (world) => {
  const made = await ingest(world, {
    transcript: 'Ann: We decided to use JWT.\nBob: I will write the docs by Friday.',
  });
  const bob = world.as('bob');
  const [decision] = made.decisions;
  const [item] = made.action_items;
  const place = { meeting_id: made.id };
  await bob.ok('reviewResult', {
    ...place,
    result_id: decision?.id ?? '',
    title: `Use ${token}`,
    rationale: `It is ${token}`,
  });
  await bob.ok('reviewResult', {
    ...place,
    result_id: item?.id ?? '',
    action: `Write ${token}`,
    assignee: `Bob ${token}`,
  });
  await assertClean(world, made.id);
});

test.run();
