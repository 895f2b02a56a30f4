/** Sound as meetings take it: 16 bits, one channel, 16,000 samples a second, without a head. */
export const sampleRate = 16_000;

const headBytes = 44;
const sampleBytes = 2;
const chunkHeadBytes = 8;
const highest = 32_767;
const [plainPcm, extensible] = [1, 0xfffe];

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
  const count = Math.floor(bytes.length / sampleBytes);
  return Int16Array.from({ length: count }, (_, at) => view.getInt16(at * sampleBytes, true));
}

/**
 * The samples in a WAV file of 16 bits, of any rate and number of channels, as one channel of `sampleRate`; undefined for any
 * other file. A file that is still being written, or was cut, counts as far as it goes.
 */
export function samplesInWav(file: Uint8Array): Int16Array | undefined {
  const format = formatOf(file);
  if (format === undefined) return undefined;
  const { channels, rate, sound } = format;
  const all = samplesIn(sound);
  const frames = Math.floor(all.length / channels);
  const one =
    channels === 1
      ? all
      : Int16Array.from({ length: frames }, (_, at) => meanOf(all, at * channels, channels));
  return rate === sampleRate ? one : atOwnRate(one, rate);
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

interface WavFormat {
  readonly channels: number;
  readonly rate: number;
  readonly sound: Uint8Array;
}

function formatOf(file: Uint8Array): WavFormat | undefined {
  if (!isAt(file, 'RIFF', 0) || !isAt(file, 'WAVE', 8)) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let [channels, rate] = [0, 0];
  for (let at = 12; at + chunkHeadBytes <= file.length;) {
    const length = view.getUint32(at + 4, true);
    const begin = at + chunkHeadBytes;
    if (isAt(file, 'data', at)) {
      if (channels === 0 || rate === 0) return undefined;
      return { channels, rate, sound: file.subarray(begin, begin + length) };
    }
    if (isAt(file, 'fmt ', at)) {
      if (length < 16 || begin + length > file.length) return undefined;
      const kind = view.getUint16(begin, true);
      const bits = view.getUint16(begin + 14, true);
      if ((kind !== plainPcm && kind !== extensible) || bits !== 8 * sampleBytes) return undefined;
      [channels, rate] = [view.getUint16(begin + 2, true), view.getUint32(begin + 4, true)];
    }
    at = begin + length + (length % 2);
  }
  return undefined;
}

function meanOf(samples: Int16Array, from: number, count: number): number {
  let sum = 0;
  for (let at = from; at < from + count; at++) sum += samples[at] ?? 0;
  return Math.round(sum / count);
}

/** Between two samples on a straight line; from a higher rate the mean of those that fall together. */
function atOwnRate(samples: Int16Array, rate: number): Int16Array {
  const ratio = rate / sampleRate;
  const count = Math.floor(samples.length / ratio);
  return Int16Array.from({ length: count }, (_, at) => {
    const place = at * ratio;
    const from = Math.floor(place);
    if (ratio >= 2) return meanOf(samples, from, Math.floor(ratio));
    const [here = 0, next = here] = [samples[from], samples[from + 1]];
    return Math.round(here + (next - here) * (place - from));
  });
}

function isAt(file: Uint8Array, text: string, at: number): boolean {
  return bytesOf(text).every((byte, offset) => file[at + offset] === byte);
}

function bytesOf(text: string): number[] {
  return Array.from(text, (one) => one.charCodeAt(0));
}
