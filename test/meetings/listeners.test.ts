/** Meetings over several connections: who hears what, pieces with names, silence, and what comes too late. */
import { setTimeout as pause } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { test } from 'uvu';
import { readTranscript } from '../../relay/meetings/reader/reader.ts';
import type { SpeechModel } from '../../relay/models/speech-model.ts';
import { limits } from '../../shared/contract/limits.ts';
import { refuse } from '../../shared/kernel/refusal.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import { onPostgres, relayScenario } from '../support/scenario.ts';
import { join, joined, type LiveClient } from './live.ts';

async function begun(world: World, title = 'Standup') {
  const ada = world.as('ada');
  const { id: workspace_id } = world.workspace;
  const made = await ada.ok('startMeeting', { workspace_id, title });
  const as = (name: string) =>
    joined(made.ws_url, { headers: { authorization: `Bearer ${world.as(name).account.key}` } });
  return { id: made.id, url: made.ws_url, as };
}

function textsOf({ inbox }: LiveClient): (string | undefined)[] {
  return inbox.items.filter(({ type }) => type === 'transcript_chunk').map(({ text }) => text);
}

relayScenario(
  'MTG-23',
  'everybody in a meeting sees the text of everybody, in order, each once',
  async (world) => {
    const { url, as } = await begun(world);
    const [ada, bob] = [await as('ada'), await as('bob')];
    const mute = await as('cleo');
    const expected: string[] = [];
    for (let at = 0; at < 30; at++) {
      const [speaker, name] = at % 2 === 0 ? [ada, 'Ada'] : [bob, 'Bob'];
      speaker.send({ type: 'text', speaker: name, text: `Sentence ${at}.` });
      expected.push(`${name}: Sentence ${at}.`);
    }
    const late = await joined(url, { protocols: ['coord', world.as('ada').account.key] });
    for (const client of [ada, bob, mute])
      await client.inbox.until('all of it', () => textsOf(client).length >= 30 || undefined);
    assert.equal(textsOf(ada), textsOf(bob), 'one order for all');
    assert.equal(textsOf(mute), textsOf(ada));
    assert.equal(textsOf(ada).toSorted(), expected.toSorted(), 'each once');
    const ofAda = textsOf(ada).filter((text) => text?.startsWith('Ada'));
    assert.equal(
      ofAda,
      expected.filter((text) => text.startsWith('Ada')),
      'in the order of each',
    );
    ada.send({ type: 'stop' });
    for (const client of [ada, bob, mute, late]) await client.next('complete');
    assert.is(await ada.closed, 1000);
    bob.send({ type: 'text', text: 'Too late' });
    assert.is((await bob.next('error')).error, 'Conflict');
    assert.is(bob.inbox.items.filter(({ type }) => type === 'complete').length, 1);
  },
);

relayScenario(
  'MTG-23',
  'a secret that one says is gone from what the others see',
  async (world) => {
    const { as } = await begun(world);
    const [ada, bob] = [await as('ada'), await as('bob')];
    ada.send({ type: 'text', text: 'The key is ghp_16C7e42F292c6912E7710c838347Ae178B4a now.' });
    const own = await ada.next('transcript_chunk');
    const others = await bob.next('transcript_chunk');
    assert.is(own.text, others.text);
    assert.not.match(own.text ?? '', 'ghp_16C7');
  },
);

