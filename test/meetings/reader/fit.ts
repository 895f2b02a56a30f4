/**
 * `node --import tsx test/meetings/reader/fit.ts [--write]`: fits the weights of the reader on the marked transcripts, and says how
 * it does on each transcript with weights of the others. `--write` writes them into `weights.ts`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { People } from '../../../relay/meetings/reader/people.ts';
import { utterancesOf } from '../../../relay/meetings/reader/reader.ts';
import { saysSomething, signalsAt } from '../../../relay/meetings/reader/score.ts';
import type { Signals } from '../../../relay/meetings/reader/signals.ts';
import type { ReaderWeights, Weights } from '../../../relay/meetings/reader/weights.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/turns.ts';
import { isSame, markedTranscripts, type MarkedTranscript } from './marks.ts';
import { line } from './lines.ts';
import { readMarked } from './read-marked.ts';
import { add, emptyScore, scoreOf } from './score.ts';

/** A sentence of a transcript: what is known of it, and whether a reader has marked it. */
interface Example {
  readonly signals: Signals;
  readonly isDecision: boolean;
  readonly isAction: boolean;
}

/** How strongly weights are drawn to 0, since few sentences show each signal. */
const restraint = 3;
const steps = 250;

const here = fileURLToPath(new URL('../transcripts/', import.meta.url));
const transcripts = markedTranscripts(here);
const examples = await Promise.all(transcripts.map(examplesOf));

const total = emptyScore();
for (const [at, transcript] of transcripts.entries()) {
  const others = examples.filter((_, place) => place !== at).flat();
  const score = scoreOf(transcript, await readMarked(transcript, weightsOf(others)));
  add(total, score);
  console.log(`${line(score)}  ${transcript.name}`);
  if (process.argv.includes('--verbose')) console.log(score.remarks.join('\n'));
}
console.log(`${line(total)}  each by the weights of the others`);
if (process.argv.includes('--write')) write(weightsOf(examples.flat()));

async function examplesOf({ text, marks }: MarkedTranscript): Promise<Example[]> {
  const turns = turnsIn(text);
  const people = new People([...marks.participants, ...speakersOf(turns)]);
  const all = await utterancesOf(turns, people);
  const isMarked = (sentences: readonly string[], said: string, words: number) =>
    sentences.some(
      (one) => isSame(one, said) && (words >= 4 || one.split(/\s+/).length <= 2.5 * words),
    );
  const decided = marks.decisions.flatMap(({ sentences }) => sentences);
  const acted = marks.action_items.flatMap(({ sentences }) => sentences);
  return all.filter(saysSomething).map((one) => ({
    signals: signalsAt(all, one.at),
    isDecision: isMarked(decided, one.text, one.words.length),
    isAction: isMarked(acted, one.text, one.words.length),
  }));
}

function weightsOf(known: readonly Example[]): ReaderWeights {
  return {
    decisions: fit(known, ({ isDecision }) => isDecision),
    actions: fit(known, ({ isAction }) => isAction),
  };
}

/** Logistic regression by gradient descent with a step of its own for each weight (Adam). */
function fit(known: readonly Example[], isMarked: (one: Example) => boolean): Weights {
  const names = ['bias', ...new Set(known.flatMap(({ signals }) => Object.keys(signals)))];
  const places = new Map(names.map((name, place) => [name, place]));
  const rows = known.map((one) => ({
    entries: Object.entries({ ...one.signals, bias: 1 }).map(
      ([name, value]) => [places.get(name) ?? 0, value] as const,
    ),
    marked: Number(isMarked(one)),
  }));
  const weights = new Float64Array(names.length);
  const [mean, square] = [new Float64Array(names.length), new Float64Array(names.length)];
  for (let step = 1; step <= steps; step += 1) {
    const slope = weights.map((weight, place) => (place === 0 ? 0 : restraint * weight));
    for (const { entries, marked } of rows) {
      let sum = 0;
      for (const [place, value] of entries) sum += (weights[place] ?? 0) * value;
      const miss = 1 / (1 + Math.exp(-sum)) - marked;
      for (const [place, value] of entries) slope[place] = (slope[place] ?? 0) + miss * value;
    }
    for (const place of weights.keys()) {
      const down = slope[place] ?? 0;
      mean[place] = 0.9 * (mean[place] ?? 0) + 0.1 * down;
      square[place] = 0.99 * (square[place] ?? 0) + 0.01 * down * down;
      const size = Math.sqrt((square[place] ?? 0) / (1 - 0.99 ** step)) + 1e-8;
      weights[place] =
        (weights[place] ?? 0) - (0.05 * (mean[place] ?? 0)) / (1 - 0.9 ** step) / size;
    }
  }
  return Object.fromEntries(names.map((name, place) => [name, weights[place] ?? 0]));
}

function write({ decisions, actions }: ReaderWeights): void {
  const table = (weights: Weights) =>
    Object.entries(weights)
      .map(([name, weight]) => [name, Math.round(weight * 100) / 100] as const)
      .filter(([, weight]) => Math.abs(weight) >= 0.05)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, weight]) => `    ${name}: ${weight},`)
      .join('\n');
  const path = fileURLToPath(new URL('../../../relay/meetings/reader/weights.ts', import.meta.url));
  writeFileSync(
    path,
    `/** How much a signal speaks for a meaning: above 0 for it, below 0 against it. */
export type Weights = Readonly<Record<string, number>>;

export interface ReaderWeights {
  readonly decisions: Weights;
  readonly actions: Weights;
}

/**
 * Fitted by \`test/meetings/reader/fit.ts\` on the marked transcripts, as a logistic regression: a weight is what its signal adds to
 * the logarithm of the odds that a sentence is part of a decision, or of an action item.
 */
export const fitted: ReaderWeights = {
  decisions: {
${table(decisions)}
  },
  actions: {
${table(actions)}
  },
};
`,
  );
}
