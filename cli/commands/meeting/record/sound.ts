import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asExact, quoted } from '../../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { sampleRate, samplesIn, samplesInWav } from '../../../../shared/meetings/pcm.ts';
import { runCommand } from '../../../../shared/node/processes/run-command.ts';
import { findOnSearchPath } from '../../../../shared/node/search-path.ts';
import type { Terminal } from '../../../terminal/terminal.ts';

export interface SoundOptions {
  /** The name of a microphone, as ffmpeg or sox knows it. */
  readonly device?: string;
  /** Played in place of a microphone. */
  readonly file?: string;
  /** As fast as it is read, not at its own speed. */
  readonly fast?: boolean;
}

/**
 * Sound that has begun: hands over samples until it ends or is stopped. Answers why it ended, where that is a failure. A file that is
 * read fast waits until there is room for more; a microphone cannot.
 */
export type Sound = (
  onSamples: (samples: Int16Array) => void | Promise<void>,
  stop: AbortSignal,
) => Promise<Refusal | undefined>;

/** A microphone, or a file. Refused: what cannot be read, and a machine without a program that records. */
export async function soundOf(terminal: Terminal, options: SoundOptions): Promise<Sound | Refusal> {
  const { file, fast = false } = options;
  if (file === undefined) return microphone(terminal, options);
  const samples = await samplesOf(terminal, resolve(terminal.directory, file));
  return isRefusal(samples) ? samples : played(samples, fast);
}

const playedAtOnce = sampleRate / 2;

function played(samples: Int16Array, fast: boolean): Sound {
  return async (onSamples, stop) => {
    const began = performance.now();
    const stopped = stopOf(stop);
    for (let at = 0; at < samples.length && !stop.aborted; at += playedAtOnce) {
      const dueMs = began + (Math.min(at + playedAtOnce, samples.length) / sampleRate) * 1_000;
      const wait = fast ? 0 : Math.max(0, dueMs - performance.now());
      await pause(wait, undefined, { signal: stop }).catch(() => undefined);
      const room = onSamples(samples.subarray(at, at + playedAtOnce));
      if (fast) await Promise.race([room, stopped]);
    }
    return undefined;
  };
}

function stopOf(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function samplesOf(terminal: Terminal, file: string): Promise<Int16Array | Refusal> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) {
    return refuse('ValidationError', `${asExact(file)} cannot be read.`, { field: 'file' });
  }
  return samplesInWav(bytes) ?? decoded(terminal, file);
}

const asSamples = ['-vn', '-ac', '1', '-ar', String(sampleRate), '-f', 's16le', 'pipe:1'];
const soxSamples = [
  '-t',
  'raw',
  '-r',
  String(sampleRate),
  '-e',
  'signed-integer',
  '-b',
  '16',
  '-c',
  '1',
  '-',
];
const quietly = ['-hide_banner', '-loglevel', 'error', '-nostdin'];
const longestMs = 24 * 60 * 60_000;

async function decoded(terminal: Terminal, file: string): Promise<Int16Array | Refusal> {
  const [ffmpeg, sox] = await found(terminal, ['ffmpeg', 'sox']);
  const command =
    ffmpeg !== undefined
      ? [ffmpeg, ...quietly, '-i', `file:${file}`, ...asSamples]
      : sox === undefined
        ? undefined
        : [sox, file, ...soxSamples];
  if (command === undefined) return noProgram(`play ${asExact(file)}, which is no plain WAV`);
  const chunks: Buffer[] = [];
  const failure = await run(terminal, {
    command,
    onBytes: (bytes) => chunks.push(bytes),
    stop: new AbortController().signal,
  });
  return failure ?? samplesIn(Buffer.concat(chunks));
}

async function microphone(
  terminal: Terminal,
  { device = terminal.environment['COORD_MICROPHONE'] || undefined }: SoundOptions,
): Promise<Sound | Refusal> {
  const [ffmpeg, rec] = await found(terminal, ['ffmpeg', 'rec']);
  const input = ffmpeg === undefined ? undefined : await inputOf(terminal, device);
  if (isRefusal(input)) return input;
  const command =
    ffmpeg !== undefined && input !== undefined
      ? [ffmpeg, ...quietly, ...input, ...asSamples]
      : rec === undefined
        ? undefined
        : [rec, '-q', ...soxSamples];
  if (command === undefined) return noProgram('record');
  const audioDevice: Record<string, string> = device === undefined ? {} : { AUDIODEV: device };
  return (onSamples, stop) => {
    let odd: Buffer = Buffer.alloc(0);
    return run(terminal, {
      command,
      stop,
      environment: audioDevice,
      onBytes(bytes) {
        const all = Buffer.concat([odd, bytes]);
        const whole = all.length - (all.length % 2);
        odd = all.subarray(whole);
        onSamples(samplesIn(all.subarray(0, whole)));
      },
    });
  };
}

/** What ffmpeg records from; a device may say its kind first, as in `alsa:hw:1`. */
async function inputOf(
  terminal: Terminal,
  device: string | undefined,
): Promise<string[] | Refusal> {
  const { platform, environment } = terminal;
  if (platform === 'darwin') return ['-f', 'avfoundation', '-i', `:${device ?? 'default'}`];
  if (platform === 'win32') {
    if (device !== undefined) return ['-f', 'dshow', '-i', `audio=${device}`];
    return refuse(
      'ValidationError',
      'Name the microphone with --device or COORD_MICROPHONE. Their names: ffmpeg -list_devices true -f dshow -i dummy',
    );
  }
  const [, kind, name] = /^(pulse|alsa):(.+)$/.exec(device ?? '') ?? [];
  if (kind !== undefined && name !== undefined) return ['-f', kind, '-i', name];
  const pulse = join(environment['XDG_RUNTIME_DIR'] ?? '/nowhere', 'pulse', 'native');
  const hasPulse =
    Boolean(environment['PULSE_SERVER']) ||
    (await stat(pulse).catch(() => undefined)) !== undefined;
  return ['-f', hasPulse ? 'pulse' : 'alsa', '-i', device ?? 'default'];
}

function found({ environment }: Terminal, names: readonly string[]) {
  return Promise.all(names.map((name) => findOnSearchPath(name, environment['PATH'] ?? '')));
}

interface Run {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop: AbortSignal;
  onBytes(bytes: Buffer): void;
}

const complaintCharacters = 300;

async function run(terminal: Terminal, { command, environment, stop, onBytes }: Run) {
  let complaint = '';
  const outcome = await runCommand({
    command,
    folder: terminal.directory,
    environment: { ...terminal.environment, ...environment },
    timeoutMs: longestMs,
    signal: stop,
    onOutput(chunk, from) {
      if (from === 'stdout') onBytes(chunk);
      else complaint = (complaint + chunk.toString()).slice(-complaintCharacters);
    },
  });
  if (outcome.kind === 'cancelled' || (outcome.kind === 'ended' && outcome.exitCode === 0))
    return undefined;
  const why = outcome.kind === 'ended' ? complaint.trim() : outcome.message;
  return refuse(
    'Unavailable',
    `${asExact(command[0] ?? '')} hears nothing: ${quoted(why, complaintCharacters)}. Name another input with --device or COORD_MICROPHONE.`,
  );
}

function noProgram(purpose: string): Refusal {
  return refuse(
    'Unavailable',
    `To ${purpose}, coord needs ffmpeg or sox. Install one of them, and see that it is on the PATH.`,
  );
}