relayScenario(
  'MTG-6',
  'what comes while a meeting is stopped is in it or refused, never dropped',
  async (world) => {
    for (let round = 0; round < 8; round++) {
      const { id, as } = await begun(world, `Race ${round}`);
      const [stopper, speaker] = [await as('ada'), await as('bob')];
      const count = 20;
      for (let at = 0; at < count; at++) {
        speaker.send({ type: 'text', id: `p${at}`, text: `Sentence ${at}.` });
        if (at === round * 2) stopper.send({ type: 'stop' });
      }
      await stopper.next('complete');
      const answered = () =>
        speaker.inbox.items.filter(({ type }) => type === 'kept' || type === 'error');
      await speaker.inbox.until('all answers', () => answered().length === count || undefined);
      const { transcript } = await world.as('bob').ok('getMeeting', { meeting_id: id });
      const kept = answered().flatMap(({ type, id: piece }) => (type === 'kept' ? [piece] : []));
      const said = transcript === '' ? [] : transcript.split('\n');
      assert.equal(
        said,
        kept.map((piece) => `Sentence ${piece?.slice(1)}.`),
        `round ${round}`,
      );
      for (const { type, error, message } of answered())
        if (type === 'error') {
          assert.is(error, 'Conflict');
          assert.match(message ?? '', 'nothing more is taken');
        }
    }
  },
);

relayScenario(
  'MTG-6',
  'who joins a meeting that is over is told what came of it',
  async (world) => {
    const { as } = await begun(world);
    const ada = await as('ada');
    ada.send({ type: 'text', text: 'Ann: We decided to use Postgres.' });
    await ada.next('transcript_chunk');
    ada.send({ type: 'stop' });
    const first = await ada.next('complete');
    const again = await (await as('bob')).next('complete');
    assert.equal(again.decisions, first.decisions);
  },
);

let release: () => void = () => {};
const slow: SpeechModel = {
  async transcribe(audio) {
    if (audio.toString() === 'slow') await new Promise<void>((done) => (release = done));
    return `They said ${audio.toString()}.`;
  },
};

relayScenario(
  'MTG-6',
  'audio that is heard while the meeting is stopped is refused by name',
  async (world) => {
    const { id, as } = await begun(world);
    const [stopper, speaker] = [await as('ada'), await as('bob')];
    speaker.send({ type: 'piece', id: 'one' });
    speaker.send(Buffer.from('one'));
    await speaker.next('kept');
    speaker.send({ type: 'piece', id: 'two' });
    speaker.send(Buffer.from('slow'));
    stopper.send({ type: 'stop' });
    await stopper.next('complete');
    release();
    const refused = await speaker.next('error');
    assert.equal([refused.error, refused.id], ['Conflict', 'two']);
    const { transcript } = await world.as('bob').ok('getMeeting', { meeting_id: id });
    assert.is(transcript, 'They said one.');
  },
  { relay: { speechModel: slow } },
);

relayScenario('MTG-24', 'a name is its sender’s, and of one text', async (world) => {
  const { id, as } = await begun(world);
  const [ada, bob] = [await as('ada'), await as('bob')];
  for (const [client, text] of [
    [ada, 'Of Ada.'],
    [bob, 'Of Bob.'],
  ] as const) {
    client.send({ type: 'text', id: '1', text });
    await client.next('kept');
  }
  bob.send({ type: 'text', id: '1', text: 'Another.' });
  const { error, id: refused } = await bob.next('error');
  assert.equal([error, refused], ['Conflict', '1']);
  ada.send({ type: 'text', id: '2', text: '' });
  assert.is((await ada.next('error')).id, '2');
  const { transcript } = await world.as('bob').ok('getMeeting', { meeting_id: id });
  assert.is(transcript, 'Of Ada.\nOf Bob.');
});

relayScenario(
  'MTG-24',
  'a piece that is sent again is written down once, also after a restart',
  async (world) => {
    const { id, as } = await begun(world);
    const first = await as('ada');
    for (const name of ['a', 'b']) {
      first.send({ type: 'piece', id: name });
      first.send(Buffer.from(name));
    }
    first.send({ type: 'text', id: 'c', text: 'Typed.' });
    await first.inbox.until(
      'all three',
      () => first.inbox.items.filter(({ type }) => type === 'kept').length === 3 || undefined,
    );
    assert.equal(
      first.inbox.items.flatMap(({ type, id: name }) => (type === 'kept' ? [name] : [])),
      ['a', 'b', 'c'],
    );
    await world.restart();
    const second = await as('ada');
    for (const name of ['b', 'd']) {
      second.send({ type: 'piece', id: name });
      second.send(Buffer.from(name));
    }
    second.send({ type: 'text', id: 'c', text: 'Typed.' });
    second.send(Buffer.from('unnamed'));
    second.send({ type: 'stop' });
    await second.next('complete');
    const { transcript } = await world.as('bob').ok('getMeeting', { meeting_id: id });
    assert.is(transcript, 'They said a.\nThey said b.\nTyped.\nThey said d.\nThey said unnamed.');
  },
  { relay: { speechModel: slow } },
);

