/** Meetings that are ended by several at once, and those that fail to end. */
import * as assert from 'uvu/assert';
import { test } from 'uvu';
import type { TranscriptReader } from '../../relay/meetings/reading/read.ts';
import { readTranscript } from '../../relay/meetings/reader/reader.ts';
import { limits } from '../../shared/contract/limits.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import { onPostgres, relayScenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';
import { joined } from './live.ts';

const said = 'Ann: We decided to use Postgres.';

async function begun(world: World) {
  const { id: workspace_id } = world.workspace;
  const made = await world.as('ada').ok('startMeeting', { workspace_id, title: 'Standup' });
  const as = (name: string) =>
    joined(made.ws_url, { headers: { authorization: `Bearer ${world.as(name).account.key}` } });
  const state = async () =>
    (await world.as('bob').ok('getMeeting', { meeting_id: made.id })).status;
  const ada = await as('ada');
  ada.send({ type: 'text', text: said });
  await ada.next('transcript_chunk');
  return { id: made.id, as, ada, state };
}

/** A reader that counts, and goes on when it is told to or asked again. */
function slowReader() {
  let count = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const read: TranscriptReader = async (turns, context) => {
    count += 1;
    if (count > 1) release();
    await released;
    return readTranscript(turns, context);
  };
  return {
    read,
    begun: (times: number) =>
      eventually('it to be read', () => Promise.resolve(count >= times || undefined)),
    count: () => count,
    release: () => release(),
  };
}

const twoStops = slowReader();
relayScenario(
  'MTG-3',
  'a meeting that two stop is read once',
  async (world) => {
    const { ada, as } = await begun(world);
    const bob = await as('bob');
    ada.send({ type: 'stop' });
    await twoStops.begun(1);
    bob.send({ type: 'stop' });
    await world.as('bob').ok('recentMeetings', { workspace_id: world.workspace.id });
    twoStops.release();
    assert.equal(await bob.next('complete'), await ada.next('complete'));
    assert.equal([await ada.closed, await bob.closed], [1000, 1000], 'both stops are answered');
    assert.is(twoStops.count(), 1);
  },
  { relay: { transcriptReader: twoStops.read } },
);

const stopped = slowReader();
relayScenario(
  'MTG-22',
  'a meeting that is read while half an hour of silence passes is read once',
  async (world) => {
    const { ada } = await begun(world);
    await world.pass(minutes(29));
    ada.send({ type: 'stop' });
    await stopped.begun(1);
    await world.pass(minutes(2));
    await world.pass(minutes(31));
    stopped.release();
    await ada.next('complete');
    assert.is(stopped.count(), 1);
  },
  { relay: { transcriptReader: stopped.read } },
);

const elsewhere = slowReader();
relayScenario(
  'MTG-22',
  'what one relay reads another one leaves alone, however long that takes',
  async (world) => {
    const { ada } = await begun(world);
    const other = await world.startRelay();
    await world.pass(minutes(29));
    ada.send({ type: 'stop' });
    await elsewhere.begun(1);
    for (let at = 0; at < 3; at++) {
      await world.pass(minutes(20));
      await other.sweep();
    }
    elsewhere.release();
    await ada.next('complete');
    assert.is(elsewhere.count(), 1);
  },
  { on: onPostgres, relay: { transcriptReader: elsewhere.read } },
);

relayScenario(
  'MTG-3',
  'a live meeting has no more than a transcript may have, and can still be stopped',
  async (world) => {
    const { ada } = await begun(world);
    const nearlyFull = limits.transcript - 'Ann: Ten more.'.length - 1;
    await world.database.write(async (rows) => {
      const { characters } = await rows
        .selectFrom('live_meetings')
        .select('characters')
        .executeTakeFirstOrThrow();
      assert.is(characters, said.length + 1, 'what was said counts, with its line break');
      await rows.updateTable('live_meetings').set({ characters: nearlyFull }).execute();
    });
    ada.send({ type: 'text', speaker: 'Ann', text: 'One too many.' });
    const refused = await ada.next('error');
    assert.is(refused.error, 'TooLarge');
    assert.match(refused.message ?? '', 'This meeting has the 2,000,000 characters');
    ada.send({ type: 'text', speaker: 'Ann', text: 'Ten more.' });
    ada.send({ type: 'text', text: '.' });
    ada.send({ type: 'stop' });
    const done = await ada.next('complete');
    const told = ada.inbox.items.map(({ type, text }) => text ?? type);
    assert.equal(told, [said, 'error', 'Ann: Ten more.', 'error', 'complete']);
    assert.is(done.decisions?.length, 1);
  },
);

relayScenario(
  'MTG-22',
  'a silent meeting that cannot be read keeps no other one from being completed',
  async (world) => {
    const first = await begun(world);
    await world.pass(minutes(1));
    const second = await begun(world);
    await world.pass(minutes(31));
    assert.equal([await first.state(), await second.state()], ['processing', 'completed']);
    assert.equal(world.errors.splice(0).map(String), ['Error: no memory'], 'it is reported');
    await world.pass(minutes(31));
    assert.is(await first.state(), 'completed', 'it is tried again');
  },
  { relay: { transcriptReader: failsOnce() } },
);

function failsOnce(): TranscriptReader {
  let count = 0;
  return (turns, context) => {
    count += 1;
    return count === 1 ? Promise.reject(new Error('no memory')) : readTranscript(turns, context);
  };
}

test.run();
