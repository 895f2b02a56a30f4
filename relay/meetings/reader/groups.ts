import { anyOf } from './words/any-of.ts';
import { common, overlap } from './words/content.ts';
import type { Utterance } from './signals/signals.ts';

/** A sentence with how likely it is part of a decision, or of an action item, 0 to 1. */
export interface Scored {
  readonly utterance: Utterance;
  readonly score: number;
}

/** Sentences that say one thing together: a proposal, its acceptance, its summary. */
export interface Group {
  readonly members: readonly Scored[];
  readonly content: ReadonlySet<string>;
  /** The sentence that says most surely what it is. */
  readonly main: Scored;
  readonly score: number;
}

export interface Grouping {
  /** Sentences below are in no group. */
  readonly least: number;
  /** Sentences so many turns apart may be of one group. */
  readonly turns: number;
  /** They need a word in common, unless one of them has no more than so many. */
  readonly fewWords: number;
}

/** So far apart is nothing of one group: who pastes a text without turns has all of it in one. */
const sentencesApart = 60;

/**
 * Around each sentence that is surer than those near it: what is said near it of the same matter. A mere yes is of what it answers, and
 * gathers nothing itself as long as anything else does.
 */
export function groupsOf(scored: readonly Scored[], { least, turns, fewWords }: Grouping): Group[] {
  const likely = scored.filter(({ score }) => score >= least);
  const open = new Set(likely.keys());
  const groups: Scored[][] = [];
  const reversals = scored.map(({ utterance }) => utterance).filter(({ own }) => own['reversal']);
  const bySureness = [...likely.entries()].toSorted(
    ([, one], [, other]) =>
      Number(isAssent(one.utterance)) - Number(isAssent(other.utterance)) ||
      other.score - one.score,
  );
  for (const [at, main] of bySureness) {
    if (!open.delete(at)) continue;
    const isNear = (one: Scored | undefined) =>
      one !== undefined &&
      Math.abs(one.utterance.turn - main.utterance.turn) <= turns &&
      Math.abs(one.utterance.at - main.utterance.at) <= sentencesApart &&
      !reversals.some((reversal) => isBetween(reversal, one.utterance, main.utterance));
    let [from, to] = [at, at];
    while (isNear(likely[from - 1])) from -= 1;
    while (isNear(likely[to + 1])) to += 1;
    const members = likely.slice(from, to + 1).filter((one, offset) => {
      const place = from + offset;
      if (place === at) return true;
      return isRelated(main.utterance, one.utterance, fewWords) && open.delete(place);
    });
    groups.push(members);
  }
  return groups
    .map(groupOf)
    .toSorted((one, other) => placeOf(one.members[0]) - placeOf(other.members[0]));
}

/** What is said from where something is taken back on is not joined with what was said before. */
function isBetween(reversal: Utterance, one: Utterance, other: Utterance): boolean {
  const [first, last] = one.at < other.at ? [one, other] : [other, one];
  return first.at < reversal.at && reversal.at <= last.at && first.turn !== reversal.turn;
}

function placeOf(one: Scored | undefined): number {
  return one?.utterance.at ?? 0;
}

function isRelated(main: Utterance, one: Utterance, fewWords: number): boolean {
  const shares = common(main.content, one.content) > 0;
  if (standsAlone(one)) return false;
  if (areOfTwoMatters(main, one) || isBehindConclusion(main, one)) return false;
  if (main.turn === one.turn) return shares || !standsAlone(main);
  if (isOtherMatter(main, one)) return shares;
  return shares || Math.min(main.content.size, one.content.size) <= fewWords;
}

/** "Okay, three queues then." ends its matter: what another turn says to be decided is the next one. */
function isBehindConclusion(one: Utterance, other: Utterance): boolean {
  const [first, last] = one.at < other.at ? [one, other] : [other, one];
  const isConclusion = first.own['plainDecision'] && first.own['leadOkay'] && first.own['endsThen'];
  return Boolean(isConclusion && last.own['saysAll']) && first.turn < last.turn;
}

const sameAgain = 0.6;

/** "We ship the app in March" and "We ship the site in June" are two matters, however many words they share. */
export function areOfTwoMatters(one: Utterance, other: Utterance): boolean {
  return areBothWhole(one, other) && overlap(one.content, other.content) < sameAgain;
}

function areBothWhole(main: Utterance, one: Utterance): boolean {
  return Boolean(main.own['saysAll'] && one.own['saysAll']);
}

/** What is said to be decided and a proposal each name their matter, however shortly. */
function isOtherMatter(main: Utterance, one: Utterance): boolean {
  const namesBoth = main.content.size > 0 && !isAssent(main);
  if (main.own['amends'] || one.own['amends']) return namesBoth && !isAssent(one);
  const isMeant = one.own['firmProposal'] || one.own['plainDecision'];
  const areWhole = areBothWhole(main, one);
  return namesBoth && Boolean(areWhole || (main.own['explicit'] && isMeant));
}

/** "Sounds good, let's go with that" has no matter of its own; "let's go with REST then" has. */
export function isAssent({ own, content, words, text }: Utterance): boolean {
  if (mereAssent.test(text)) return true;
  if (!own['strongYes'] || content.size > 1) return false;
  return !own['plainDecision'] || words.some(({ lower }) => /^(?:that|it|this)$/.test(lower));
}

/** "Me too", "Sounds reasonable", "That's good enough for me", "+1 for SQS". */
const mereAssent = anyOf(
  [
    'me too',
    '(?:i |we )?agree(?:d)?(?: with (?:that|you|him|her|them))?',
    'same (?:here|for me)',
    'for me (?:too|as well)',
    'sounds (?:good|reasonable|right|fair|great|fine|ok|okay)(?: to me)?',
    '(?:(?:that|it) )?(?:makes|made) (?:total |perfect )?sense(?: to me)?(?: too| as well)?',
    String.raw`(?:(?:that|it)(?:['’]s| is) )?(?:good|fine|okay|ok|great|enough|perfect)(?: enough)? (?:for|with|by) me(?: too| as well)?`,
    String.raw`\+1(?: (?:for|on|to) .*)?`,
    'that i can (?:live with|support|accept)',
  ],
  {
    before: '^(?:(?:yes|yeah|ok(?:ay)?|well|hm+|oh|and|fine|good|great|true),? )*',
    after: '[.!]*$',
  },
);

/** What is said to be decided is a decision of its own, whatever stands around it. */
export function standsAlone(one: Utterance): boolean {
  const { own } = one;
  if (isAssent(one)) return false;
  return Boolean(own['label_decision'] || own['explicit'] || own['refuses'] || own['listed']);
}

/** The last sentence of a group. */
export function lastOf({ main, members }: Group): Utterance {
  return members.at(-1)?.utterance ?? main.utterance;
}

export function groupOf(members: readonly Scored[]): Group {
  const best = [...members].toSorted((one, other) => other.score - one.score);
  const main = best.find(({ utterance }) => !isAssent(utterance)) ?? best[0];
  if (main === undefined) throw new Error('A group has a sentence.');
  const doubt = best.slice(0, 3).reduce((product, { score }) => product * (1 - score), 1);
  const content = new Set(members.flatMap(({ utterance }) => [...utterance.content]));
  return { members, content, main, score: 1 - doubt };
}