relayScenario(
  'MTG-22',
  'a meeting that nobody stops is completed after 30 minutes of silence',
  async (world) => {
    const { id, as } = await begun(world);
    const client = await as('ada');
    client.send({ type: 'text', speaker: 'Ann', text: 'We decided to use JWT in src/auth.ts.' });
    await client.next('transcript_chunk');
    const state = async () => (await world.as('bob').ok('getMeeting', { meeting_id: id })).status;
    await world.pass(minutes(20));
    client.send({ type: 'text', speaker: 'Ann', text: 'And so on.' });
    await client.inbox.until('the second', () => textsOf(client).length === 2 || undefined);
    await world.pass(minutes(limits.meetingSilenceMinutes) - 1_000);
    assert.is(await state(), 'recording', 'the last word counts');
    await world.pass(1_000);
    assert.is(await state(), 'completed');
    const done = await client.next('complete');
    assert.is(done.decisions?.length, 1, 'who is still there is told what came of it');
    const [event] = (await eventsOf(world)).filter(({ type }) => type === 'meeting_completed');
    assert.equal([event?.['silent_minutes'], event?.['user']], [30, 'ada']);
    await world.pass(minutes(60));
    assert.is((await eventsOf(world)).filter(({ type }) => type === 'meeting_completed').length, 1);
  },
);

relayScenario(
  'MTG-22',
  'also after a restart, with nothing said, and by whoever has left',
  async (world) => {
    const { id: workspace_id } = world.workspace;
    const made = await world.as('bob').ok('startMeeting', { workspace_id, title: 'Empty' });
    await world.as('ada').ok('removeMember', { id: workspace_id, userId: world.as('bob').id });
    await world.restart();
    await world.pass(minutes(31));
    const after = await world.as('ada').ok('getMeeting', { meeting_id: made.id });
    assert.equal([after.status, after.transcript, after.decisions.length], ['completed', '', 0]);
    assert.is(await join(made.ws_url, {}), 401);
  },
);

relayScenario(
  'MTG-22',
  'the time in which no relay ran is no silence: what was recorded meanwhile is taken',
  async (world) => {
    const { id, as } = await begun(world);
    (await as('ada')).cut();
    await world.whileGone(() => Promise.resolve(world.clock.advance(minutes(40))));
    await world.sweep();
    const client = await as('ada');
    client.send({ type: 'text', id: 'kept', text: 'Said while the relay was gone.' });
    await client.next('kept');
    client.cut();
    const state = async () => (await world.as('bob').ok('getMeeting', { meeting_id: id })).status;
    await world.pass(minutes(limits.meetingSilenceMinutes) - 1_000);
    assert.is(await state(), 'recording');
    await world.pass(1_000);
    assert.is(await state(), 'completed');
  },
);

relayScenario(
  'MTG-22',
  'audio without words is no silence, and neither is a jump of the clock',
  async (world) => {
    const { id, as } = await begun(world);
    const client = await as('ada');
    for (let at = 0; at < 3; at++) {
      await world.pass(minutes(20));
      client.send({ type: 'piece', id: `quiet ${at}` });
      client.send(Buffer.from('silence'));
      await client.inbox.until(
        'it',
        () =>
          client.inbox.items.some((one) => one.type === 'kept' && one.id === `quiet ${at}`) ||
          undefined,
      );
    }
    world.clock.jump(minutes(600));
    await world.sweep();
    await world.sweep();
    assert.is((await world.as('ada').ok('getMeeting', { meeting_id: id })).status, 'recording');
    await world.pass(minutes(31));
    assert.is((await world.as('ada').ok('getMeeting', { meeting_id: id })).status, 'completed');
  },
  {
    relay: {
      speechModel: { transcribe: () => Promise.resolve('') },
    },
  },
);

