import { common } from '../words/content.ts';
import * as withdrawn from '../words/withdrawn-lexicon.ts';
import type { People } from '../people/people.ts';
import { beginsClause, meant } from '../signals/named-matter.ts';
import { pointsAt } from '../words/points-at.ts';
import { isOther } from '../signals/context.ts';
import { alreadyDone, takenAway } from './ended-by-answer.ts';
import { returns } from './plain-decisions.ts';
import type { Utterance } from '../signals/signals.ts';
import { leadOf } from '../words/word-forms.ts';

/** How many turns back something may be taken back without its name. */
const turnsBack = 4;

/**
 * MTG-11: the places of the sentences of a short talk that count no more, since somebody takes back what they say, and of those by
 * which they give it up: "I'll drop the table." "Please don't." "Ok, then I won't."
 */
export function withdrawnIn(all: readonly Utterance[], people: People): ReadonlySet<number> {
  const gone = new Set<number>();
  for (const one of all) {
    if (['question', 'conditional', 'hedge'].some((name) => one.own[name])) continue;
    const before = all
      .slice(0, one.at)
      .filter((last) => (last.turn < one.turn || one.own['reversal']) && isSaid(last));
    const found = ways.map((way) => way(all, one, { before, people }));
    for (const { at } of found.find((back) => back.length > 0) ?? []) gone.add(at);
  }
  return gone;
}

const ways = [givenUp, takenAway, alreadyDone, dropped, forbidden, replaced, denied, ruledOut];

interface Before {
  /** What was said until then that may be a result. */
  readonly before: readonly Utterance[];
  readonly people: People;
}

/** "Ok, then I won't": their own work, unless another one has taken it over. */
function givenUp(
  all: readonly Utterance[],
  one: Utterance,
  { before, people }: Before,
): readonly Utterance[] {
  const matter = meant(one, withdrawn.givesUp);
  if (matter === undefined) return [];
  const own = near(one, before).filter((last) => isDoneBy(last, one.speaker, people));
  const back = lastOf(own, matter);
  const [first] = back;
  const isTakenOver =
    first !== undefined &&
    all.slice(first.at + 1, one.at).some((next) => isOther(one, next) && isPromise(next));
  return first === undefined || isTakenOver ? [] : [...back, one];
}

function isPromise({ own }: Utterance): boolean {
  return Boolean(own['plainWork'] || own['promisesVerb'] || own['takesOn']);
}

function near(one: Utterance, before: readonly Utterance[]): readonly Utterance[] {
  return before.filter(({ turn }) => one.turn - turn <= turnsBack);
}

/** "Let's drop that", "Kafka is off the table". */
function dropped(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const named = meant(one, withdrawn.dropsNamed, beginsClause);
  if (named !== undefined && named.size > 0) return withItself(one, named, lastOf(before, named));
  const matter = meant(one, withdrawn.drops) ?? meant(one, withdrawn.secondThoughts);
  if (matter === undefined || isConsent(all, one)) return [];
  const isOfLast = withdrawn.secondThoughts.in(one.words, 0, one.words.length) !== undefined;
  if (matter.size > 0 && !isOfLast) return withItself(one, matter, lastOf(before, matter));
  const refused = ownRefused(all, one);
  const back = refused ?? lastOf(near(one, before), new Set());
  return back.length > 0 ? [...back, ...onlyTakingBack(all, one)] : [];
}

/** "Could we buy a bigger one?" "No." "Fair, forget it.": what they have asked themselves just before. */
function ownRefused(all: readonly Utterance[], one: Utterance): readonly Utterance[] | undefined {
  const no = all.find(({ turn }) => turn === one.turn - 1);
  const asked = all.findLast(({ turn }) => turn === one.turn - 2);
  if (no === undefined || asked === undefined || !no.own['leadNo']) return undefined;
  return asked.own['question'] && !isOther(asked, one) ? [asked] : undefined;
}

/** "If I can drop the chart, yes." "Drop it." */
function isConsent(all: readonly Utterance[], { turn }: Utterance): boolean {
  return all.some(
    (last) =>
      last.turn === turn - 1 && /^if\b.*\bdrop\b.*\b(?:yes|sure|okay|ok)[.!]*$/i.test(last.text),
  );
}

/** What takes back what was said before is no result, where it says no more than that. */
function withItself(
  one: Utterance,
  matter: ReadonlySet<string>,
  back: readonly Utterance[],
): readonly Utterance[] {
  const isAll = one.content.size <= matter.size + 1;
  return back.length > 0 && isAll ? [...back, one] : back;
}

/** What says no more than that, and the reason behind it: "Let us drop that. Nobody reads them." */
function onlyTakingBack(all: readonly Utterance[], one: Utterance): readonly Utterance[] {
  const next = all[one.at + 1];
  const isReason = next?.turn === one.turn && pointsAt.test(next.text) && !isPromise(next);
  const hit = withdrawn.drops.in(one.words, 0, one.words.length);
  const isAll = !one.words.slice(hit?.end).some(({ lemma }) => one.content.has(lemma));
  return [...(isAll ? [one] : []), ...(isReason ? [next] : [])];
}

const said = ['plainWork', 'plainDecision', 'promisesVerb', 'takesOn', 'firmProposal', 'explicit'];

function isSaid({ own }: Utterance): boolean {
  if (own['requestYou'] || own['label_decision'] || (own['someone'] && own['norm'])) return true;
  return !own['question'] && said.some((name) => own[name]);
}

