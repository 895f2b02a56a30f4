import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Recording } from '../../relay/meetings/live/audio.ts';
import type { SpeechModel } from '../../relay/models/speech-model.ts';
import { limits } from '../../shared/contract/limits.ts';
import { speechModelFrom } from '../../relay/models/language-model.ts';
import { decoder } from '../../relay/models/speech-settings.ts';
import { ModelTrouble } from '../../shared/models/language-model.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { toWav } from '../../shared/meetings/pcm.ts';
import type { World } from '../support/harness.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import { join, joined, type Joining } from './live.ts';

/** A meeting that has begun, and where to send its words. */
async function begun(world: World): Promise<{ id: string; url: string; key: Joining }> {
  const { id: workspace_id } = world.workspace;
  const ada = world.as('ada');
  const made = await ada.ok('startMeeting', { workspace_id, title: 'Standup' });
  assert.is(made.status, 'recording');
  const headers = { authorization: `Bearer ${ada.account.key}` };
  return { id: made.id, url: made.ws_url, key: { headers } };
}

scenario('MTG-3', 'a meeting is written down while it goes on', async (world) => {
  const { id, url, key } = await begun(world);
  const address = new URL(url);
  assert.equal([address.protocol, address.pathname], ['ws:', '/ws/transcribe']);
  assert.is(address.searchParams.get('meeting_id'), id);
  assert.is(address.searchParams.get('workspace_id'), world.workspace.id);
  const client = await joined(url, key);
  client.send({ type: 'text', speaker: 'Ann', text: 'We decided to use JWT in src/auth.ts.' });
  const { text } = await client.next('transcript_chunk');
  assert.is(text, 'Ann: We decided to use JWT in src/auth.ts.');
  const during = await world.as('bob').ok('getMeeting', { meeting_id: id });
  assert.equal([during.status, during.transcript], ['recording', text]);
  client.send({ type: 'text', text: "I'll write the docs by 2026-12-01." });
  client.send({ type: 'stop' });
  const done = await client.next('complete');
  assert.is(done.meeting_id, id);
  assert.equal(
    [done.decisions?.map(({ title }) => title), done.work_packages?.map(({ title }) => title)],
    [['Use JWT in src/auth.ts'], ['Use JWT in src/auth.ts']],
  );
  assert.is(await client.closed, 1000);
  const after = await world.as('bob').ok('getMeeting', { meeting_id: id });
  assert.equal([after.status, after.participants], ['completed', ['Ann']]);
  assert.is(after.transcript, `${text}\nI'll write the docs by 2026-12-01.`);
  assert.equal([after.action_items[0]?.assignee, after.decisions.length], ['Ann', 1]);
});

relayScenario('ACC-4', 'a revoked key says nothing more in a meeting', async (world) => {
  const { id, url } = await begun(world);
  const bob = world.as('bob');
  const made = await bob.ok('createKey', { name: 'microphone' });
  const headers = { authorization: `Bearer ${made.key}` };
  const client = await joined(url, { headers });
  client.send({ type: 'text', text: 'We decided to use JWT.' });
  await client.next('transcript_chunk');
  client.pause();
  await bob.ok('revokeKey', { key_id: made.id });
  for (const text of ['We decided to use cookies.', 'Never mind.'])
    client.send({ type: 'text', text });
  client.send({ type: 'stop' });
  await pause(500);
  const { status, transcript } = await bob.ok('getMeeting', { meeting_id: id });
  assert.equal([status, transcript], ['recording', 'We decided to use JWT.']);
});

relayScenario(
  'MTG-17',
  'a live meeting that the relay’s own model has not read says so',
  async (world) => {
    const { id, url, key } = await begun(world);
    const client = await joined(url, key);
    client.send({ type: 'text', speaker: 'Ann', text: 'We decided to use JWT in src/auth.ts.' });
    client.send({ type: 'stop' });
    await client.next('complete');
    const { method, notices, decisions } = await world.as('bob').ok('getMeeting', {
      meeting_id: id,
    });
    assert.equal([method, decisions.length, notices?.length], ['built-in reader', 1, 1]);
    assert.match(
      notices?.[0] ?? '',
      /^scripted has not read this meeting, .*: nobody is signed in\.$/,
    );
  },
  {
    relay: {
      languageModel: {
        name: 'scripted',
        complete: () => Promise.reject(new ModelTrouble('nobody is signed in.')),
      },
    },
  },
);

