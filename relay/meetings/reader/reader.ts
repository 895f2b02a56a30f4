import { setImmediate as nextTurn } from 'node:timers/promises';
import { newEffort } from './days/deadlines.ts';
import { maxItems, type ExtractedItems } from '../extracted-items.ts';
import type { Turn } from '../text/turn.ts';
import { speakersOf } from '../text/turns.ts';
import { actionsIn } from './actions.ts';
import { decisionsIn } from './decisions.ts';
import { withNamedSpeakers } from './owners/numbered-speakers.ts';
import { withCaptionsParted } from './speakers/captions.ts';
import { isShortTalk, withPlainlySaid } from './short/plain.ts';
import { underHeadings } from './headings.ts';
import { withSpokenLists, withTaskLists } from './task-lists.ts';
import { clausesOf } from './words/clauses.ts';
import { withWholeInstructions } from './signals/whole-instructions.ts';
import { notInEnglish } from './words/language.ts';
import { peopleByLetters, peopleListed } from './people/people-listed.ts';
import { peopleWithWork } from './people/people-with-work.ts';
import { People } from './people/people.ts';
import { firstLikely, likelyOf, talkOf } from './score.ts';
import { sentencesOf } from './words/sentences.ts';
import { namesWritten } from './people/written-names.ts';
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
/** Sentences that are weighed before other work gets its turn. */
const sentencesAtOnce = 5;
const leastSuggested = 0.35;

/**
 * MTG-2: what was decided and who does what, found without a language model. Each result carries its confidence; what is not
 * in English is not read, and `notices` say so (MTG-13).
 */
export async function readTranscript(
  written: readonly Turn[],
  { people: given, nowMs, weights = fitted }: ReadingContext,
): Promise<ExtractedItems> {
  const notice = notInEnglish(written);
  if (notice !== undefined) return { decisions: [], actions: [], notices: [notice] };
  const turns = withCaptionsParted(written);
  const isShort = isShortTalk(turns);
  const { around, standing } = isShort ? weights.short : weights.long;
  const { heard, people } = await heardIn(turns, given);
  const all = isShort ? withPlainlySaid(heard, people) : heard;
  const talk = talkOf(all);
  const first = await inTurns(all, ({ at }) => firstLikely(talk, at, weights));
  const scored = await inTurns(all, (one) => ({
    utterance: one,
    ...likelyOf(talk, one.at, { first, around }),
  }));
  const decided = scored.map(({ utterance, decision: score }) => ({ utterance, score }));
  const acted = scored.map(({ utterance, action: score }) => ({ utterance, score }));
  const decisions = await decisionsIn(all, decided, {
    weights: standing.decisions,
    isShort,
  });
  await nextTurn();
  const actions = await actionsIn(all, acted, {
    people,
    nowMs,
    effort: newEffort(),
    weighing: { weights: standing.actions, isShort },
  });
  return {
    decisions: best(decisions, maxItems.decisions),
    actions: best(actions, maxItems.actions),
  };
}

interface Heard {
  readonly heard: readonly Utterance[];
  /** Who was there, speaks, or is named with work. */
  readonly people: People;
}

/** The sentences of a talk with who says them, and the people in it; `given` are the names that are known. */
export async function heardIn(turns: readonly Turn[], given: ReadonlySet<string>): Promise<Heard> {
  const listed = [...given, ...peopleListed(turns)];
  const named = [...namesWritten(turns), ...peopleWithWork(turns)];
  const byLetters = peopleByLetters(turns, new Set(listed));
  const people = new People([...listed, ...speakersOf(turns), ...named], byLetters);
  return { people, heard: withNamedSpeakers(await utterancesOf(turns, people), people, given) };
}

/** What two people are said to do in one sentence is two. */
export async function utterancesOf(turns: readonly Turn[], people: People): Promise<Utterance[]> {
  const all: Utterance[] = [];
  let words = 0;
  for (const [turn, one] of turns.entries()) {
    const whole = sentencesOf(one, turn);
    for (const sentence of clausesOf([...whole], people)) {
      all.push(utteranceOf(sentence, all.length, people));
      words += sentence.words.length;
      if (words >= wordsAtOnce) {
        words = 0;
        await nextTurn();
      }
    }
  }
  return withWholeInstructions(underHeadings(withTaskLists(withSpokenLists(all))));
}

async function inTurns<One>(
  all: readonly Utterance[],
  work: (one: Utterance) => One,
): Promise<One[]> {
  const done: One[] = [];
  for (const [at, one] of all.entries()) {
    done.push(work(one));
    if (at % sentencesAtOnce === 0) await nextTurn();
  }
  return done;
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
