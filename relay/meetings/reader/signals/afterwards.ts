import { isOther } from './context.ts';
import { movesOn } from './course.ts';
import { overlap } from '../words/content.ts';
import * as back from '../words/objection-lexicon.ts';
import type { Utterance } from './signals.ts';
import type { Signals } from './values.ts';

/** What is said of a result is looked for in so many turns and sentences behind it. */
const turns = 8;
const sentences = 40;

/** What a result is about: the words of all its sentences. Its last sentence is where listening begins. */
export interface Said {
  readonly last: Utterance;
  readonly content: ReadonlySet<string>;
}

/**
 * What is said behind a result, until the talk moves on: `S` in the same turn, `1` in the next two turns, `2` later.
 */
export function afterwardsOf(all: readonly Utterance[], { last, content }: Said): Signals {
  const found: Signals = {};
  const raise = (name: string, value: number) => {
    if (value > (found[name] ?? 0)) found[name] = value;
  };
  const after = untilMovedOn(all, last);
  raise(endOf(all, last, after), 1);
  for (const one of after) {
    const when = whenOf(last, one);
    for (const name of kindsOf(one, isOther(last, one))) raise(`${name}${when}`, 1);
    raise(`echo${when}`, overlap(one.content, content));
  }
  return found;
}

/** How soon the talk moves on. */
function endOf(all: readonly Utterance[], last: Utterance, after: readonly Utterance[]): string {
  const next = all[(after.at(-1) ?? last).at + 1];
  if (next === undefined) return 'endsTalk';
  return movesOn(next) ? `ends${whenOf(last, next)}` : 'goesOn';
}

/** Up to where somebody goes on to the next matter. */
export function untilMovedOn(all: readonly Utterance[], last: Utterance): readonly Utterance[] {
  const after = all
    .slice(last.at + 1, last.at + 1 + sentences)
    .filter(({ turn }) => turn - last.turn <= turns);
  const end = after.findIndex((one) => one.turn > last.turn && movesOn(one));
  return end === -1 ? after : after.slice(0, end);
}

export function whenOf(last: Utterance, { turn }: Utterance): string {
  const away = turn - last.turn;
  return away === 0 ? 'S' : away <= 2 ? '1' : '2';
}

/** By whomever it is said. */
const anybody: Record<string, readonly string[]> = {
  reversal: ['reversal'],
  concludes: ['endsThen', 'leadSo', 'saysThen'],
  takenOn: ['takesOn', 'promisesVerb'],
  joke: ['joke'],
};

/** By somebody else than who spoke last of it. */
const another: Record<string, readonly string[]> = {
  asks: ['question', 'asks'],
  negated: ['negated'],
  proposes: ['softProposal', 'firmProposal'],
  yes: ['strongYes', 'leadYes'],
  hedge: ['hedge'],
  conditional: ['conditional'],
};

function kindsOf(one: Utterance, isByOther: boolean): string[] {
  const { own, words } = one;
  const table = isByOther ? { ...anybody, ...another } : anybody;
  const kinds = Object.keys(table).filter((kind) => table[kind]?.some((name) => own[name]));
  if (grants(one)) kinds.push('grants');
  if (isByOther && objects(one)) kinds.push('objects');
  if (back.concession.in(words, 0, words.length) !== undefined) kinds.push('concedes');
  if (words.some(({ lower }) => /^(?:instead|actually)$/.test(lower))) kinds.push('instead');
  return kinds;
}

/** "But", "Hang on": how a turn begins that is against what was said. "We won't support that" is a decision of its own. */
export function objects({ place, words, own }: Utterance): boolean {
  if (place !== 0 || own['strongYes'] || own['refuses']) return false;
  return (
    back.objects.at(words, 0) !== undefined ||
    ['refusal', 'leadBut', 'leadNo'].some((name) => own[name])
  );
}

/** "Oh, right.": how a turn begins that sees an objection to be right. */
export function grants({ words, place }: Utterance): boolean {
  const start = words.findIndex(({ lower }) => !back.sighs.has(lower));
  if (place !== 0 || start === -1) return false;
  const isSurprise = words.length <= fewWords && back.surprise.at(words, start) !== undefined;
  return isSurprise || back.grants.at(words, start) !== undefined;
}

/** "Oh, the font." grants it, and "Oh, you are a star" does not. */
const fewWords = 3;
