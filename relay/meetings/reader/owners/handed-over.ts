import { isOther } from '../signals/context.ts';
import { movesOn } from '../signals/course.ts';
import type { Utterance } from '../signals/signals.ts';
import { common } from '../words/content.ts';
import * as owners from '../words/owner-lexicon.ts';
import { leadOf } from '../words/word-forms.ts';
import type { People } from '../people/people.ts';
import { inRow, type Phrases } from '../words/phrases.ts';

/** So many turns after somebody was asked another one may take it from them. */
const within = 4;

interface Handing {
  readonly owner: string;
  /** The sentence by which it changes hands. */
  readonly by: Utterance;
}

/**
 * Who has it in the end, where it changes hands after somebody was asked or took it on: "You've got the renderer. I'll export them.",
 * "Let me do it instead.", "Give it to Nora instead."; undefined where it stays with them.
 */
export function handedTo(
  all: readonly Utterance[],
  { main, members }: { main: Utterance; members: readonly Utterance[] },
  people: People,
): Handing | undefined {
  const last = members.at(-1) ?? main;
  const near = all
    .slice(main.at + 1, last.at + 14)
    .filter(({ turn }) => turn - main.turn <= within);
  const end = near.findIndex((one) => one.at > last.at && (movesOn(one) || isNewWork(one)));
  const after = end === -1 ? near : near.slice(0, end);
  const given = after.findLast((one) => says(one, owners.givesTo) && namedIn(one, people) !== '');
  if (given !== undefined) return { owner: namedIn(given, people), by: given };
  const taker = after.findLast((one) => isTakenOver(all, { one, main, after }));
  return taker && { owner: people.shown(taker.speaker), by: taker };
}

function namedIn({ words }: Utterance, people: People): string {
  return people.in(words).at(-1)?.name ?? '';
}

/** Work of its own, not of what was asked before. */
function isNewWork(one: Utterance): boolean {
  const { own, content, text } = one;
  const asksWho = own['question'] && /^(?:and |so |then |but )?who['’]?s?\b/i.test(text);
  const isForAll = own['someone'] && !ofSomebody.test(text);
  if (elseAsked.test(text)) return false;
  const isAsked =
    asksWho || isForAll || own['requestYou'] || own['vocative'] || alsoSaid.test(text);
  const least = asksWho || own['plainWork'] ? 1 : 2;
  return Boolean(isAsked && content.size >= least) && !takesIt(one);
}

/** "Can somebody else do it?" is of what was taken on before. */
const elseAsked = /\b(?:some|any)(?:body|one) else\b/i;

/** "We also said that we'd write down the rules." */
const alsoSaid = /^(?:(?:we|i|there|you)(?:['’]\p{L}+)? )?also\b/iu;

/** "They only take it from somebody with a budget code." */
const ofSomebody = /\b(?:from|with|for|to) (?:somebody|someone|anybody|anyone)\b/i;

/** "I'll put the rule into the checklist" takes over no postmortem, nor does "the button is broken, I'll grab that one". */
function hasOwnMatter(all: readonly Utterance[], one: Utterance, main: Utterance): boolean {
  const last = all[one.at - 1];
  const isClause = last?.turn === one.turn && !/[.!?]$/.test(last.text);
  return [one, ...(isClause ? [last] : [])].some(
    ({ content }) =>
      content.size >= 2 && common(content, main.content) === 0 && one.own['plainWork'],
  );
}

/** Another one than who was asked and than who answered says that it is theirs now. */
function isTakenOver(
  all: readonly Utterance[],
  { one, main, after }: { one: Utterance; main: Utterance; after: readonly Utterance[] },
): boolean {
  if (one.speaker === '' || one.own['question'] || hasOwnMatter(all, one, main)) return false;
  // Who asked takes it back: "Bob, can you call them?" "Yes, tomorrow." "They speak only Italian." "Then I do it."
  if (!isOther(main, one)) return Boolean(main.own['requestYou']) && takesFrom(one);
  if (takesFrom(one) || (takesNow(one) && isGivenUp(main, one, after))) return true;
  const isAskedFor = asksForIt(one);
  if (!takesIt(one) && !isAskedFor) return false;
  const before = after.filter(({ at, turn }) => at < one.at && turn > main.turn && turn < one.turn);
  const answered = before.some((answer) => isOther(answer, one) && isOther(answer, main));
  const yields = after.some((next) => next.at > one.at && isOther(one, next) && yieldsIt(next));
  return yields || (answered && !isAskedFor && !main.own['promisesVerb']);
}

/** "I'll take it, Thursday. Actually no.", "You're off from tomorrow.": who has taken it on does not do it, and another one does. */
function isGivenUp(main: Utterance, taker: Utterance, after: readonly Utterance[]): boolean {
  if (!main.own['promisesVerb'] && !main.own['takesOn']) return false;
  return [main, ...after].some((one) => {
    if (one.at > taker.at || (one !== main && one.at < main.at)) return false;
    return isOther(one, main) ? says(one, owners.pointsOut) : says(one, owners.givesUp);
  });
}

function takesNow({ words, own }: Utterance): boolean {
  const start = leadOf(words).length;
  return !own['talk'] && owners.takesNow.at(words, start) !== undefined;
}

/** "Fine, all yours." */
function yieldsIt({ words }: Utterance): boolean {
  return [0, leadOf(words).length].some((at) => owners.lets.at(words, at) !== undefined);
}

/** "I'll take it from you.", "Then I do it." */
function takesFrom({ words, text }: Utterance): boolean {
  if (doesItSelf.test(text)) return true;
  const start = /^(?:okay|ah)$/.test(words[0]?.lower ?? '') ? 1 : 0;
  const row = [owners.iWould, owners.takeIt, owners.fromThem];
  return (
    owners.thenIDo.at(words, start) !== undefined ||
    owners.soMe.at(words, start) !== undefined ||
    words.some((_, place) => inRow(words, place, row))
  );
}

/** "I'll export them myself." */
const doesItSelf = /^(?:no,? )?i(?:['’]ll| will) \p{L}+ (?:it|them|that|those) myself\b/iu;

/** "Actually, I'll push it." */
function takesIt({ words }: Utterance): boolean {
  const start = words.findIndex(({ lower }) => !owners.beforeTaking.has(lower));
  const taking = owners.wouldTake.at(words, start);
  if (taking === undefined) return false;
  const [verb, it] = words.slice(taking.end);
  if (owners.notTheirs.at(words, taking.end) !== undefined) return false;
  return !owners.notTaking.has(verb?.lower ?? '') && owners.pronounOfIt.has(it?.lower ?? '');
}

function asksForIt({ words }: Utterance): boolean {
  const start = /^(?:no|okay)$/.test(words[0]?.lower ?? '') ? 1 : 0;
  return owners.asksForIt.at(words, start) !== undefined;
}

function says({ words }: Utterance, phrases: Phrases): boolean {
  return phrases.in(words, 0, words.length) !== undefined;
}