const heard: string[] = [];
/** Hears what the bytes spell. */
const speech: SpeechModel = {
  transcribe(audio) {
    const words = audio.toString();
    heard.push(words);
    if (words.includes('mumble')) return Promise.reject(new Error('mumble'));
    return Promise.resolve(words === 'silence' ? '' : `They said ${words}.`);
  },
};

relayScenario(
  'MTG-3',
  'audio is written down piece by piece, in order',
  async (world) => {
    heard.length = 0;
    const { id, url, key } = await begun(world);
    const client = await joined(url, key);
    const words = Array.from({ length: 20 }, (_, at) => `word ${at}`);
    for (const word of ['silence', ...words, 'mumble']) client.send(Buffer.from(word));
    const error = await client.next('error');
    assert.equal([error.error, client.inbox.items.length], ['Unavailable', words.length + 1]);
    assert.is(world.errors.splice(0).length, 1, 'and the operator is told');
    client.send({ type: 'stop' });
    await client.next('complete');
    const { transcript } = await world.as('bob').ok('getMeeting', { meeting_id: id });
    assert.is(transcript, words.map((word) => `They said ${word}.`).join('\n'));
  },
  { relay: { speechModel: speech } },
);

relayScenario(
  'MTG-20',
  'a WAV file that no speech can have is refused, the meeting goes on, and nothing stands in the log',
  async (world) => {
    const { url, key } = await begun(world);
    const client = await joined(url, key);
    const wav = Buffer.from(toWav(new Int16Array(100_000)));
    wav.writeUInt32LE(1, 24);
    client.send({ type: 'piece', id: 'odd' });
    client.send(wav);
    const { id, error, message } = await client.next('error');
    assert.equal([id, error], ['odd', 'ValidationError']);
    assert.match(message ?? '', 'The header of this WAV file says 1 samples a second');
    client.send(Buffer.from('hello'));
    assert.is((await client.next('transcript_chunk')).text, 'They said hello.');
    assert.equal(world.errors, []);
  },
  {
    relay: {
      speechModel: {
        ...speech,
        decode: decoder({ ffmpeg: undefined, environment: {}, modelDecodes: true }).decode,
      },
    },
  },
);

relayScenario('MTG-3', 'without a speech model audio is refused, and text taken', async (world) => {
  const { url, key } = await begun(world);
  const client = await joined(url, key);
  client.send(Buffer.from('sound'));
  const refused = await client.next('error');
  assert.is(refused.error, 'Unavailable');
  assert.match(refused.message ?? '', 'COORD_SPEECH_URL');
  client.send({ type: 'text', text: 'Hello' });
  await client.next('transcript_chunk');
  client.send({ type: 'stop' });
  await client.next('complete');
});

scenario(
  'MTG-4',
  'a message over the limit is told so when the connection closes',
  async (world) => {
    const { id, url, key } = await begun(world);
    const loud = await joined(url, key);
    loud.send(Buffer.alloc(limits.audioChunkBytes + 1));
    assert.is(await loud.closed, 1009);
    assert.is(loud.reason(), 'A message has at most 4,194,304 bytes.');
    const client = await joined(url, key);
    client.send({ type: 'text', text: 'Hello' });
    await client.next('transcript_chunk');
    client.send({ type: 'stop' });
    assert.is((await client.next('complete')).meeting_id, id);
  },
);

for (const [speechModel, takes] of [
  [speech, true],
  [undefined, undefined],
] as const)
  relayScenario(
    'MTG-3',
    `a workspace says whether what is said is written down: ${takes === true}`,
    async (world) => {
      const found = await world.as('bob').ok('getWorkspace', { id: world.workspace.id });
      assert.is(found.takes_audio, takes);
    },
    { relay: { ...(speechModel && { speechModel }) } },
  );

