import { objects, untilMovedOn } from '../signals/afterwards.ts';
import { isOther } from '../signals/context.ts';
import type { Utterance } from '../signals/signals.ts';
import { isBroughtBack } from './brought-back.ts';
import { chosenIn, type Chosen } from './chosen.ts';
import { common } from '../words/content.ts';
import * as plain from '../words/plain-lexicon.ts';
import { sameActIn, type Stretch } from './same-act.ts';
import { leadOf } from '../words/word-forms.ts';

/** A choice that a later one comes instead of, and the sentences that say it. */
interface Amended {
  readonly first: Utterance;
  readonly said: readonly Utterance[];
}

/**
 * MTG-11: what a later choice of the same kind comes instead of: "Fifteen minutes." "Builds take twenty." "Okay, thirty then." Somebody
 * speaks against the first one in between, or the later one says that it is instead.
 */
export function amendedBy(all: readonly Utterance[], one: Utterance): Amended | undefined {
  if (!isMeant(one)) return undefined;
  const first = all.slice(0, one.at).findLast((last) => isAmended(all, last, one));
  if (first === undefined) return undefined;
  const was = chosenIn(first.words);
  const again = all.slice(first.at + 1, one.at).filter(({ words }) => isSame(chosenIn(words), was));
  return { first, said: [first, ...again] };
}

/** The words of the first choice with the later value in its place: "We release on Thursdays from now on". */
export function withLater(first: Utterance, one: Utterance): string {
  const act = sameActIn(first, one);
  if (act !== undefined) {
    const object = first.text.slice(act.object.start, act.object.end);
    return replaced(one.text, act.pronoun, object).replace(/ instead\b/i, '');
  }
  const [was, is] = [chosenIn(first.words), chosenIn(one.words)];
  return was === undefined || is === undefined ? one.text : replaced(first.text, was, is.text);
}

function replaced(text: string, { start, end }: Stretch, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** "And could you backfill October?" */
function isOtherRequest({ own, content }: Utterance, first: Utterance): boolean {
  return Boolean(own['requestYou']) && content.size >= 2 && common(content, first.content) === 0;
}

/** "Okay, thirty then.", "True. Let's use Postgres.", "Actually no, RabbitMQ." */
function isMeant({ own, words }: Utterance): boolean {
  if (own['question'] || words.some(({ lower }) => besides.test(lower))) return false;
  const isAmount = plain.letsSay.at(words, leadOf(words).length) !== undefined;
  return isAmount || concluding.some((name) => own[name]);
}

/** So many turns later a choice may come instead of one. */
const within = 12;

const besides = /^(?:also|too|both|additionally)$/;
const concluding = ['plainDecision', 'leadOkay', 'leadSo', 'endsThen', 'settles', 'reversal'];

function isAmended(all: readonly Utterance[], first: Utterance, one: Utterance): boolean {
  const isChosen = choices.some((name) => first.own[name]) || isBareChoice(first);
  const isChoice = isChosen && one.turn - first.turn <= within;
  if (!isChoice || noChoice.some((name) => first.own[name])) return false;
  const was = chosenIn(first.words);
  if (!comesInstead(first, one)) return false;
  if (was !== undefined && isNamedAway(one, was)) return true;
  if (isBroughtBack(all, { first, one, was })) return true;
  const between = untilMovedOn(all, first).filter(({ at }) => at < one.at);
  if (between.some((next) => asksOther.test(next.text) || isOtherRequest(next, first)))
    return false;
  if (one.at - first.at !== between.length + 1) return false;
  if (one.own['endsThen'] && sameActIn(first, one) !== undefined) return true;
  return isInstead(one) || isContested(between, first, was);
}

/** "OK, Postgres." */
function isBareChoice({ own, words }: Utterance): boolean {
  return Boolean(own['leadOkay'] && own['noVerb']) && chosenIn(words)?.kind === 'name';
}

/** "What about the expiry?" "And how long do we support it?" */
const asksOther =
  /^(?:(?!actually\b|or\b|hm+\b)\p{L}+, )?(?:what|how) about (?!(?:it|that|this)\b)|^and (?:the|how|what|when|where|for)\b/iu;

/** Whether both choose a value of one kind for one matter, or say that the same is done in two ways. */
function comesInstead(first: Utterance, one: Utterance): boolean {
  if (sameActIn(first, one) !== undefined) return true;
  const [was, is] = [chosenIn(first.words), chosenIn(one.words)];
  if (was === undefined || is === undefined || isSame(was, is)) return false;
  return isOfOneKind(was, is) && isOfOneMatter(first, one, is);
}

const choices = ['plainDecision', 'explicit', 'firmProposal', 'plan', 'norm'];
const noChoice = ['question', 'refuses', 'givenUp', 'past', 'pastDecision'];

/** "REST it is then, no GraphQL.", "REST instead of GraphQL." */
function isNamedAway({ words }: Utterance, was: Chosen): boolean {
  const at = words.findIndex(({ text }) => text.toLowerCase() === was.text.toLowerCase());
  return /^(?:no|not|of|than)$/.test(words[at - 1]?.lower ?? '');
}

function isInstead({ own, words, text }: Utterance): boolean {
  const isSaidSo = words.some(({ lower }) => lower === 'instead') || makesIt.test(text);
  return Boolean(own['reversal']) || isSaidSo;
}

/** "OK, let's make it January 15." */
const makesIt = /\b(?:let['’]?s|we(?:['’]ll| will)?) (?:make|call) it\b/i;

function isSame(one: Chosen | undefined, other: Chosen | undefined): boolean {
  if (one === undefined || other === undefined || one.kind !== other.kind) return false;
  return one.text.toLowerCase() === other.text.toLowerCase();
}

function isOfOneKind(was: Chosen, is: Chosen): boolean {
  const isOneUnit = was.unit === is.unit || was.unit === '' || is.unit === '';
  return was.kind === is.kind && isOneUnit;
}

/** With no word beside the value, or one in common. */
function isOfOneMatter(first: Utterance, one: Utterance, is: Chosen): boolean {
  const value = one.words.filter(({ start, end }) => start >= is.start && end <= is.end);
  const ofValue = new Set([is.unit, ...value.map(({ lemma }) => lemma)]);
  const beside = [...one.content].filter((word) => !ofValue.has(word));
  return beside.length === 0 || common(new Set(beside), first.content) > 0;
}

/** Whether another one objects to it, or names another value. */
function isContested(
  between: readonly Utterance[],
  first: Utterance,
  was: Chosen | undefined,
): boolean {
  return between.some((next) => objects(next) || (isOther(first, next) && isAgainst(next, was)));
}

/** "Actually, what about CockroachDB?" */
const alternative = /^(?:actually|or|hm+),? (?:what|how) about\b/i;

function isAgainst(next: Utterance, was: Chosen | undefined): boolean {
  if (next.own['negated'] || next.own['reversal']) return true;
  if (next.words.at(-1)?.lower === 'though' || /^why\b/i.test(next.text)) return true;
  if (alternative.test(next.text)) return true;
  const other = chosenIn(next.words);
  return other !== undefined && other.kind === was?.kind && !isSame(other, was);
}