const broken: SpeechModel = {
  decode: (file) =>
    Promise.resolve(String(file) === 'odd' ? refuse('ValidationError', 'No sound.') : undefined),
  transcribe: () => Promise.reject(new Error('The server is gone.')),
};

relayScenario(
  'MTG-22',
  'audio that cannot be written down is no silence',
  async (world) => {
    const { id, as } = await begun(world);
    const client = await as('ada');
    const problems = () => client.inbox.items.flatMap(({ error }) => error ?? []);
    const expected: string[] = [];
    for (const [sound, error] of [
      ['odd', 'ValidationError'],
      ['speech', 'Unavailable'],
      ['odd', 'ValidationError'],
    ] as const) {
      await world.pass(minutes(20));
      client.send(Buffer.from(sound));
      expected.push(error);
      await client.inbox.until('it', () => problems().length === expected.length || undefined);
    }
    await world.pass(minutes(20));
    assert.equal(problems(), expected);
    assert.is((await world.as('ada').ok('getMeeting', { meeting_id: id })).status, 'recording');
    assert.is(world.errors.splice(0).length, 1, 'what failed is reported');
  },
  { relay: { speechModel: broken } },
);

relayScenario(
  'MTG-23',
  'who follows at another relay is told the last words, and what came of it, once',
  async (world) => {
    const { url, as } = await begun(world);
    const other = await world.startRelay();
    const there = new URL(url);
    there.port = new URL(other.url).port;
    const authorization = `Bearer ${world.as('bob').account.key}`;
    const [ada, bob] = [await as('ada'), await joined(there.href, { headers: { authorization } })];
    ada.send({ type: 'text', text: 'Ann: We decided to use Postgres.' });
    ada.send({ type: 'stop' });
    await ada.next('complete');
    const told = await bob.next('complete');
    assert.is(told.decisions?.length, 1);
    assert.equal(textsOf(bob), ['Ann: We decided to use Postgres.']);
    const late = await joined(there.href, { headers: { authorization } });
    await late.next('complete');
    await pause(2_500);
    for (const client of [bob, late])
      assert.is(client.inbox.items.filter(({ type }) => type === 'complete').length, 1);
    await world.pass(minutes(2));
    const left = await world.database.rows.selectFrom('meeting_chunks').selectAll().execute();
    assert.equal(left, [], 'the pieces are kept no longer than somebody may need them');
  },
  { on: onPostgres },
);

let readings = 0;
relayScenario(
  'MTG-22',
  'a silent meeting is read by one relay',
  async (world) => {
    const { id, as } = await begun(world);
    const client = await as('ada');
    client.send({ type: 'text', text: 'Ann: We decided to use Postgres.' });
    await client.next('transcript_chunk');
    client.cut();
    const other = await world.startRelay();
    world.clock.advance(minutes(31));
    await Promise.all([world.sweep(), other.sweep()]);
    assert.is((await world.as('bob').ok('getMeeting', { meeting_id: id })).status, 'completed');
    assert.is(readings, 1);
  },
  {
    on: onPostgres,
    relay: {
      transcriptReader: async (turns, context) => {
        readings += 1;
        await pause(500);
        return readTranscript(turns, context);
      },
    },
  },
);

async function eventsOf(world: World): Promise<Record<string, unknown>[]> {
  const rows = await world.database.rows.selectFrom('events').selectAll().orderBy('seq').execute();
  return rows.map(({ type, payload }) => ({ ...(JSON.parse(payload) as object), type }));
}

test.run();
