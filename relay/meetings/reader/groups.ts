import { setImmediate as nextTurn } from 'node:timers/promises';
import { isConceded } from './signals/conceded.ts';
import { common, overlap } from './words/content.ts';
import * as lexicon from './words/lexicon.ts';
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

/** Around each sentence that is surer than those near it: what is said near it of the same matter. */
export function groupsOf(scored: readonly Scored[], { least, turns, fewWords }: Grouping): Group[] {
  const likely = scored.filter(({ score }) => score >= least);
  const open = new Set(likely.keys());
  const groups: Scored[][] = [];
  const reversals = scored.map(({ utterance }) => utterance).filter(({ own }) => own['reversal']);
  const bySureness = [...likely.entries()].toSorted(
    ([, one], [, other]) => other.score - one.score,
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
  if (main.turn === one.turn) return shares || !standsAlone(main);
  if (isOtherMatter(main, one)) return shares;
  return shares || Math.min(main.content.size, one.content.size) <= fewWords;
}

/** What is said to be decided and a proposal each name their matter, however shortly. */
function isOtherMatter(main: Utterance, one: Utterance): boolean {
  const namesBoth = main.content.size > 0 && !isAssent(main);
  return namesBoth && Boolean(main.own['explicit'] && one.own['firmProposal']);
}

/** "Sounds good, let's go with that" has no matter of its own. */
function isAssent({ own, content }: Utterance): boolean {
  return Boolean(own['strongYes']) && content.size <= 1;
}

/** What is said to be decided is a decision of its own, whatever stands around it. */
function standsAlone(one: Utterance): boolean {
  const { own } = one;
  if (isAssent(one)) return false;
  return Boolean(own['label_decision'] || own['explicit'] || own['refuses'] || own['listed']);
}

export function groupOf(members: readonly Scored[]): Group {
  const best = [...members].toSorted((one, other) => other.score - one.score);
  const main = best.find(({ utterance }) => !isAssent(utterance)) ?? best[0];
  if (main === undefined) throw new Error('A group has a sentence.');
  const doubt = best.slice(0, 3).reduce((product, { score }) => product * (1 - score), 1);
  const content = new Set(members.flatMap(({ utterance }) => [...utterance.content]));
  return { members, content, main, score: 1 - doubt };
}

const reach = 60;
/** No meeting settles so much that what lies further back is still open; a text without turns may say anything. */
const mostCompared = 300;
/** Before other work gets its turn. */
const groupsAtOnce = 5;
const reversalReach = 40;
/** So many turns later somebody still means their own words. */
const ownReach = 3;

/**
 * Of groups about one matter the later one counts: what was settled before was taken back, or is said again. What somebody takes
 * back without saying what comes instead falls away too.
 */
export async function withoutSuperseded(
  groups: readonly Group[],
  all: readonly Utterance[],
): Promise<Group[]> {
  const objections = new Objections(all);
  const settled: Group[] = [];
  let kept: Group[] = [];
  for (const [place, group] of groups.entries()) {
    const at = kept.findLastIndex((earlier) => isSameMatter(earlier, group, objections));
    const earlier = kept[at];
    if (earlier !== undefined) kept.splice(at, 1);
    kept = kept.filter((one) => !isGivenUp(one, group, all));
    const isAgain = earlier !== undefined && !isTakenBack(earlier, group, objections);
    kept.push(
      isAgain && earlier.score > group.score ? { ...earlier, content: group.content } : group,
    );
    settled.push(...kept.splice(0, kept.length - mostCompared));
    if (place % groupsAtOnce === 0) await nextTurn();
  }
  kept = await withoutTakenBack([...settled, ...kept], all);
  return kept.toSorted((one, other) => one.main.utterance.at - other.main.utterance.at);
}

/** The groups of which nobody says later that it is off: decisions, and what somebody has taken on. */
export async function withoutTakenBack(
  groups: readonly Group[],
  all: readonly Utterance[],
): Promise<Group[]> {
  let kept = [...groups];
  for (const one of all.filter(
    ({ own }) => own['reversal'] && !own['question'] && !own['conditional'],
  )) {
    const back = takenBackBy(one, kept, all);
    kept = kept.filter((group) => !back.includes(group));
    if (one.at % groupsAtOnce === 0) await nextTurn();
  }
  return kept;
}

/**
 * "Forget the 207" takes back what was said of 207; "scratch that" the last that was said, or what the rest of its turn is about.
 * What somebody has just said they also take back in other words.
 */
function takenBackBy(
  reversal: Utterance,
  groups: readonly Group[],
  all: readonly Utterance[],
): readonly Group[] {
  const before = groups.filter((group) => {
    const { at, turn } = group.main.utterance;
    return reversal.at > at && reversal.turn - turn <= reversalReach;
  });
  const matter = matterOf(reversal);
  const named = before.filter(({ content }) => matter.size > 0 && overlap(matter, content) >= 0.5);
  if (named.length > 0) return named;
  const rest = all
    .slice(reversal.at + 1, reversal.at + 12)
    .filter(({ turn }) => turn === reversal.turn);
  return before.filter((group) => isMeant(reversal, group, rest)).slice(-1);
}

function isMeant(reversal: Utterance, group: Group, rest: readonly Utterance[]): boolean {
  const away = reversal.turn - lastOf(group).turn;
  const { speaker } = reversal;
  const isOwn = group.members.some(({ utterance }) => utterance.speaker === speaker);
  if (away <= ownReach && speaker !== '' && isOwn) return true;
  if (matterOf(reversal).size > 0) return false;
  return away <= 2 || rest.some((one) => common(one.content, group.content) >= 2);
}

function lastOf({ main, members }: Group): Utterance {
  return members.at(-1)?.utterance ?? main.utterance;
}

/** Its words without those by which it takes something back. */
function matterOf({ content, words }: Utterance): ReadonlySet<string> {
  const phrase = new Set(stalling);
  for (let at = 0; at < words.length; at += 1) {
    const hit = lexicon.reversal.at(words, at);
    for (const { lemma } of words.slice(at, hit?.end ?? at)) phrase.add(lemma);
  }
  return new Set([...content].filter((word) => !phrase.has(word)));
}

/** "Hold on, wait a second, sorry" names no matter. */
const stalling = [
  'hold',
  'wait',
  'second',
  'moment',
  'minute',
  'sorry',
  'mind',
  'thought',
  'decision',
  'idea',
];

/** Only what is likely settled comes instead of what was settled before. */
function isGivenUp(earlier: Group, later: Group, all: readonly Utterance[]): boolean {
  const last = earlier.members.at(-1)?.utterance ?? earlier.main.utterance;
  if (later.score < leastSure || isWritten(earlier.main.utterance)) return false;
  return isConceded(all, last, later.main.utterance);
}

const leastSure = 0.4;

/** What stands in minutes is said in its last form. */
function isWritten({ own }: Utterance): boolean {
  return Boolean(own['label_decision'] || own['listed']);
}

function isSameMatter(earlier: Group, later: Group, objections: Objections): boolean {
  const away = later.main.utterance.turn - earlier.main.utterance.turn;
  if (away > reach) return false;
  const shared = common(earlier.content, later.content);
  const share = overlap(earlier.content, later.content);
  if (shared === 0 || share < 0.3) return false;
  const isBack = isTakenBack(earlier, later, objections);
  if (standsAlone(later.main.utterance) && standsAlone(earlier.main.utterance))
    return shared >= 2 && share >= (isBack ? 0.5 : 0.75);
  return shared >= 2 && share >= 0.5 ? true : away <= 12 && isBack;
}

/** Whether somebody objects between the two. */
function isTakenBack(earlier: Group, later: Group, objections: Objections): boolean {
  const from = (earlier.members.at(-1)?.utterance.at ?? 0) + 1;
  return objections.between(from, later.main.utterance.at) > 0;
}

/** How many sentences object, counted once: two decisions far apart are compared without reading what lies between. */
class Objections {
  /** Before each place. */
  private readonly counts: readonly number[];

  constructor(all: readonly Utterance[]) {
    let count = 0;
    this.counts = [0, ...all.map((one) => (count += objects(one) ? 1 : 0))];
  }

  /** From a place to another, both with. */
  between(from: number, to: number): number {
    const last = this.counts.length - 1;
    return (this.counts[Math.min(to + 1, last)] ?? 0) - (this.counts[Math.min(from, last)] ?? 0);
  }
}

function objects({ own, place }: Utterance): boolean {
  return Boolean(own['reversal'] || (place === 0 && (own['refusal'] || own['leadBut'])));
}
