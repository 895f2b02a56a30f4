import { asText } from '../../../shared/kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { loudness, quietestPlace, sampleRate, toWav } from '../../../shared/meetings/pcm.ts';
import type { SpeechModel } from '../../models/speech-model.ts';
import { Recording } from './audio.ts';

/** So much of a piece is heard again with the next one: about a second, from where it is quiet. */
const [leastOverlap, mostOverlap] = [0.8 * sampleRate, 1.4 * sampleRate];
/** What is quieter has no words in it that the cut could have gone through. */
const quiet = 0.002;
/** A shorter piece has no word in it. */
const leastSamples = sampleRate / 50;

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
    if (samples === undefined) return this.wordsIn(file);
    return isRefusal(samples) ? samples : this.hearSamples(samples);
  }

  private async hearSamples(samples: Int16Array): Promise<string> {
    const isShared = loudness(this.tail) > quiet;
    const window = isShared ? joined(this.tail, samples) : samples;
    const isHeard = samples.length >= leastSamples;
    const text = isHeard ? await this.wordsIn(Buffer.from(toWav(window))) : '';
    const added = isShared ? addedBy(text, this.before) : text;
    this.tail = overlapOf(joined(this.tail, samples));
    if (isHeard) this.before = text;
    return added;
  }

  /** TXT-1: a recogniser can print anything, also what no database keeps. */
  private async wordsIn(file: Buffer): Promise<string> {
    return asText(await this.model.transcribe(file));
  }
}

function overlapOf(samples: Int16Array): Int16Array {
  const last = samples.slice(-mostOverlap);
  return last.slice(quietestPlace(last, 0, Math.max(0, last.length - leastOverlap)));
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
 * MTG-21: what the next piece of text adds to what was said before it. Both were heard with about a second of sound in common,
 * so the last words of one stand at the beginning of the other. A word that the cut went through is heard wrongly at one side:
 * one wrong word is passed over before, behind and within the words that repeat, as long as more words are equal than wrong.
 */
export function addedBy(next: string, before: string): string {
  const said = wordsIn(before).slice(-mostShared);
  const heard = wordsIn(next);
  const seam = bestSeam(said.map(plain), heard.slice(0, mostShared).map(plain));
  return heard.slice(seam).join(' ');
}

/** As many words as anybody says in a second, and two more. */
const mostShared = 8;
/** A single word that repeats beside a wrong one is taken for chance when it is as short as "the". */
const tellingLetters = 4;

interface Run {
  readonly equal: number;
  /** The place behind the run in the words that were heard. */
  readonly end: number;
}

/** The place in `heard` behind the longest run of equal words at the seam; 0 without one. */
function bestSeam(said: readonly string[], heard: readonly string[]): number {
  let best: Run = { equal: 0, end: 0 };
  for (let from = 0; from < said.length; from++) {
    for (const skipped of [0, 1]) {
      const run = runAt(said.slice(from), heard, skipped);
      if (run !== undefined && run.equal > best.equal) best = run;
    }
  }
  return best.end;
}

/** The run that begins with the first word of `tail` and reaches its end. */
function runAt(
  tail: readonly string[],
  heard: readonly string[],
  skipped: number,
): Run | undefined {
  if (heard[skipped] !== tail[0]) return undefined;
  let [within, equal, end] = [0, 0, skipped];
  // The cut went through the last word: it is heard whole in the next piece.
  const isLastCut = tail.length > 1 && heard[skipped + tail.length - 1] !== tail.at(-1);
  for (const word of isLastCut ? tail.slice(0, -1) : tail) {
    if (heard[end] === word) equal += 1;
    else within += 1;
    end += 1;
  }
  const wrong = skipped + within + Number(isLastCut);
  const isTelling = (tail[0] ?? '').length >= tellingLetters;
  if (within > 1 || equal < wrong + (isTelling ? 0 : 1)) return undefined;
  return { equal, end };
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** A word as it is compared: recognisers differ in capitals and full stops. */
function plain(word: string): string {
  const letters = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? word : letters;
}
