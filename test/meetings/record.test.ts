/** `coord meeting record`: files and scripted microphones, lost relays, and Ctrl-C. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Cutter } from '../../cli/commands/meeting/record/cutter.ts';
import { soundOf } from '../../cli/commands/meeting/record/sound.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import { keepLogin } from '../../shared/node/logins.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { sampleRate, toWav } from '../../shared/meetings/pcm.ts';
import { json, makeSandbox, run, start, type Running, type Sandbox } from '../cli/support.ts';
import { eventually } from '../support/waiting.ts';
import { heardIn, programs, recogniser, spoken, type Programs } from './spoken.ts';

interface Recording {
  sandbox: Sandbox;
  own: Programs;
  relay: Running;
  url: string;
  environment: Record<string, string>;
}

const test = suite<Recording>('coord meeting record');

test.before.each(async (context) => {
  const sandbox = (context.sandbox = await makeSandbox());
  const own = (context.own = await programs());
  await own.add('hears', recogniser);
  context.environment = { PATH: own.path, COORD_SPEECH_COMMAND: 'hears' };
  const add = ['relay', 'user', 'add', '--email', 'ada@example.com', '--name', 'Ada'];
  const { key } = await json<{ key: string }>(add, sandbox);
  Object.assign(context, await relayOf(context, 0));
  await run(['login', '--relay', context.url], sandbox, { input: `${key}\n` });
  await run(['workspace', 'create', 'shop'], sandbox);
});

test.after.each(async ({ relay, sandbox, own }) => {
  relay.stop();
  await relay.finished;
  await sandbox.remove();
  await own.remove();
});

async function relayOf({ sandbox, environment }: Recording, port: number) {
  const relay = start(['relay', '--port', String(port), '--json'], sandbox, { environment });
  const { url } = JSON.parse(await relay.line()) as { url: string };
  return { relay, url };
}

const record = ['meeting', 'record', '--title', 'Standup'];

async function talk({ sandbox }: Recording, words: number): Promise<string> {
  const file = join(sandbox.repository, 'talk.wav');
  await writeFile(file, toWav(spoken(1, words)));
  return file;
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `w${at + 1}`);
}

async function saidIn({
  sandbox,
}: Recording): Promise<{ status: string; words: string[]; id: string }> {
  const [{ id = '' } = {}] = await json<{ id: string }[]>(['meeting', 'list'], sandbox);
  const meeting = await json<{ status: string; transcript: string }>(
    ['meeting', 'show', id],
    sandbox,
  );
  return {
    id,
    status: meeting.status,
    words: meeting.transcript.split(/\s+/).filter((word) => word !== ''),
  };
}

test('MTG-25 a file is played into a meeting: no word is lost at the borders of pieces', async (context) => {
  const { sandbox } = context;
  const file = await talk(context, 100);
  const done = await run([...record, '--file', file, '--fast'], sandbox, { live: true });
  assert.is(done.code, 0, done.err);
  assert.match(done.err, /Recording “Standup” \(mtg_\w+\)\. Ctrl-C ends it/);
  assert.match(done.out, 'w1 w2 w3');
  assert.match(done.out, /mtg_\w+ · completed/);
  assert.equal((await saidIn(context)).words, numbered(100));
});

test('MTG-25 a file is read no faster than what was read is taken', async (context) => {
  const place = { ...context.sandbox, directory: context.sandbox.repository };
  const file = await talk(context, 100);
  const sound = await soundOf(place as unknown as Terminal, { file, fast: true });
  if (isRefusal(sound)) throw new Error(sound.message);
  const stopping = new AbortController();
  let taken = 0;
  let makeRoom = (): void => undefined;
  const ended = sound(() => {
    taken += 1;
    return new Promise((resolve) => (makeRoom = resolve));
  }, stopping.signal);
  for (const expected of [1, 2, 3]) {
    await eventually('the next part', async () => taken === expected || undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.is(taken, expected);
    if (expected < 3) makeRoom();
  }
  stopping.abort();
  assert.is(await ended, undefined);
  assert.is(taken, 3);
});

test('MTG-25 in a pipe only what came of it is printed', async (context) => {
  const { sandbox } = context;
  const file = await talk(context, 30);
  const { out, err, code } = await run([...record, '--file', file, '--fast'], sandbox);
  assert.equal([code, err], [0, '']);
  assert.match(out, /^Standup\nmtg_/);
  const again = await json<{ status: string }>([...record, '--file', file, '--fast'], sandbox);
  assert.is(again.status, 'completed');
});

/** A microphone that says its words one after the other, ten times as fast as a person, and is then silent. */
const microphone = (words: number) => `
const each = 4400;
let word = 0;
const say = () => {
  const samples = new Int16Array(each);
  if (word++ < ${words}) samples.fill(word * 100, 0, 4000);
  process.stdout.write(Buffer.from(samples.buffer));
};
setInterval(say, 25);
`;

