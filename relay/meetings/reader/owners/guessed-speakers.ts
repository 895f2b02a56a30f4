import type { Named, People } from '../people/people.ts';
import type { Utterance } from '../signals/signals.ts';
import { speakersOfTwo } from './two-speakers.ts';

/** How many sentences at the end of a turn may call the person who answers. */
const lastSentences = 3;
/** A text with more sentences to a turn is not parted into turns. */
const mostSentences = 10;

/**
 * The same sentences with who most likely says them, where the transcript names nobody: of two people who is not called by name; else
 * who says their own name, who is called and answers next, and goes on after the next short word of somebody else, and who is thanked
 * or answered by name and has spoken before.
 */
export function withGuessedSpeakers(
  all: readonly Utterance[],
  people: People,
): readonly Utterance[] {
  const turns = (all.at(-1)?.turn ?? 0) + 1;
  if (all.some(({ speaker }) => speaker !== '') || all.length > turns * mostSentences) return all;
  const guess = speakersOfTwo(all, people) ?? speakersOfMany(all, people);
  return all.map((one) => ({ ...one, speaker: guess(one.turn) }));
}

function speakersOfMany(all: readonly Utterance[], people: People): (turn: number) => string {
  const called = new Map<number, string>();
  const known = new Map<number, string>();
  for (const one of all) {
    const { self, answered, called: next } = namesBeside(all, one, people);
    if (self !== undefined) known.set(one.turn, self);
    if (answered !== undefined) known.set(one.turn - 1, answered);
    if (next !== undefined) called.set(one.turn + 1, next);
  }
  return (turn) =>
    known.get(turn) ??
    called.get(turn) ??
    known.get(turn - 2) ??
    called.get(turn - 2) ??
    called.get(turn + 2) ??
    '';
}

/** What a sentence tells of who says it, who has just spoken and who speaks next. */
export interface NamesBeside {
  readonly self?: string | undefined;
  readonly answered?: string | undefined;
  readonly called?: string | undefined;
}

export function namesBeside(
  all: readonly Utterance[],
  one: Utterance,
  people: People,
): NamesBeside {
  const named = people.in(one.words);
  const [first, last] = [named[0], named.at(-1)];
  if (first === undefined || last === undefined || one.own['label_people']) return {};
  const self = named.find((name) => isSelf(one, name));
  const calls = callsWith.some((signal) => one.own[signal]) || isCalledUnmarked(one, last);
  return {
    self: self?.name,
    answered: answeredIn(one, { first, last })?.name,
    called: last !== self && calls && isAtEnd(all, one) ? last.name : undefined,
  };
}

/** "it's me morag", "philippa here", "i'll pull them for you it's aurelio" */
function isSelf({ words }: Utterance, { at, end }: Named): boolean {
  const before = words[at - 1]?.lower ?? '';
  const isHere = words[end]?.lower === 'here' && !/^(?:is|was|are|and)$/.test(before);
  return isHere || /^(?:i'm|i’m|me)$/.test(before);
}

/** Who has just spoken, since they are thanked or answered by name. */
function answeredIn(
  one: Utterance,
  { first, last }: { first: Named; last: Named },
): Named | undefined {
  if (one.place !== 0) return undefined;
  if (thanks.test(one.text) || isGreetedUnmarked(one, first) || isNotedUnmarked(one, first))
    return first;
  return isAnswered(one) || isAnsweredUnmarked(one, last) ? last : undefined;
}

/** "Friday is tomorrow, Hallgrim." is said to who has just spoken. */
function isAnswered({ own, text }: Utterance): boolean {
  return (
    Boolean(own['vocative']) &&
    !own['question'] &&
    !own['requestYou'] &&
    !own['imperative'] &&
    /, \p{L}+[.!]*$/u.test(text)
  );
}

const thanks = /^(?:thanks|thank you|please do|great|good|perfect|lovely)\b/i;

/** Speech recognition writes no commas: "okay cool kelvin so next wednesday". */
function isGreetedUnmarked({ words, text }: Utterance, { at, end }: Named): boolean {
  if (/[,.?!]/.test(text) || words[end]?.lower !== 'so') return false;
  return at > 0 && words.slice(0, at).every(({ lower }) => ofAssent.test(lower));
}

/** What somebody took on is noted as theirs: "emeka lovely", "okay seb asks", "that's seb with both", "kofi's on the map then". */
function isNotedUnmarked({ words, text, own }: Utterance, { at, end }: Named): boolean {
  const next = words[end];
  if (/[,.?!]/.test(text) || own['question'] || next === undefined || at > 3) return false;
  const before = words.slice(0, at);
  if (!before.every(({ lower }) => ofAssent.test(lower) || /^(?:ha|that['’]s)$/.test(lower)))
    return false;
  const isOf = /^that['’]s$/.test(before.at(-1)?.lower ?? '') && next.lower === 'with';
  const doesIt = next.tag === 'VERB' && /(?:[^s]s)$/.test(next.lower);
  return isOf || doesIt || praise.test(next.lower) || /['’]s$/.test(words[at]?.lower ?? '');
}

const praise = /^(?:lovely|great|brilliant|perfect|super|excellent|wonderful)$/;

/** "don't leave it till friday dev", "you are good at them bunmi" */
function isAnsweredUnmarked({ words, text, own }: Utterance, { at, end }: Named): boolean {
  if (/[,.?!]/.test(text) || end < words.length || at < 3 || at > shortAnswer) return false;
  const isAsked = own['question'] || own['asks'] || asksYou.test(text);
  return !isAsked && ofYou.test(text) && !ofAssent.test(words[at - 1]?.lower ?? '');
}

const asksYou = /\b(?:can|could|will|would) you\b/i;
const shortAnswer = 9;
const ofAssent = /^(?:okay|ok|cool|good|great|yes|yeah|right|lovely|fine|then|and)$/;
/** What is said to who has spoken speaks of them: "you are good at them", "don't leave it". */
const ofYou = /\b(?:you|your)\b|^(?:don't|do not)\b/i;

/** Speech recognition writes no commas: "leon", "cool isaac that's a change", "send me the list winston". */
function isCalledUnmarked({ words, text, own }: Utterance, { at, end }: Named): boolean {
  if (at === 0 && end === words.length) return true;
  if (/[,.?!]/.test(text)) return false;
  const next = words[end];
  const isFirst = at <= 1 && next !== undefined && calledBefore.test(next.lower);
  const isTold = at <= 2 && at > 0 && Boolean(own['imperative'] || words[0]?.lower === 'go');
  return (
    isFirst || isTold || (at > 0 && (end === words.length || askedBehind.test(next?.lower ?? '')))
  );
}

const calledBefore = /^(?:that|you|can|could|would|will|do|any|what|is|send|have)/;

/** "the crash though yevgeny how soon", "staged then and seb that's a setting isn't it" */
const askedBehind =
  /^(?:send|can|could|would|will|do|did|have|you(?:['’]\w+)?|who|what|when|where|why|how|any|that['’]s)$/;

const callsWith = ['vocative', 'requestYou', 'question', 'asks', 'subjectYou'];

function isAtEnd(all: readonly Utterance[], { at, turn }: Utterance): boolean {
  return all[at + lastSentences]?.turn !== turn;
}