relayScenario(
  'MTG-3',
  'a broken connection loses nothing, and two stops end it once',
  async (world) => {
    const { id, url, key } = await begun(world);
    const first = await joined(url, key);
    first.send({ type: 'text', text: 'We agreed to drop Redis.' });
    await first.next('transcript_chunk');
    const [second, third] = [await joined(url, key), await joined(url, key)];
    second.send({ type: 'text', text: 'We agreed to use SQLite instead.' });
    await second.next('transcript_chunk');
    second.send({ type: 'stop' });
    third.send({ type: 'stop' });
    const [one, two] = [await second.next('complete'), await third.next('complete')];
    assert.equal(one, two);
    assert.is(one.decisions?.length, 2);
    first.send({ type: 'text', text: 'Too late' });
    assert.is((await first.next('error')).error, 'Conflict');
    const late = await joined(url, key);
    late.send({ type: 'stop' });
    assert.equal(await late.next('complete'), one);
    const { decisions } = await world.as('bob').ok('listDecisions', { id: world.workspace.id });
    assert.is(decisions.length, 2);
    assert.is((await world.as('bob').ok('getMeeting', { meeting_id: id })).decisions.length, 2);
  },
);

relayScenario('MTG-3', 'odd messages are refused and end nothing', async (world) => {
  const { url, key } = await begun(world);
  const client = await joined(url, key);
  const odd = [{}, { type: 'other' }, { type: 'text' }, { type: 'text', text: '\0' }, [], 7];
  for (const message of odd) client.send(message as object);
  client.send({ type: 'stop' });
  await client.next('complete');
  const refused = client.inbox.items.filter(({ type }) => type === 'error');
  assert.equal(
    refused.map(({ error }) => error),
    odd.map(() => 'ValidationError'),
  );
  assert.is(refused[1]?.message, 'type must be one of stop, text, piece.');
  assert.equal(
    [refused[4]?.message, refused[4]?.field],
    ['The request must be an object.', undefined],
  );
});

relayScenario(
  'MTG-4',
  'the key comes by header, by query, or among the protocols',
  async (world) => {
    const { url, key } = await begun(world);
    const { key: secret } = world.as('bob').account;
    const byQuery = `${url}&api_key=${secret}`;
    assert.is((await joined(byQuery, {})).protocol, '');
    assert.is((await joined(url, { protocols: ['coord', secret] })).protocol, 'coord');
    assert.is((await joined(url, { protocols: [secret, 'chat'] })).protocol, 'chat');
    assert.is((await joined(url, { protocols: [secret] })).protocol, secret);
    await joined(url, key);
    assert.is(await join(url, {}), 401);
    assert.is(await join(`${url}&api_key=coord_wrong`, {}), 401);
    const mallory = { authorization: `Bearer ${world.as('mallory').account.key}` };
    assert.is(await join(url, { headers: mallory }), 404);
    assert.is(await join(url.replace(/mtg_\w+/, 'mtg_0'), key), 404);
    assert.is(await join(url.replace(/workspace_id=\w+/, ''), key), 400);
  },
);

relayScenario('FED-4', 'who is removed is cut off from the meeting', async (world) => {
  const { id } = world.workspace;
  const { url } = await begun(world);
  const bob = world.as('bob');
  const headers = { authorization: `Bearer ${bob.account.key}` };
  const client = await joined(url, { headers });
  await world.as('ada').ok('removeMember', { id, userId: bob.id });
  await world.relay.sweep();
  assert.is(await client.closed, 4403);
  assert.match(client.reason(), 'no member any more');
});

