import { setImmediate as nextTurn } from 'node:timers/promises';
import { newEffort } from './days/deadlines.ts';
import { maxItems, type ExtractedItems } from '../extracted-items.ts';
import type { Turn } from '../text/turns.ts';
import { actionsIn } from './actions.ts';
import { decisionsIn } from './decisions.ts';
import { underHeadings } from './headings.ts';
import { inTurns } from './in-turns.ts';
import { courseOfTalk } from './results/course.ts';
import { notInEnglish } from './words/language.ts';
import { People } from './words/people.ts';
import { firstLikely, likelyOf, talkOf, type Talk } from './score.ts';
import type { Likely } from './signals/neighbours.ts';
import { weighBy } from './sureness.ts';
import { sentencesOf } from './words/sentences.ts';
import { namesWritten } from './words/written-names.ts';
import { fitted, type ReaderWeights } from './weights.ts';
import { utteranceOf, type Utterance } from './signals/signals.ts';

export interface ReadingContext {
  /** The names that are known: who was there and who speaks. */
  readonly people: ReadonlySet<string>;
  /** A moment of the day of the meeting. */
  readonly nowMs: number;
  /** Others than the fitted ones, to measure. */
  readonly weights?: ReaderWeights;
}

/** Words that are read before other work gets its turn: about a millisecond, since hooks wait meanwhile. */
const wordsAtOnce = 50;
const leastSuggested = 0.35;

/**
 * MTG-2: what was decided and who does what, found without a language model. Each result carries its confidence; what is not
 * in English is not read, and `notices` say so (MTG-13).
 */
export async function readTranscript(
  turns: readonly Turn[],
  { people: names, nowMs, weights = fitted }: ReadingContext,
): Promise<ExtractedItems> {
  const notice = notInEnglish(turns);
  if (notice !== undefined) return { decisions: [], actions: [], notices: [notice] };
  const people = new People([...names, ...namesWritten(turns)]);
  const all = await utterancesOf(turns, people);
  const talk = talkOf(all);
  const likely = await likelihoodsIn(talk, weights);
  const course = courseOfTalk(talk, likely);
  const decided = all.map((utterance, at) => ({ utterance, score: likely[at]?.decision ?? 0 }));
  const acted = all.map((utterance, at) => ({ utterance, score: likely[at]?.action ?? 0 }));
  const weighDecision = weighBy(course, 'decision', weights.results.decisions);
  const decisions = await decisionsIn(all, decided, weighDecision);
  await nextTurn();
  const weigh = weighBy(course, 'action', weights.results.actions);
  const actions = await actionsIn(all, acted, { people, nowMs, effort: newEffort(), weigh });
  return {
    decisions: best(decisions, maxItems.decisions),
    actions: best(actions, maxItems.actions),
  };
}

async function likelihoodsIn(talk: Talk, weights: ReaderWeights): Promise<Likely[]> {
  const first = await inTurns(talk.all, ({ at }) => firstLikely(talk, at, weights));
  return inTurns(talk.all, ({ at }) => likelyOf(talk, at, first, weights));
}

export async function utterancesOf(turns: readonly Turn[], people: People): Promise<Utterance[]> {
  const all: Utterance[] = [];
  let words = 0;
  for (const [turn, one] of turns.entries()) {
    for (const sentence of sentencesOf(one, turn)) {
      all.push(utteranceOf(sentence, all.length, people));
      words += sentence.words.length;
      if (words >= wordsAtOnce) {
        words = 0;
        await nextTurn();
      }
    }
  }
  return underHeadings(all);
}

/** The surest, in the order in which they were said. */
function best<One extends { readonly confidence?: number }>(
  found: readonly One[],
  most: number,
): One[] {
  const sure = [...found]
    .filter(({ confidence = 0 }) => confidence >= leastSuggested)
    .toSorted((one, other) => (other.confidence ?? 0) - (one.confidence ?? 0))
    .slice(0, most);
  return found.filter((one) => sure.includes(one));
}
