import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';

/** Sound as meetings take it: 16 bits, one channel, 16,000 samples a second, without a head. */
export const sampleRate = 16_000;

const headBytes = 44;
const sampleBytes = 2;
const chunkHeadBytes = 8;
const highest = 32_767;
const [plainPcm, extensible] = [1, 0xfffe];
/** What a recording of speech has. A rate far below makes of a few bytes hours of samples. */
const speech = { fromHz: 4_000, toHz: 192_000, channels: 64 } as const;

/** The samples as a WAV file. */
export function toWav(samples: Int16Array): Uint8Array {
  const wav = new Uint8Array(headBytes + samples.length * sampleBytes);
  const view = new DataView(wav.buffer);
  const write = (text: string, at: number) => wav.set(bytesOf(text), at);
  write('RIFF', 0);
  view.setUint32(4, wav.length - chunkHeadBytes, true);
  write('WAVEfmt ', 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, plainPcm, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * sampleBytes, true);
  view.setUint16(32, sampleBytes, true);
  view.setUint16(34, 8 * sampleBytes, true);
  write('data', 36);
  view.setUint32(40, samples.length * sampleBytes, true);
  samples.forEach((sample, at) => view.setInt16(headBytes + at * sampleBytes, sample, true));
  return wav;
}

/** The samples in bytes without a head. */
export function samplesIn(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(Math.floor(bytes.length / sampleBytes));
  for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * sampleBytes, true);
  return samples;
}

/**
 * The samples in a WAV file of 16 bits, of any rate and number of channels that speech has, as one channel of `sampleRate`; undefined
 * for any other file. A file that is still being written, or was cut, counts as far as it goes. ValidationError: its header says what
 * no recording of speech has. TooLarge: it lasts longer than `longestMs`.
 */
export function samplesInWav(
  file: Uint8Array,
  longestMs = Infinity,
): Int16Array | Refusal | undefined {
  const format = formatOf(file);
  if (format === undefined || isRefusal(format)) return format;
  const { channels, rate, sound } = format;
  // Before anything is made of it: what it becomes may be far larger than it is.
  if ((sound.length / sampleBytes / channels / rate) * 1_000 > longestMs) return tooLong(longestMs);
  const all = samplesIn(sound);
  const one = channels === 1 ? all : asOneChannel(all, channels);
  return rate === sampleRate ? one : atOwnRate(one, rate);
}

/** TooLarge: a piece of sound that lasts longer. */
export function tooLong(longestMs: number): Refusal {
  const minutes = longestMs / 60_000;
  const text = `A piece has at most ${minutes} minutes of sound. Send it in shorter ones.`;
  return refuse('TooLarge', text);
}

/** How long the samples last, in milliseconds. */
export function lasting(samples: Int16Array): number {
  return (samples.length / sampleRate) * 1_000;
}

/** How loud the samples are: the root of the mean square, from 0 to 1. */
export function loudness(samples: Int16Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length) / highest;
}

const frame = sampleRate / 50;
const step = frame / 4;

/** The middle of the quietest 20 milliseconds between two places: where a cut goes through no word, if there is such a place. */
export function quietestPlace(samples: Int16Array, from: number, to: number): number {
  let best = { at: from, loudness: Infinity };
  for (let at = from; at + frame <= to; at += step) {
    const found = loudness(samples.subarray(at, at + frame));
    if (found < best.loudness) best = { at: at + frame / 2, loudness: found };
  }
  return best.at;
}

interface WavHead {
  readonly channels: number;
  readonly rate: number;
}

interface WavFormat extends WavHead {
  readonly sound: Uint8Array;
}

/** Recorders write a handful of chunks before the sound. */
const mostChunks = 1_000;
/** What a chunk that says the format has at least. */
const formBytes = 16;

function formatOf(file: Uint8Array): WavFormat | Refusal | undefined {
  if (!isAt(file, 'RIFF', 0) || !isAt(file, 'WAVE', 8)) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let head: WavHead | undefined;
  for (let [at, chunk] = [12, 0]; at + chunkHeadBytes <= file.length; chunk++) {
    const length = view.getUint32(at + 4, true);
    const begin = at + chunkHeadBytes;
    if (isAt(file, 'data', at)) {
      if (head === undefined || !isOfSpeech(head)) return head && noSpeech(head);
      return { ...head, sound: file.subarray(begin, begin + length) };
    }
    if (isAt(file, 'fmt ', at)) {
      const isWhole = length >= formBytes && begin + length <= file.length;
      head = isWhole ? headAt(view, begin) : undefined;
      if (head === undefined) return undefined;
    }
    if (chunk === mostChunks) return undefined;
    at = begin + length + (length % 2);
  }
  return undefined;
}

/** Undefined where the samples are no plain ones of 16 bits. */
function headAt(view: DataView, begin: number): WavHead | undefined {
  const kind = view.getUint16(begin, true);
  const bits = view.getUint16(begin + 14, true);
  if ((kind !== plainPcm && kind !== extensible) || bits !== 8 * sampleBytes) return undefined;
  return { channels: view.getUint16(begin + 2, true), rate: view.getUint32(begin + 4, true) };
}

function isOfSpeech({ channels, rate }: WavHead): boolean {
  const hasRate = rate >= speech.fromHz && rate <= speech.toHz;
  return hasRate && channels > 0 && channels <= speech.channels;
}

function noSpeech({ channels, rate }: WavHead): Refusal {
  return refuse(
    'ValidationError',
    `The header of this WAV file says ${rate} samples a second and ${channels} channels. A recording of speech has ` +
      `${speech.fromHz} to ${speech.toHz} samples a second, and 1 to ${speech.channels} channels. Record it anew.`,
  );
}

function asOneChannel(samples: Int16Array, channels: number): Int16Array {
  const one = new Int16Array(Math.floor(samples.length / channels));
  for (let at = 0; at < one.length; at++) one[at] = meanOf(samples, at * channels, channels);
  return one;
}

function meanOf(samples: Int16Array, from: number, count: number): number {
  let sum = 0;
  for (let at = from; at < from + count; at++) sum += samples[at] ?? 0;
  return Math.round(sum / count);
}

/** Between two samples on a straight line; from a higher rate the mean of those that fall together. */
function atOwnRate(samples: Int16Array, rate: number): Int16Array {
  const ratio = rate / sampleRate;
  const own = new Int16Array(Math.floor(samples.length / ratio));
  for (let at = 0; at < own.length; at++) own[at] = sampleAt(samples, at * ratio, ratio);
  return own;
}

function sampleAt(samples: Int16Array, place: number, ratio: number): number {
  const from = Math.floor(place);
  if (ratio >= 2) return meanOf(samples, from, Math.floor(ratio));
  const here = samples[from] ?? 0;
  const next = samples[from + 1] ?? here;
  return Math.round(here + (next - here) * (place - from));
}

function isAt(file: Uint8Array, text: string, at: number): boolean {
  return bytesOf(text).every((byte, offset) => file[at + offset] === byte);
}

function bytesOf(text: string): number[] {
  return Array.from(text, (one) => one.charCodeAt(0));
}
