import { isOther } from './context.ts';
import { movesOn } from './course.ts';
import { common } from '../words/content.ts';
import * as lexicon from '../words/lexicon.ts';
import * as back from '../words/objection-lexicon.ts';
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
  choice: Choice,
  later: Utterance,
): Utterance | undefined {
  const earlier = choice.last;
  if (later.turn === earlier.turn || later.turn - earlier.turn > reach) return undefined;
  const between = all.slice(earlier.at + 1, later.at + 1).filter(({ turn }) => turn > earlier.turn);
  if (between.some((one) => isNextMatter(one, earlier))) return undefined;
  const objection = objectionTo(all, choice, between);
  const isDone = between.some(
    (one) => one.at < (objection?.at ?? 0) && (isTakenOn(one) || isTopic(one, choice.main)),
  );
  return isDone ? undefined : objection;
}

interface Choice {
  readonly main: Utterance;
  /** The last sentence that is said of it. */
  readonly last: Utterance;
}

/** `between`: up to what may come instead. */
function objectionTo(
  all: readonly Utterance[],
  choice: Choice,
  between: readonly Utterance[],
): Utterance | undefined {
  const { last } = choice;
  const objection = between.find(
    (one) =>
      one.turn - last.turn <= objectsWithin &&
      isOther(last, one) &&
      isObjection(one, all[one.at - 1]),
  );
  if (objection === undefined) {
    const later = between.at(-1);
    if (later === undefined || later.turn - last.turn > soon) return undefined;
    return grantedIn(choice, between) ?? admittedIn(all, choice, later);
  }
  const answers = between.filter(({ at }) => at > objection.at);
  return answers.some((one) => isOther(objection, one) && concedes(one)) ? objection : undefined;
}

/** Who takes work on for it, or promises a day, treats it as settled. */
function isTakenOn({ own }: Utterance): boolean {
  return Boolean(own['promisesVerb'] || own['takesOn']);
}

/** "Okay so" concludes, and "Thirty." after "sixty" is of the same matter. */
function isNextMatter(one: Utterance, earlier: Utterance): boolean {
  if (back.goesBack.in(one.words, 0, one.words.length) !== undefined) return true;
  if (one.own['question'] && one.words[0]?.tag === 'NUM') return false;
  if (one.words.length <= topicWords && back.nextItems.at(one.words, 0)) return true;
  if (!movesOn(one) || back.concludes.at(one.words, 0) !== undefined) return false;
  const isAmount = one.words[0]?.tag === 'NUM' && Boolean(earlier.own['number']);
  return !isAmount && lexicon.past.at(one.words, 0) === undefined;
}

/** "The report for the ministry." names a matter of which nothing has been said yet. */
function isTopic({ words, own, content }: Utterance, earlier: Utterance): boolean {
  const isOfIt = common(content, earlier.content) > 0 || own['endsThen'] || own['question'];
  if (isOfIt || !own['noVerb'] || words.length > topicWords) return false;
  return content.size > 0 && back.topics.at(words, 0) !== undefined;
}

const topicWords = 6;

/** "No" to a question objects to nothing. */
function isObjection({ place, words, own }: Utterance, last: Utterance | undefined): boolean {
  if (place !== 0 || own['strongYes'] || (own['leadNo'] && last?.own['question'])) return false;
  const start = words[0]?.after === ',' && back.objects.at(words, 0) === undefined ? 1 : 0;
  if (back.noProblem.at(words, start) !== undefined) return false;
  return back.objects.at(words, start) !== undefined || Boolean(own['refusal']);
}

/** What is granted at once, however it was said: "One hour it is." "With one hour the sauna is cold." "Oh, right." */
function grantedIn({ main, last }: Choice, between: readonly Utterance[]): Utterance | undefined {
  return between.find(
    (one, at) =>
      one.turn - last.turn <= objectsWithin &&
      isOther(last, one) &&
      !isFor(one) &&
      takesUp(one, main) &&
      between
        .slice(at + 1)
        .some((next) => next.turn === one.turn + 1 && isOther(one, next) && grants(next)),
  );
}

/** What somebody plainly sees to be right, however it was said, where a conclusion follows: "Oh, true." "Then by branch." */
function admittedIn(
  all: readonly Utterance[],
  { main, last }: Choice,
  later: Utterance,
): Utterance | undefined {
  if (!concludes.some((name) => later.own[name])) return undefined;
  const since = all.slice(main.at + 1, later.at + 1).filter(({ turn }) => turn > main.turn);
  const admission = since.find(grants);
  if (admission === undefined) return undefined;
  const said = since.findLast((one) => one.turn < admission.turn && isOther(one, admission));
  const objection = since.find(({ turn }) => turn === said?.turn);
  if (objection === undefined || objection.turn - last.turn > objectsWithin) return undefined;
  const isAgainst = since.some((one) => one.turn === objection.turn && isSaidAgainst(one, all));
  return isOther(objection, main) && !isFor(objection) && isAgainst ? objection : undefined;
}

/** "One thing less to run." supports it. */
function isSaidAgainst(one: Utterance, all: readonly Utterance[]): boolean {
  return Boolean(one.own['negated'] || one.own['question']) || isObjection(one, all[one.at - 1]);
}

const concludes = ['leadSo', 'endsThen', 'saysThen'];

/** "Four hours don't work for me" is none. */
function isFor({ own }: Utterance): boolean {
  return notAgainst.some((name) => own[name]) || Boolean(own['strongYes'] && !own['negated']);
}

const notAgainst = ['leadYes', 'promisesVerb'];

/** "With one hour all of Finland is against you" is said of "One hour sounds right". */
function takesUp(one: Utterance, { content }: Utterance): boolean {
  return [...one.content].some((word) => word !== 'one' && content.has(word));
}

/** In the first words of a turn. */
function grants({ words, place }: Utterance): boolean {
  const start = words.findIndex(({ lower }) => !back.sighs.has(lower));
  if (place !== 0 || start === -1) return false;
  const isSurprise = words.length <= fewWords && back.surprise.at(words, start) !== undefined;
  return isSurprise || back.grants.at(words, start) !== undefined;
}

/** "Oh, the font." grants it, and "Oh, you are a star" does not. */
const fewWords = 3;

function concedes(one: Utterance): boolean {
  const { words, own } = one;
  if (own['reversal'] || grants(one)) return true;
  return back.concession.in(words, 0, words.length) !== undefined;
}
