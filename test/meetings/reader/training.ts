/** The weights of the reader from marked transcripts. */
import { neighboursOf, type Likely } from '../../../relay/meetings/reader/signals/neighbours.ts';
import { surroundingsOf } from '../../../relay/meetings/reader/signals/surroundings.ts';
import type { Trees } from '../../../relay/meetings/reader/trees.ts';
import type { People } from '../../../relay/meetings/reader/people/people.ts';
import { heardIn } from '../../../relay/meetings/reader/reader.ts';
import {
  type Around,
  probability,
  saysSomething,
  signalsAt,
  talkOf,
  unlikely,
  wordsIn,
} from '../../../relay/meetings/reader/score.ts';
import type { Utterance } from '../../../relay/meetings/reader/signals/signals.ts';
import type { Signals } from '../../../relay/meetings/reader/signals/values.ts';
import type { ByKind, ReaderWeights, Weights } from '../../../relay/meetings/reader/weights.ts';
import { turnsIn } from '../../../relay/meetings/text/turns.ts';
import { boosted } from './boosting/boosted.ts';
import { expected } from './expected.ts';
import { isSame, type MarkedTranscript } from './marks.ts';
import { regression, type Row } from './regression.ts';
import { rowsOf, standingWeights, type Rows } from './standing.ts';

/** A sentence of a transcript: what is known of it, and whether a reader has marked it. */
interface Example {
  readonly signals: Signals;
  readonly words: Signals;
  readonly says: boolean;
  readonly isDecision: boolean;
  readonly isAction: boolean;
  /** It was taken back later, which its own words do not tell. */
  readonly isReversed: boolean;
}

/** The sentences of one transcript. */
export interface Lesson {
  readonly all: readonly Utterance[];
  readonly people: People;
  readonly marks: MarkedTranscript['marks'];
  readonly examples: readonly Example[];
}

/** What stands behind a label is known by the label, and no example of how people talk. */
const labels = ['label_decision', 'label_action', 'label_task'];
/** A word of fewer transcripts is of their matter and not of how people talk. */
const leastTranscripts = 10;
/** So strongly a weight is drawn to what is expected of it: of a signal, of a word, of what is told by the neighbours. */
const restraint = { signal: 20, word: 15, around: 6 };
/** The first likelihoods by which the second weights are learned come from weights of other transcripts. */
const parts = 5;

export async function lessonOf({ text, marks }: MarkedTranscript): Promise<Lesson> {
  const turns = turnsIn(text);
  const { heard: all, people } = await heardIn(turns, new Set(marks.participants));
  const isMarked = (sentences: readonly string[], { text: said, words }: Utterance) =>
    sentences.some(
      (one) =>
        isSame(one, said) && (words.length >= 4 || one.split(/\s+/).length <= 2.5 * words.length),
    );
  const decided = marks.decisions.flatMap(({ sentences }) => sentences);
  const acted = marks.action_items.flatMap(({ sentences }) => sentences);
  const reversed = marks.traps.flatMap(({ kind, sentence }) =>
    kind === 'reversal' ? sentence : [],
  );
  const talk = talkOf(all);
  const examples = all.map((one) => ({
    says: saysSomething(one),
    signals: saysSomething(one) ? signalsAt(talk, one.at) : {},
    words: wordsIn(one),
    isDecision: isMarked(decided, one),
    isAction: isMarked(acted, one),
    isReversed: isMarked(reversed, one),
  }));
  return { all, people, marks, examples };
}

/** What stands so likely is recorded: so the most is found that adds few of the stretches that only look like a result. */
const recorded = {
  short: { decisions: 0.4, actions: 0.48 },
  long: { decisions: 0.45, actions: 0.5 },
};

export async function weightsOf(lessons: readonly Lesson[]): Promise<ReaderWeights> {
  const short = linesAround(lessons);
  const long = treesAround(lessons);
  // A lesson is weighed by trees of others here too, so that its likelihoods are no surer than those of a new talk.
  const byOthers = Array.from({ length: parts }, (_, part) => treesAround(lessons, part));
  const ofLong = await resultsOf(lessons, (part) => byOthers[part] ?? long);
  const ofShort = await resultsOf(lessons, () => short);
  return {
    ...firstWeights(lessons),
    short: { around: short, standing: standingWeights(ofShort, recorded.short) },
    long: { around: long, standing: standingWeights(ofLong, recorded.long) },
  };
}

