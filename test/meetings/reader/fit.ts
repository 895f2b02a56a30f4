/**
 * `node --import tsx test/meetings/reader/fit.ts [--write]`: fits the weights of the reader on the marked transcripts, and says how
 * it does on each transcript with weights of the others. `--write` writes them into `weights.ts`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { People } from '../../../relay/meetings/reader/people.ts';
import { utterancesOf } from '../../../relay/meetings/reader/reader.ts';
import { saysSomething, signalsAt, talkOf } from '../../../relay/meetings/reader/score.ts';
import type { Signals } from '../../../relay/meetings/reader/signals.ts';
import type { ReaderWeights, Weights } from '../../../relay/meetings/reader/weights.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/turns.ts';
import { expected } from './expected.ts';
import { isSame, markedTranscripts, type MarkedTranscript } from './marks.ts';
import { line } from './lines.ts';
import { readMarked } from './read-marked.ts';
import { regression } from './regression.ts';
import { add, emptyScore, scoreOf } from './score.ts';

/** A sentence of a transcript: what is known of it, and whether a reader has marked it. */
interface Example {
  readonly signals: Signals;
  readonly isDecision: boolean;
  readonly isAction: boolean;
  /** It was taken back later, which its own words do not tell. */
  readonly isReversed: boolean;
}

/** What stands behind a label is known by the label, and no example of how people talk. */
const labels = ['label_decision', 'label_action', 'label_task'];

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
  const reversed = marks.traps.flatMap(({ kind, sentence }) =>
    kind === 'reversal' ? sentence : [],
  );
  const talk = talkOf(all);
  return all.filter(saysSomething).map((one) => ({
    signals: signalsAt(talk, one.at),
    isDecision: isMarked(decided, one.text, one.words.length),
    isAction: isMarked(acted, one.text, one.words.length),
    isReversed: isMarked(reversed, one.text, one.words.length),
  }));
}

function weightsOf(known: readonly Example[]): ReaderWeights {
  const spoken = known.filter(({ signals }) => !labels.some((name) => signals[name]));
  const rowsFor = (is: (one: Example) => boolean) =>
    spoken
      .filter((one) => is(one) || !one.isReversed)
      .map((one) => ({ signals: one.signals, marked: is(one) }));
  return {
    decisions: regression(
      rowsFor(({ isDecision }) => isDecision),
      expected.decisions,
    ),
    actions: regression(
      rowsFor(({ isAction }) => isAction),
      expected.actions,
    ),
  };
}

function write({ decisions, actions }: ReaderWeights): void {
  const table = (weights: Weights) =>
    Object.entries(weights)
      .map(([name, weight]) => [name, Math.round(weight * 100) / 100] as const)
      .filter(([, weight]) => Math.abs(weight) >= 0.05)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, weight]) => `    ${JSON.stringify(name)}: ${weight},`)
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
