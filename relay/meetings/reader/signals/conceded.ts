import { isOther } from './context.ts';
import { movesOn } from './course.ts';
import * as lexicon from '../words/lexicon.ts';
import type { Utterance } from './signals.ts';

/** So many turns after a choice what comes instead of it may be said. */
const reach = 16;
/** So many where the objection is known only from what is granted. */
const soon = 8;
/** So many turns after a choice somebody objects to it; who objects later does so to what was said since. */
const objectsWithin = 2;

/**
 * The objection by which what was settled by `earlier` is given up before `later`: somebody objects at once, somebody sees that they
 * are right, and nobody goes on to another matter in between.
 */
export function concededTo(
  all: readonly Utterance[],
  { main, last: earlier }: { readonly main: Utterance; readonly last: Utterance },
  later: Utterance,
): Utterance | undefined {
  if (later.turn === earlier.turn || later.turn - earlier.turn > reach) return undefined;
  const between = all.slice(earlier.at + 1, later.at + 1).filter(({ turn }) => turn > earlier.turn);
  if (between.some((one) => isNextMatter(one, earlier))) return undefined;
  const objection = between.find(
    (one) =>
      one.turn - earlier.turn <= objectsWithin &&
      isOther(earlier, one) &&
      isObjection(one, all[one.at - 1]),
  );
  if (objection === undefined)
    return later.turn - earlier.turn <= soon
      ? grantedIn({ main, last: earlier }, between)
      : undefined;
  const answers = between.filter(({ at }) => at > objection.at);
  return answers.some((one) => isOther(objection, one) && concedes(one)) ? objection : undefined;
}

/** "Okay so" concludes, and "Thirty." after "sixty" is of the same matter. */
function isNextMatter(one: Utterance, earlier: Utterance): boolean {
  if (lexicon.goesBack.in(one.words, 0, one.words.length) !== undefined) return true;
  if (!movesOn(one) || lexicon.concludes.at(one.words, 0) !== undefined) return false;
  const isAmount = one.words[0]?.tag === 'NUM' && Boolean(earlier.own['number']);
  return !isAmount && lexicon.past.at(one.words, 0) === undefined;
}

/** "No" to a question objects to nothing. */
function isObjection({ place, words, own }: Utterance, last: Utterance | undefined): boolean {
  if (place !== 0 || own['strongYes'] || (own['leadNo'] && last?.own['question'])) return false;
  const start = words[0]?.after === ',' && lexicon.objects.at(words, 0) === undefined ? 1 : 0;
  if (lexicon.noProblem.at(words, start) !== undefined) return false;
  return lexicon.objects.at(words, start) !== undefined || Boolean(own['refusal']);
}

/** What is granted at once, however it was said: "One hour it is." "With one hour the sauna is cold." "Oh, right." */
function grantedIn(
  { main, last }: { readonly main: Utterance; readonly last: Utterance },
  between: readonly Utterance[],
): Utterance | undefined {
  return between.find(
    (one, at) =>
      one.turn - last.turn <= objectsWithin &&
      isOther(last, one) &&
      !notAgainst.some((name) => one.own[name]) &&
      takesUp(one, main) &&
      between
        .slice(at + 1)
        .some((next) => next.turn === one.turn + 1 && isOther(one, next) && grants(next)),
  );
}

const notAgainst = ['strongYes', 'leadYes', 'promisesVerb'];

/** "With one hour all of Finland is against you" is said of "One hour sounds right". */
function takesUp(one: Utterance, { content }: Utterance): boolean {
  return [...one.content].some((word) => word !== 'one' && content.has(word));
}

/** In the first words of a turn. */
function grants({ words, place }: Utterance): boolean {
  const start = words.findIndex(({ lower }) => !lexicon.sighs.has(lower));
  if (place !== 0 || start === -1) return false;
  const isSurprise = words.length <= fewWords && lexicon.surprise.at(words, start) !== undefined;
  return isSurprise || lexicon.grants.at(words, start) !== undefined;
}

/** "Oh, the font." grants it, and "Oh, you are a star" does not. */
const fewWords = 3;

function concedes({ words, own }: Utterance): boolean {
  return Boolean(own['reversal']) || lexicon.concession.in(words, 0, words.length) !== undefined;
}