relayScenario(
  'MTG-3',
  'a page that connects again after a restart of the relay goes on with its meeting',
  async (world) => {
    heard.length = 0;
    const { id, url } = await begun(world);
    const protocols = ['coord', world.as('ada').account.key];
    const before = await joined(url, { protocols });
    before.send({ type: 'text', speaker: 'Ann', text: 'We agreed to use SQLite.' });
    await before.next('transcript_chunk');
    await world.restart();
    assert.is(await before.closed, 1001, 'the page is told that the relay stops');
    const after = await joined(url, { protocols });
    const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75, 1]);
    const head = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1]);
    after.send(cluster);
    const refused = await after.next('error');
    assert.is(refused.error, 'ValidationError');
    assert.match(refused.message ?? '', 'Begin a new recording; the meeting goes on.');
    assert.equal(heard, [], 'what cannot be played costs no model');
    after.send(Buffer.concat([head, cluster]));
    await after.next('transcript_chunk');
    after.send({ type: 'text', speaker: 'Ann', text: 'We agreed to drop Redis.' });
    after.send({ type: 'stop' });
    const done = await after.next('complete');
    assert.is(done.meeting_id, id);
    assert.equal(
      done.decisions?.map(({ title }) => title),
      ['Use SQLite', 'Drop Redis'],
    );
  },
  { relay: { speechModel: speech } },
);

test('MTG-3 a piece from the middle of a recording gets the head of the first', () => {
  const cluster = [0x1f, 0x43, 0xb6, 0x75];
  const page = (flags: number, text: string) =>
    Buffer.concat([Buffer.from('OggS\0'), Buffer.from([flags]), Buffer.from(text)]);
  const box = (type: string, text: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 8 + text.length]), Buffer.from(type + text)]);
  const kinds: readonly (readonly [string, Buffer, Buffer])[] = [
    ['webm', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2]), Buffer.from([...cluster, 9, 9])],
    ['ogg', Buffer.concat([page(2, 'head'), page(0, 'tags')]), page(0, 'sound')],
    ['mp4', Buffer.concat([box('ftyp', 'isom'), box('moov', 'x')]), box('moof', 'sound')],
    ['wav', Buffer.from(`RIFF${'h'.repeat(40)}`), Buffer.from('sound')],
  ];
  for (const [kind, head, sound] of kinds) {
    const recording = new Recording();
    const first = Buffer.concat([head, sound]);
    assert.equal(recording.playable(first), first, kind);
    const later = kind === 'ogg' ? page(0, 'more') : Buffer.from('more');
    assert.equal(recording.playable(later), Buffer.concat([head, later]), kind);
    assert.equal(recording.playable(first), first, `${kind}: a new file begins`);
  }
  for (const [kind, , sound] of kinds.slice(0, 2)) {
    assert.is(new Recording().playable(sound), undefined, `${kind}: its beginning is missing`);
  }
  assert.is(new Recording().playable(Buffer.from([0xa3, 0x41])), undefined, 'a block');
  const plain = new Recording();
  assert.equal(plain.playable(Buffer.from('mp3')), Buffer.from('mp3'));
  assert.equal(plain.playable(Buffer.alloc(0)), Buffer.alloc(0));
});

test('MTG-3 a speech model is taken from the environment whole or not at all', () => {
  assert.is(speechModelFrom({}), undefined);
  const local = { COORD_SPEECH_URL: 'http://127.0.0.1:8000/v1', COORD_SPEECH_MODEL: 'base' };
  assert.equal(speechModelFrom(local), {
    model: 'base',
    url: 'http://127.0.0.1:8000/v1',
    key: undefined,
  });
  const wrong: Record<string, Record<string, string>> = {
    COORD_SPEECH_MODEL: { ...local, COORD_SPEECH_MODEL: '' },
    COORD_SPEECH_URL: { ...local, COORD_SPEECH_URL: 'nonsense' },
    COORD_SPEECH_KEY: { COORD_SPEECH_MODEL: 'whisper-1' },
  };
  for (const [variable, environment] of Object.entries(wrong)) {
    const refused = speechModelFrom(environment);
    assert.ok(isRefusal(refused), variable);
    assert.match(isRefusal(refused) ? refused.message : '', variable);
  }
});

test.run();
