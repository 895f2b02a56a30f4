import { isOther } from './context.ts';
import { movesOn } from './course.ts';
import * as lexicon from '../words/lexicon.ts';
import type { Utterance } from './signals.ts';

/** So many turns after a choice what comes instead of it may be said. */
const reach = 16;
/** So many turns after a choice somebody objects to it; who objects later does so to what was said since. */
const objectsWithin = 2;

/**
 * The objection by which what was settled by `earlier` is given up before `later`: somebody objects at once, somebody sees that they
 * are right, and nobody goes on to another matter in between.
 */
export function concededTo(
  all: readonly Utterance[],
  earlier: Utterance,
  later: Utterance,
): Utterance | undefined {
  if (later.turn === earlier.turn || later.turn - earlier.turn > reach) return undefined;
  const between = all.slice(earlier.at + 1, later.at + 1).filter(({ turn }) => turn > earlier.turn);
  if (between.some((one) => movesOn(one) && lexicon.concludes.at(one.words, 0) === undefined))
    return undefined;
  const objection = between.find(
    (one) =>
      one.turn - earlier.turn <= objectsWithin &&
      isOther(earlier, one) &&
      isObjection(one, all[one.at - 1]),
  );
  if (objection === undefined) return undefined;
  const answers = between.filter(({ at }) => at > objection.at);
  return answers.some((one) => isOther(objection, one) && concedes(one)) ? objection : undefined;
}

/** "No" to a question objects to nothing. */
function isObjection({ place, words, own }: Utterance, last: Utterance | undefined): boolean {
  if (place !== 0 || own['strongYes'] || (own['leadNo'] && last?.own['question'])) return false;
  const start = words[0]?.after === ',' && lexicon.objects.at(words, 0) === undefined ? 1 : 0;
  return lexicon.objects.at(words, start) !== undefined || Boolean(own['refusal']);
}

function concedes({ words, own }: Utterance): boolean {
  return Boolean(own['reversal']) || lexicon.concession.in(words, 0, words.length) !== undefined;
}