/** The results that the lessons may have, weighed by what stands around for the part of each. */
function resultsOf(
  lessons: readonly Lesson[],
  aroundOf: (part: number) => Around['around'],
): Promise<Rows[]> {
  const weights = (at: number) => ({
    ...partial(lessons, at % parts),
    around: aroundOf(at % parts),
  });
  return Promise.all(lessons.map((lesson, at) => rowsOf(lesson, weights(at))));
}

const partials = new WeakMap<readonly Lesson[], Map<number, FirstWeights>>();

/** The first weights without one part of the lessons. */
function partial(lessons: readonly Lesson[], part: number): FirstWeights {
  const known = partials.get(lessons) ?? new Map<number, FirstWeights>();
  partials.set(lessons, known);
  const found = known.get(part) ?? firstWeights(lessons.filter((_, at) => at % parts !== part));
  known.set(part, found);
  return found;
}

type FirstWeights = Pick<ReaderWeights, 'decisions' | 'actions'>;

function firstWeights(lessons: readonly Lesson[]): FirstWeights {
  const common = commonWords(lessons);
  const examples = lessons.flatMap((lesson) => lesson.examples).filter(({ says }) => says);
  const rowsFor = (is: (one: Example) => boolean): Row[] =>
    examples
      .filter((one) => isTalk(one) && (is(one) || !one.isReversed))
      .map((one) => ({
        signals: { ...one.signals, ...known(one.words, common) },
        marked: is(one),
      }));
  const restraintOf = (name: string) =>
    /^(says|pair)_/.test(name) ? restraint.word : restraint.signal;
  return {
    decisions: regression(
      rowsFor(({ isDecision }) => isDecision),
      expected.decisions,
      restraintOf,
    ),
    actions: regression(
      rowsFor(({ isAction }) => isAction),
      expected.actions,
      restraintOf,
    ),
  };
}

function isTalk({ signals }: Example): boolean {
  return !labels.some((name) => signals[name]);
}

function commonWords(lessons: readonly Lesson[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { examples } of lessons)
    for (const word of new Set(examples.flatMap(({ words }) => Object.keys(words))))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].flatMap(([word, count]) => (count >= leastTranscripts ? word : [])));
}

function known(words: Signals, common: ReadonlySet<string>): Signals {
  return Object.fromEntries(Object.entries(words).filter(([word]) => common.has(word)));
}

function likelyIn({ examples }: Lesson, { decisions, actions }: FirstWeights): Likely[] {
  return examples.map(({ says, signals, words }) => {
    const whole = { ...signals, ...words };
    return says
      ? { decision: probability(whole, decisions), action: probability(whole, actions) }
      : unlikely;
  });
}

interface Sentence {
  readonly lesson: Lesson;
  readonly example: Example;
  readonly likely: readonly Likely[];
  readonly at: number;
}

/** The sentences from which the second weights are learned, of all lessons but one part, or of all. */
function sentencesIn(lessons: readonly Lesson[], without?: number): Sentence[] {
  return lessons.flatMap((lesson, place) => {
    if (place % parts === without) return [];
    const likely = likelyIn(lesson, partial(lessons, place % parts));
    return lesson.examples.flatMap((example, at) =>
      example.says && isTalk(example) ? [{ lesson, example, likely, at }] : [],
    );
  });
}

function treesAround(lessons: readonly Lesson[], without?: number): ByKind<Trees> {
  const heard = sentencesIn(lessons, without);
  const signals = new Map(
    heard.map((one) => [
      one,
      surroundingsOf(one.lesson.all, one.at, {
        likely: one.likely,
        signals: one.example.signals,
      }),
    ]),
  );
  const fit = (kind: keyof Likely) =>
    boosted(rowsFor(heard, kind, (one) => signals.get(one) ?? {}));
  return { decisions: fit('decision'), actions: fit('action') };
}

function linesAround(lessons: readonly Lesson[]): ByKind<Weights> {
  const heard = sentencesIn(lessons);
  const fit = (kind: keyof Likely) =>
    regression(
      rowsFor(heard, kind, ({ lesson, likely, at }) => neighboursOf(lesson.all, likely, at)[kind]),
      { ownOdds: 3 },
      (name) => (name === 'ownOdds' ? 0 : restraint.around),
    );
  return { decisions: fit('decision'), actions: fit('action') };
}

function rowsFor(
  heard: readonly Sentence[],
  kind: keyof Likely,
  signalsOf: (one: Sentence) => Signals,
): Row[] {
  const is = ({ isDecision, isAction }: Example) => (kind === 'decision' ? isDecision : isAction);
  return heard
    .filter(({ example }) => is(example) || !example.isReversed)
    .map((one) => ({ signals: signalsOf(one), marked: is(one.example) }));
}
