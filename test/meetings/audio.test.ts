/** Audio without a server: local commands, decoding, and words at the borders of pieces. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Recording } from '../../relay/meetings/live/audio.ts';
import { Hearing } from '../../relay/meetings/live/hearing.ts';
import { commandWords, commandModel } from '../../relay/models/speech-command.ts';
import { decoder, speechFrom, type ReadySpeech } from '../../relay/models/speech-settings.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { sampleRate, samplesInWav, toWav } from '../../shared/meetings/pcm.ts';
import { eventually } from '../support/waiting.ts';
import {
  heardIn,
  heardSamples,
  inPieces,
  programs,
  recogniser,
  spoken,
  type Programs,
} from './spoken.ts';

let own: Programs;
test.before(async () => {
  own = await programs();
});
test.after(() => own.remove());

test('MTG-20 a command is split into words without a shell', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['whisper', ['whisper', '{}']],
    ['pocketsphinx_continuous -infile {}', ['pocketsphinx_continuous', '-infile', '{}']],
    [` "/opt/my tools/w" --text='a b' c"d e"f `, ['/opt/my tools/w', '--text=a b', 'cd ef', '{}']],
    ['C:\\tools\\w.exe --file={}', ['C:\\tools\\w.exe', '--file={}']],
    ['w "" $HOME;ls', ['w', '', '$HOME;ls', '{}']],
    ['["w", "a b", "{}.x"]', ['w', 'a b', '{}.x']],
  ];
  for (const [setting, words] of cases) assert.equal(commandWords(setting), words, setting);
  for (const wrong of ['w "a', "w 'a", '["w", 1]', '["w"', '[]', '   '])
    assert.ok(isRefusal(commandWords(wrong)), wrong);
});

async function speech(environment: Record<string, string>): Promise<ReadySpeech> {
  const ready = await speechFrom({ PATH: own.path, ...environment });
  assert.ok(ready !== undefined && !isRefusal(ready), isRefusal(ready) ? ready.message : 'none');
  return ready as ReadySpeech;
}

test('MTG-20 a command that is not there is told at the start', async () => {
  const refused = await speechFrom({ PATH: own.path, COORD_SPEECH_COMMAND: 'no-such-speech -x' });
  assert.match(
    isRefusal(refused) ? refused.message : '',
    /COORD_SPEECH_COMMAND names no-such-speech/,
  );
  const two = await speechFrom({
    COORD_SPEECH_COMMAND: 'x',
    COORD_SPEECH_URL: 'http://127.0.0.1:1',
    COORD_SPEECH_MODEL: 'base',
  });
  assert.match(isRefusal(two) ? two.message : '', 'two speech models');
  await own.add('hears', recogniser);
  const { sentence } = await speech({ COORD_SPEECH_COMMAND: 'hears' });
  assert.match(sentence, `the command ${own.folder}/hears; ffmpeg`);
});

test('MTG-20 a command reads a private WAV file, which is gone afterwards', async () => {
  const told = pathOf(own.folder, 'told.json');
  await own.add(
    'tells',
    `const { mode } = fs.statSync(file);
    fs.writeFileSync(${JSON.stringify(told)}, JSON.stringify({ file, mode: mode & 0o777, secret: process.env.COORD_LLM_KEY ?? '',
      folder: fs.statSync(require('node:path').dirname(file)).mode & 0o777, head: fs.readFileSync(file).subarray(0, 4).toString() }));
    console.log('[00:00:00.000 --> 00:00:05.000]  We use  SQLite.\\n[BLANK_AUDIO]\\n(wind)\\nAnd  so on.\\n');`,
  );
  const { model } = await speech({ COORD_SPEECH_COMMAND: 'tells -f {}', COORD_LLM_KEY: 'hidden' });
  const wav = Buffer.from(toWav(spoken(1, 3)));
  assert.is(await model.transcribe(wav), 'We use SQLite. And so on.');
  const seen = JSON.parse(readFileSync(told, 'utf8')) as Record<string, string | number>;
  assert.equal(
    [seen['mode'], seen['folder'], seen['head'], seen['secret']],
    [0o600, 0o700, 'RIFF', ''],
  );
  assert.not.ok(existsSync(String(seen['file'])), 'no sound is left on disk');
});

test('MTG-20 the pieces of a relay that was killed are removed at the next start, and no others', async () => {
  const { pid = 0 } = spawnSync(process.execPath, ['--version']);
  const [left, used] = [pid, process.pid].map((maker) =>
    mkdtempSync(pathOf(tmpdir(), `coord-speech-${maker}-`)),
  ) as [string, string];
  try {
    await own.add('hears', recogniser);
    await speech({ COORD_SPEECH_COMMAND: 'hears' });
    assert.equal([left, used].map(existsSync), [false, true]);
  } finally {
    for (const folder of [left, used]) rmSync(folder, { recursive: true, force: true });
  }
});

test('MTG-20 a command that takes too long is ended with its children', async () => {
  const pids = pathOf(own.folder, 'pids');
  const program = await own.add(
    'sleeps',
    `const child = require('node:child_process').spawn('sleep', ['60']);
    fs.writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + child.pid);
    setInterval(() => {}, 1000);`,
  );
  const model = commandModel({
    command: [program, '{}'],
    environment: process.env,
    timeoutMs: 700,
  });
  const failed = await model.transcribe(Buffer.from('x')).catch((error: Error) => error.message);
  assert.match(failed, 'it took more than 0.7 s');
  const started = readFileSync(pids, 'utf8').split(' ').map(Number);
  await eventually('all of it to be gone', async () =>
    started.every((pid) => !isRunning(pid)) ? true : undefined,
  );
  assert.equal(leftOver(), [], 'and no file is left');
});

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function leftOver(): string[] {
  return readdirSync(tmpdir()).filter(
    (name) =>
      name.startsWith('coord-speech-') &&
      statSync(pathOf(tmpdir(), name), { throwIfNoEntry: false })?.uid === process.getuid?.(),
  );
}

test('MTG-20 a command that prints without end or fails is told to the operator', async () => {
  const endless = await own.add('endless', `for (;;) fs.writeSync(1, 'word '.repeat(1000));`);
  const fails = await own.add('fails', `console.error('no model here'); process.exit(3);`);
  for (const [program, message] of [
    [endless, 'printed more than 65536 bytes'],
    [fails, 'ended with 3: no model here'],
  ] as const) {
    const model = commandModel({ command: [program, '{}'], environment: process.env });
    const failed = await model.transcribe(Buffer.from('x')).catch((error: Error) => error.message);
    assert.match(failed, message);
  }
});

test('MTG-20 RED-1 what a failing command complains of is told without secrets, also one that is cut', async () => {
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const fails = await own.add(
    'leaks',
    `console.error('token ${token} ' + '.'.repeat(Number(process.argv[2]))); process.exit(3);`,
  );
  for (const dots of [0, 280]) {
    const model = commandModel({
      command: [fails, String(dots), '{}'],
      environment: process.env,
    });
    const failed = await model.transcribe(Buffer.from('x')).catch((error: Error) => error.message);
    assert.match(failed, 'ended with 3: ');
    assert.not.match(failed, token.slice(-8));
  }
});

test('MTG-20 a relay that stops ends the command', async () => {
  const program = await own.add('waits', 'setInterval(() => {}, 1000);');
  const model = commandModel({ command: [program, '{}'], environment: process.env });
  const failed = model.transcribe(Buffer.from('x')).catch((error: Error) => error.message);
  model.close?.();
  assert.match(await failed, 'coord stops');
});

test('MTG-20 what only ffmpeg decodes names ffmpeg where it is missing, and WAV needs none', async () => {
  const without = decoder({ ffmpeg: undefined, environment: {} });
  const webm = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2]);
  const refused = await without.decode(webm);
  assert.match(isRefusal(refused) ? refused.message : '', /ffmpeg.* is not installed/);
  const samples = spoken(1, 2);
  assert.equal(await without.decode(Buffer.from(toWav(samples))), samples);
});

test('MTG-20 ffmpeg is given the piece through a pipe and kept from other files', async () => {
  const told = pathOf(own.folder, 'ffmpeg.json');
  const ffmpeg = await own.add(
    'ffmpeg',
    `const given = fs.readFileSync(0);
    fs.writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.argv.slice(2)));
    if (given.toString() === 'broken') process.exit(1);
    fs.writeSync(1, Buffer.from([1, 0, 2, 0]));`,
  );
  const { decode } = decoder({ ffmpeg, environment: process.env });
  assert.equal(await decode(Buffer.from('sound')), Int16Array.from([1, 2]));
  const given = JSON.parse(readFileSync(told, 'utf8')) as string[];
  assert.ok(given.includes('-protocol_whitelist') && given.includes('pipe:0'), given.join(' '));
  const refused = await decode(Buffer.from('broken'));
  assert.is(isRefusal(refused) && refused.error, 'ValidationError');
});

test('MTG-20 a WAV file of any rate and number of channels is read', () => {
  const samples = spoken(2, 4);
  assert.equal(samplesInWav(toWav(samples)), samples);
  const at48 = wavOf(
    { rate: 48_000, channels: 2 },
    Array.from(samples).flatMap((one) => [one, one, one, one, one, one]),
  );
  assert.is(heardIn(heardSamples(at48)), 'w2 w3 w4 w5');
  for (const cut of [0, 3, 11, 20, 43])
    assert.is(samplesInWav(at48.subarray(0, cut)), undefined, String(cut));
  assert.ok(heardSamples(at48.subarray(0, 1_001)).length > 0, 'as far as it goes');
  at48.writeUInt32LE(0xffffffff, 40);
  assert.is(heardIn(heardSamples(at48)), 'w2 w3 w4 w5', 'a size that is larger than the file');
});

test('MTG-20 a WAV file whose header says what no speech has is refused before it is read', async () => {
  const { decode } = decoder({ ffmpeg: undefined, environment: {}, modelDecodes: true });
  const samples = Array.from(spoken(1, 1));
  for (const [rate, channels, said] of [
    [1, 1, /says 1 samples a second and 1 channels.* 4000 to 192000 .* 1 to 64 channels/],
    [0, 1, /says 0 samples a second/],
    [0xffffffff, 1, /says 4294967295 samples a second/],
    [sampleRate, 0, /and 0 channels/],
    [sampleRate, 0xffff, /and 65535 channels/],
  ] as const) {
    const refused = await decode(wavOf({ rate, channels }, samples));
    assert.is(isRefusal(refused) && refused.error, 'ValidationError');
    assert.match(isRefusal(refused) ? refused.message : '', said);
  }
  const unread = await decode(Buffer.from('no WAV'));
  assert.is(unread, undefined, 'other files go to the server as they are');
});

test('MTG-20 a WAV file of more than ten minutes is refused', () => {
  const minute = wavOf({ rate: 4_000, channels: 2 }, Array<number>(60 * 8_000).fill(1));
  assert.is(heardSamples(minute, 60_000).length, 60 * sampleRate);
  const refused = samplesInWav(minute, 59_999);
  assert.is(isRefusal(refused) && refused.error, 'TooLarge');
});

test('MTG-20 a WAV file of nothing but chunks without sound is not searched to its end', () => {
  const wav = Buffer.from(toWav(spoken(1, 1)));
  const withChunks = (count: number) =>
    Buffer.concat([wav.subarray(0, 12), Buffer.alloc(8 * count), wav.subarray(12)]);
  assert.is(heardIn(heardSamples(withChunks(100))), 'w1');
  assert.is(samplesInWav(withChunks(500_000)), undefined);
});

function wavOf({ rate, channels }: { rate: number; channels: number }, values: number[]): Buffer {
  const wav = Buffer.from(toWav(Int16Array.from(values)));
  wav.writeUInt16LE(channels, 22);
  wav.writeUInt32LE(rate, 24);
  return wav;
}

test('MTG-21 a word that a cut goes through is heard whole with the next piece', async () => {
  await own.add('hears', recogniser);
  const { model } = await speech({ COORD_SPEECH_COMMAND: 'hears' });
  const hearing = new Hearing(model);
  const said: string[] = [];
  for (const piece of inPieces(spoken(1, 40), 27_000)) said.push(String(await hearing.hear(piece)));
  const words = said.join(' ').split(' ');
  const expected = Array.from({ length: 40 }, (_, at) => `w${at + 1}`);
  assert.equal(
    words.filter((word) => word !== 'w'),
    expected,
  );
  assert.ok(words.includes('w'), 'a cut went through a word');
});

test('MTG-20 a WAV file that no speech can have is refused also where a server decodes', async () => {
  const { decode } = decoder({ ffmpeg: undefined, environment: {}, modelDecodes: true });
  const hearing = new Hearing({ decode, transcribe: () => Promise.resolve('heard') });
  const piece = wavOf({ rate: 1, channels: 1 }, Array.from(spoken(1, 1)));
  assert.ok(isRefusal(await hearing.hear(piece)));
  assert.is(await hearing.hear(Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2])), 'heard');
});

test('MTG-20 TXT-1 of what a recogniser prints stays what people see', async () => {
  const printed = 'We\0 use\u001b[31m\tSQLite.\u202e\ud800\nAnd\u0007 so on.';
  const seen = 'We use\tSQLite.\nAnd so on.';
  for (const decode of [undefined, (file: Buffer) => Promise.resolve(samplesInWav(file))]) {
    const transcribe = () => Promise.resolve(printed);
    const hearing = new Hearing({ ...(decode && { decode }), transcribe });
    assert.is(await hearing.hear(Buffer.from(toWav(spoken(1, 3)))), seen);
  }
});

test('MTG-21 a piece that could not be heard is heard when it is sent again', async () => {
  let fails = true;
  const hearing = new Hearing({
    decode: (file) => Promise.resolve(samplesInWav(file)),
    async transcribe(audio) {
      if (fails) throw new Error('busy');
      return heardIn(heardSamples(audio));
    },
  });
  const [piece = Buffer.alloc(0)] = inPieces(spoken(1, 3), 1e6);
  assert.match(String(await hearing.hear(piece).catch(String)), 'busy');
  fails = false;
  assert.is(await hearing.hear(piece), 'w1 w2 w3');
});

test('MTG-21 a block of sound that was cut goes whole into the next piece', () => {
  const block = (text: string) =>
    Buffer.concat([
      Buffer.from([0xa3, 0x40, text.length + 4, 0x81, 0, 0, 0x80]),
      Buffer.from(text),
    ]);
  const head = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80]);
  const cluster = Buffer.from([
    0x1f, 0x43, 0xb6, 0x75, 1, 255, 255, 255, 255, 255, 255, 255, 0xe7, 0x81, 0,
  ]);
  const sound = Buffer.concat([
    cluster,
    block('first'),
    block('second'),
    block('third'),
    cluster,
    block('last'),
  ]);
  for (let cut = cluster.length + 12; cut < sound.length; cut++) {
    const recording = new Recording();
    const one = recording.playable(Buffer.concat([head, sound.subarray(0, cut)]));
    const two = recording.playable(sound.subarray(cut));
    const all = `${one?.toString('latin1')}${two?.toString('latin1')}`;
    for (const word of ['first', 'second', 'third', 'last'])
      assert.is(all.split(word).length, 2, `${word}, cut at ${cut}`);
    assert.ok(
      two?.subarray(0, 9).equals(Buffer.concat([head, cluster]).subarray(0, 9)),
      `cut at ${cut}`,
    );
  }
});

test.run();
