import { common } from '../words/content.ts';
import * as withdrawn from '../words/withdrawn-lexicon.ts';
import type { People } from '../people/people.ts';
import { beginsClause, meant } from '../signals/named-matter.ts';
import { pointsAt } from '../words/points-at.ts';
import { isOther } from '../signals/context.ts';
import { alreadyDone, takenAway } from './ended-by-answer.ts';
import { denied, replaced, ruledOut } from './plain-replaced.ts';
import { isPromise, lastOf, near, type Before } from './said-before.ts';
import type { Utterance } from '../signals/signals.ts';

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

const ways = [
  givenUp,
  excused,
  takenAway,
  alreadyDone,
  dropped,
  forbidden,
  replaced,
  denied,
  ruledOut,
];

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

/** "I will review the design." "Ok." "Sorry, I can't.": what they have taken on themselves, unless they answer a request by it. */
function excused(
  all: readonly Utterance[],
  one: Utterance,
  { before, people }: Before,
): readonly Utterance[] {
  if (!withdrawn.excuses.test(one.text)) return [];
  const last = all.filter(({ turn }) => turn === one.turn - 1);
  if (last.some(({ own }) => own['question'] || own['requestYou'] || own['vocative'])) return [];
  const own = near(one, before).filter((said) => isDoneBy(said, one.speaker, people));
  const back = lastOf(own, new Set());
  return back.length > 0 ? [...back, one] : [];
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
  const recent = near(one, before);
  const ofIt = isOfLast ? recent.filter(({ content }) => common(content, one.content) > 0) : [];
  const back = ownRefused(all, one) ?? (ofIt.length > 0 ? ofIt : lastOf(recent, new Set()));
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
