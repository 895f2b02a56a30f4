import { asText } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { loudness, quietestPlace, sampleRate, toWav } from '../../../shared/meetings/pcm.ts';
import type { SpeechModel } from '../../models/speech-model.ts';
import { Recording } from './audio.ts';

/** So much of a piece is heard again with the next one: about a second, from where it is quiet. */
const [leastOverlap, mostOverlap] = [0.8 * sampleRate, 1.4 * sampleRate];
/** What is quieter has no words in it that the cut could have gone through. */
const quiet = 0.002;
const frame = sampleRate / 50;
/** A shorter piece has no word in it. */
const leastSamples = frame;

/** MTG-21: what is heard over one connection, piece by piece. Each piece is heard with the last second of the one before it. */
export class Hearing {
  private readonly recording = new Recording();
  private tail: Int16Array = new Int16Array();
  private before = '';

  constructor(private readonly model: SpeechModel) {}

  /**
   * What a piece adds to what was said; empty for silence. After a refusal or a failure, the same piece can be heard again.
   */
  async hear(piece: Buffer): Promise<string | Refusal> {
    const state = this.recording.save();
    try {
      const heard = await this.hearNext(piece);
      if (isRefusal(heard)) this.recording.restore(state);
      return heard;
    } catch (error) {
      this.recording.restore(state);
      throw error;
    }
  }

  /** Takes up a piece that was written down before as `text`: what follows is heard with its end. */
  async remember(piece: Buffer, text: string): Promise<void> {
    const file = this.recording.playable(piece);
    const samples = file && (await this.model.decode?.(file));
    if (samples === undefined || isRefusal(samples)) return;
    this.tail = overlapOf(samples);
    this.before = text;
  }

  private async hearNext(piece: Buffer): Promise<string | Refusal> {
    const file = this.recording.playable(piece);
    if (file === undefined) return noBeginning;
    const samples = await this.model.decode?.(file);
    if (samples === undefined) return this.heardIn(file);
    return isRefusal(samples) ? samples : this.hearSamples(samples);
  }

  private async hearSamples(samples: Int16Array): Promise<string> {
    const shared = secondsHeard(this.tail);
    const window = shared > 0 ? joined(this.tail, samples) : samples;
    const isHeard = samples.length >= leastSamples;
    const text = isHeard ? await this.heardIn(Buffer.from(toWav(window))) : '';
    const added = shared > 0 ? addedBy(text, this.before, shared) : text;
    this.tail = overlapOf(joined(this.tail, samples));
    if (isHeard) this.before = text;
    return added;
  }

  /** TXT-1: a recogniser can print anything, also what no database keeps. */
  private async heardIn(file: Buffer): Promise<string> {
    return asText(await this.model.transcribe(file));
  }
}

function overlapOf(samples: Int16Array): Int16Array {
  const last = samples.slice(-mostOverlap);
  return last.slice(quietestPlace(last, 0, Math.max(0, last.length - leastOverlap)));
}

/** How long something is heard in the samples. */
function secondsHeard(samples: Int16Array): number {
  let count = 0;
  for (let at = 0; at + frame <= samples.length; at += frame)
    if (loudness(samples.subarray(at, at + frame)) > quiet) count += 1;
  return (count * frame) / sampleRate;
}

function joined(first: Int16Array, second: Int16Array): Int16Array {
  const both = new Int16Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

const noBeginning = refuse(
  'ValidationError',
  'This piece is from the middle of a recording, and its beginning came over another connection. Begin a new recording; the meeting goes on.',
);

/**
 * MTG-21: what the next piece of text adds to what was said before it. Both were heard with `seconds` of sound in common, so the last
 * words of one stand at the beginning of the other. Only equal words are the same: one that is heard otherwise may be another
 * number or a "not", and a word that stands there twice is better than one that is lost.
 */
export function addedBy(next: string, before: string, seconds: number): string {
  const heard = wordsIn(next);
  const most = Math.ceil(seconds * wordsInSecond);
  const said = wordsIn(before).slice(-most).map(plain);
  const shared = sharedWords(said, heard.slice(0, most).map(plain));
  return heard.slice(shared).join(' ');
}

/** As fast as anybody speaks. */
const wordsInSecond = 6;

/** How many of the first words of `heard` are the last ones of `said`. */
function sharedWords(said: readonly string[], heard: readonly string[]): number {
  for (let count = Math.min(said.length, heard.length); count > 0; count--) {
    const tail = said.slice(-count);
    const isSame = (at: number) =>
      tail[at] === heard[at] || (at === 0 && count > 1 && isEndOf(heard[at], tail[at]));
    const other = tail.findIndex((_, at) => !isSame(at));
    if (other === -1) return count;
    // The cut went through the last word: it is heard whole in the next piece, and both stay.
    if (other > 0 && other === count - 1 && isBeginningOf(tail[other], heard[other])) return other;
  }
  return 0;
}

/** Of a word that a cut went through the earlier piece has heard the beginning, or the later one the end. */
function isBeginningOf(part = '', word = ''): boolean {
  return letters.test(part) && word.startsWith(part);
}

function isEndOf(part = '', word = ''): boolean {
  return letters.test(part) && word.endsWith(part);
}

const letters = /^\p{L}+$/u;

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/**
 * A word as it is compared: recognisers differ in capitals and the marks around it. Those within it make another number of it. So many
 * marks at most, as a search for more of them takes seconds for a word of dots.
 */
function plain(word: string): string {
  const bare = word.toLowerCase().replaceAll(/^["'“„‘«([]{1,8}|[.,;:!?…"'“”’»)\]–—-]{1,8}$/g, '');
  return bare === '' ? word : bare;
}