test('MTG-25 Ctrl-C ends the recording, and a second one leaves the meeting', async (context) => {
  const { sandbox, own, environment } = context;
  await own.add('ffmpeg', microphone(60));
  const first = start(record, sandbox, { environment, live: true });
  assert.match(await first.line(), 'w1 w2');
  first.stop();
  const ended = await first.finished;
  assert.is(ended.code, 0, ended.err);
  assert.match(ended.out, 'completed');
  const { status, words } = await saidIn(context);
  assert.is(status, 'completed');
  assert.equal(words, numbered(words.length));
  // A recogniser that takes long: the second Ctrl-C comes first.
  await own.add(
    'hears',
    `setTimeout(() => { ${recogniser} }, word());\nfunction word() { return fs.existsSync(${JSON.stringify(join(own.folder, 'slow'))}) ? 20000 : 0; }`,
  );
  const second = start(record, sandbox, { environment, live: true });
  await second.line();
  await writeFile(join(own.folder, 'slow'), '');
  second.stop();
  await eventually('the end to be asked for', async () => {
    second.stop();
    return Promise.race([
      second.finished.then(() => true),
      new Promise<undefined>((r) => setTimeout(() => r(undefined), 200)),
    ]);
  });
  const left = await second.finished;
  assert.is(left.code, 1);
  assert.match(
    left.err,
    /The meeting mtg_\w+ goes on\..*Go on with: coord meeting record --meeting mtg_\w+\./s,
  );
  assert.is((await saidIn(context)).status, 'recording');
});

test('MTG-25 a meeting that was left is gone on with', async (context) => {
  const { sandbox, own, environment } = context;
  const file = await talk(context, 20);
  await own.add('ffmpeg', microphone(30));
  const { id } = await begun(context);
  const going = ['meeting', 'record', '--meeting', id, '--file', file, '--fast'];
  const done = await run(going, sandbox, { environment });
  assert.is(done.code, 0, done.err);
  assert.equal((await saidIn(context)).words, numbered(20));
  const over = await run(going, sandbox, { environment });
  assert.is(over.code, 1);
  assert.match(over.err, 'This meeting is over');
  const neither = await run(['meeting', 'record', '--file', file], sandbox);
  assert.is(neither.code, 2);
});

async function begun({ sandbox, url }: Recording): Promise<{ id: string }> {
  const logins = await json<{ key: string }>(
    ['relay', 'user', 'key', '--email', 'ada@example.com'],
    sandbox,
  );
  const headers = { authorization: `Bearer ${logins.key}`, 'content-type': 'application/json' };
  const list = await fetch(`${url}/workspaces`, { headers });
  const { workspaces } = (await list.json()) as { workspaces: { id: string }[] };
  const body = JSON.stringify({ workspace_id: workspaces[0]?.id, title: 'Left' });
  return (
    await fetch(`${url}/meetings/start`, { method: 'POST', headers, body })
  ).json() as Promise<{ id: string }>;
}