/** What names the matter; where none is named, the last that was said, with what only answered it. */
function lastOf(before: readonly Utterance[], matter: ReadonlySet<string>): readonly Utterance[] {
  if (matter.size > 0)
    return before.filter(({ content }) => common(matter, content) / matter.size >= 0.5);
  const named = before.findLastIndex(({ content }) => content.size > 0);
  if (named === -1) return [];
  const [asked, last] = [before[named - 1], before[named]];
  const isAnswer = isAskedFor(asked, last) || isEchoOf(asked, last);
  return before.slice(isAnswer ? named - 1 : named);
}

/** "Let's use Redis." "Fine by me, Redis." */
function isEchoOf(said: Utterance | undefined, yes: Utterance | undefined): boolean {
  if (said === undefined || yes === undefined || !yes.own['strongYes']) return false;
  return yes.turn - said.turn === 1 && common(said.content, yes.content) > 0;
}

/** "Bob, could you bump it?" "Sure, I'll bump it today." */
function isAskedFor(asked: Utterance | undefined, answer: Utterance | undefined): boolean {
  if (asked === undefined || answer === undefined || !asked.own['requestYou']) return false;
  return answer.turn - asked.turn === 1 && isPromise(answer);
}

/** Whether it is somebody's own work, or they are asked for it. */
function isDoneBy({ own, speaker, words }: Utterance, who: string, people: People): boolean {
  if (who === '') return false;
  if (speaker === who) return Boolean(own['plainWork'] || own['promisesVerb'] || own['takesOn']);
  return people.in(words).some(({ name }) => name === people.shown(who));
}

/** "I'll drop the table." "Please don't.": what was said last, unless they go on with it. */
function forbidden(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const matter = notNeeded(one) ?? meant(one, withdrawn.forbids, beginsClause);
  if (matter === undefined) return [];
  const last = before.filter(({ turn }) => one.turn - turn <= 2);
  const isMeant = last.some((said) =>
    one.turn - said.turn === 1 ? isOther(said, one) : said.own['requestYou'],
  );
  const back = isMeant ? lastOf(last, matter) : [];
  const answer = all.filter(({ turn }) => turn === one.turn + 1);
  const isKept = answer.some(({ own }) => own['promisesVerb'] || own['leadBut'] || own['leadNo']);
  return back.length === 0 || isKept ? [] : [...back, one];
}

/** What nobody has to do any more; "Support already did that" names it by no word. */
function notNeeded(one: Utterance): ReadonlySet<string> | undefined {
  const hit = withdrawn.notNeeded.in(one.words, 0, one.words.length);
  const isPointing = hit !== undefined && /\b(?:it|that|this|them)\b/.test(hit.text);
  return isPointing ? new Set() : meant(one, withdrawn.notNeeded);
}

/** "Then we stay on Node" goes back to what was before, where somebody has objected to what was said since. */
function replaced(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const [last] = lastOf(near(one, before), new Set());
  if (!returns(one) || last === undefined || common(last.content, one.content) > 0) return [];
  const between = all.slice(last.at + 1, one.at).filter((next) => isOther(last, next));
  const objection = between.findLastIndex(isObjection);
  return objection !== -1 && !between.slice(objection).some(({ own }) => own['strongYes'])
    ? [last]
    : [];
}

function isObjection({ own, words }: Utterance): boolean {
  const isHindered = withdrawn.obstacles.in(words, 0, words.length) !== undefined;
  return Boolean(own['negated'] || own['refusal'] || own['leadBut']) || isHindered;
}

/** "We ship on Thursday." "The audit isn't done by then." "OK, we don't ship on Thursday." */
function denied(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const { own, content } = one;
  if (!own['negated'] || content.size === 0 || own['requestYou']) return [];
  return before.filter((last) => {
    const isFar = one.turn - last.turn > turnsBack && !notThis.test(one.text);
    if (last.own['negated'] || isFar) return false;
    const isConclusion = own['leadSo'] || own['leadOkay'] || own['endsThen'];
    const isOwn = !isOther(last, one) || isConclusion || isGranted(all, one);
    return isOwn && common(content, last.content) === content.size;
  });
}

/** "Then not this Saturday." */
const notThis = /^(?:(?:ok(?:ay)?|right|oh|so|then|no),? )*not (?:this|on|next|in)\b/i;

/** Whether the next one says yes to it. */
function isGranted(all: readonly Utterance[], one: Utterance): boolean {
  const next = all.slice(one.at + 1).find(({ turn }) => turn > one.turn);
  return Boolean(next?.own['leadYes'] || next?.own['strongYes']);
}

/** "Let's use Redis." "We can't, the licence changed." "Then Valkey.": what cannot be, where something comes instead. */
function ruledOut(
  all: readonly Utterance[],
  one: Utterance,
  { before }: Before,
): readonly Utterance[] {
  const hit = withdrawn.cannotBe.at(one.words, leadOf(one.words).length);
  const next = all.slice(one.at + 1).find(({ turn }) => turn > one.turn);
  const isReplaced = next !== undefined && Boolean(next.own['leadSo'] || next.own['endsThen']);
  if (hit === undefined || !isReplaced) return [];
  const last = near(one, before);
  const named = last.filter(({ content }) => common(content, one.content) > 0);
  return named.length > 0 ? named : lastOf(last, new Set());
}
