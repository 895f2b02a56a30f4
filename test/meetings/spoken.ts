import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { samplesInWav, toWav } from '../../shared/meetings/pcm.ts';

/** Speech for a recogniser that is scripted: each word is a level of sound of a quarter of a second, with a short gap behind it. */
export const wordSamples = 4_000;
const gapSamples = 400;
const level = 100;

/** `word 1`, `word 2`, ...: a second has less than four of them. */
export function spoken(from: number, count: number): Int16Array {
  const each = wordSamples + gapSamples;
  const samples = new Int16Array(count * each);
  for (let word = 0; word < count; word++)
    samples.fill((from + word) * level, word * each, word * each + wordSamples);
  return samples;
}

/** Pieces of so many samples. */
export function inPieces(samples: Int16Array, size: number): Buffer[] {
  const count = Math.ceil(samples.length / size);
  return Array.from({ length: count }, (_, at) =>
    Buffer.from(toWav(samples.subarray(at * size, (at + 1) * size))),
  );
}

/** The samples in a WAV file that is read. */
export function heardSamples(file: Uint8Array, longestMs?: number): Int16Array {
  const samples = samplesInWav(file, longestMs);
  if (samples === undefined || isRefusal(samples)) throw new Error(samples?.message ?? 'no WAV');
  return samples;
}

/** What a recogniser hears: of a word that was cut it hears the beginning. */
export function heardIn(samples: Int16Array): string {
  const words: string[] = [];
  for (let at = 0; at < samples.length;) {
    const value = samples[at] ?? 0;
    let end = at;
    while (end < samples.length && samples[end] === value) end += 1;
    if (value !== 0) words.push(end - at >= wordSamples ? `w${value / level}` : 'w');
    at = end;
  }
  return words.join(' ');
}

/** A folder of programs, for the PATH. */
export interface Programs {
  readonly folder: string;
  /** The PATH with the folder in front. */
  readonly path: string;
  /** A program that runs this text of JavaScript; `file` is its last argument. */
  add(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

export async function programs(): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'coord-programs-'));
  return {
    folder,
    path: [folder, process.env['PATH']].join(delimiter),
    async add(name, text) {
      const file = join(folder, name);
      const source = `#!${process.execPath}\nconst fs = require('node:fs');\nconst file = process.argv.at(-1);\n${text}\n`;
      await writeFile(file, source);
      await chmod(file, 0o755);
      return file;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The recogniser as a program. */
export const recogniser = `
const bytes = fs.readFileSync(file);
const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, (bytes.length - 44) / 2);
const words = [];
for (let at = 0; at < samples.length; ) {
  const value = samples[at];
  let end = at;
  while (end < samples.length && samples[end] === value) end += 1;
  if (value !== 0) words.push(end - at >= ${wordSamples} ? 'w' + value / ${level} : 'w');
  at = end;
}
console.log(words.join(' '));
`;