test('MTG-25 with the relay gone the recording goes on, and nothing of it is lost or said twice', async (context) => {
  const { sandbox, own, environment } = context;
  await own.add('ffmpeg', microphone(200));
  const { port } = new URL(context.url);
  const recording = start(record, sandbox, { environment, live: true });
  await recording.line();
  context.relay.stop();
  await context.relay.finished;
  // Some more is said meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  Object.assign(context, await relayOf(context, Number(port)));
  let said = '';
  // Each line is waited for once: one that comes after the pause is not lost.
  let next = recording.line();
  await eventually(
    'all of it to be shown',
    async () => {
      const pause = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 500));
      const line = await Promise.race([next, pause]);
      if (line === undefined) return undefined;
      said += ` ${line}`;
      next = recording.line();
      return said.includes('w200') ? true : undefined;
    },
    30_000,
  ).finally(() => recording.stop());
  const done = await recording.finished;
  assert.is(done.code, 0, done.err);
  assert.match(
    done.err,
    'coord: The relay is gone. Recording goes on, and is sent when it is back.',
  );
  assert.match(done.err, 'coord: The relay is back.');
  assert.equal((await saidIn(context)).words, numbered(200));
});

test('MTG-25 nothing of a recording goes to a relay that was signed in to meanwhile', async (context) => {
  const { sandbox, own, environment } = context;
  await own.add('ffmpeg', microphone(200));
  let asked = 0;
  const other = createServer().on('upgrade', (_request, socket) => {
    asked += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const relay = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const recording = start(record, sandbox, { environment, live: true });
  await recording.line();
  await keepLogin(sandbox.home, { relay, key: 'coord_other' });
  context.relay.stop();
  const done = await recording.finished;
  other.close();
  assert.is(done.code, 1);
  assert.match(done.err, /is at http.*nothing of it was sent there/);
  assert.is(asked, 0);
});

test('MTG-25 TXT-3 without a microphone, a program or a speech model a person is told what to do', async (context) => {
  const { sandbox, own, environment } = context;
  const bare = { ...environment, PATH: own.folder };
  const none = await run(record, sandbox, { environment: bare });
  assert.is(none.code, 1);
  assert.match(none.err, 'To record, coord needs ffmpeg or sox.');
  await own.add(
    'ffmpeg',
    `console.error('cannot open audio device\\n' + process.argv.join(' ')); process.exit(1);`,
  );
  const deaf = await run([...record, '--device', 'alsa:hw:7'], sandbox, { environment });
  assert.match(deaf.err, /hears nothing: “.*-f alsa -i hw:7.*”\. Name another input with --device/);
  assert.match(deaf.err, 'cannot open audio device /', 'what it says in several lines is one');
  const missing = await run([...record, '--file', 'no.wav'], sandbox, { environment });
  assert.is(missing.code, 2);
  assert.match(missing.err, 'no.wav cannot be read');
  assert.match((await run(['meeting', 'list'], sandbox)).out, 'No meetings', 'nothing was begun');
  context.relay.stop();
  await context.relay.finished;
  const { port } = new URL(context.url);
  Object.assign(
    context,
    await relayOf({ ...context, environment: { PATH: own.path } }, Number(port)),
  );
  const dumb = await run([...record, '--file', await talk(context, 3)], sandbox, { environment });
  assert.is(dumb.code, 1);
  assert.match(dumb.err, 'This relay has no speech model');
});

test('MTG-25 sound is cut where it is quiet, into pieces of four to six seconds', () => {
  const cutter = new Cutter();
  const sound = spoken(1, 130);
  const pieces: Int16Array[] = [];
  for (let at = 0; at < sound.length; at += 1_000)
    pieces.push(...cutter.add(sound.subarray(at, at + 1_000)));
  pieces.push(cutter.rest());
  for (const piece of pieces.slice(0, -1))
    assert.ok(
      piece.length >= 4 * sampleRate && piece.length <= 6 * sampleRate,
      String(piece.length),
    );
  assert.is(pieces.map(heardIn).join(' '), numbered(130).join(' '));
});

test.run();
