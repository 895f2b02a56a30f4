import { isOther } from './context.ts';
import { movesOn } from './course.ts';
import * as lexicon from '../words/lexicon.ts';
import type { Utterance } from './signals.ts';

/** So many turns after a choice what comes instead of it may be said. */
const reach = 16;

/**
 * Whether what was settled by `earlier` is given up before `later`: somebody objects, somebody sees that they are right, and nobody
 * goes on to another matter in between.
 */
export function isConceded(
  all: readonly Utterance[],
  earlier: Utterance,
  later: Utterance,
): boolean {
  if (later.turn === earlier.turn || later.turn - earlier.turn > reach) return false;
  const between = all.slice(earlier.at + 1, later.at + 1).filter(({ turn }) => turn > earlier.turn);
  if (between.some((one) => movesOn(one) && lexicon.concludes.at(one.words, 0) === undefined))
    return false;
  const objects = between.findIndex((one) => isObjection(one) && isOther(earlier, one));
  if (objects === -1) return false;
  const [objection] = between.slice(objects);
  return between
    .slice(objects + 1)
    .some((one) => objection !== undefined && isOther(objection, one) && concedes(one));
}

function isObjection({ place, words, own }: Utterance): boolean {
  const start = words[0]?.after === ',' && lexicon.objects.at(words, 0) === undefined ? 1 : 0;
  const objects = lexicon.objects.at(words, start) !== undefined;
  return place === 0 && (objects || Boolean(own['refusal'] && !own['strongYes']));
}

function concedes({ words, own }: Utterance): boolean {
  return Boolean(own['reversal']) || lexicon.concession.in(words, 0, words.length) !== undefined;
}
