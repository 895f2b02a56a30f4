import type { Group } from '../groups.ts';
import { movesOn } from '../signals/course.ts';
import type { Utterance } from '../signals/signals.ts';
import type { Signals } from '../signals/values.ts';
import * as lexicon from '../words/lexicon.ts';
import { concedes } from './answers.ts';
import { common } from '../words/content.ts';
import { rarity, raritySum, upTo, type Course } from './course.ts';

/** So many turns away another result is near. */
const nearTurns = 6;
/** So much of their words results about one matter share. */
const leastShared = 0.25;

/** How a result stands among the others of its kind: which are surer, which are near, and which are about the same matter. */
export function amongSignals(course: Course, group: Group, groups: readonly Group[]): Signals {
  const { at, turn } = group.main.utterance;
  const others = groups.filter(({ main }) => main.utterance.at !== at);
  const surer = others.filter(({ score }) => score > group.score).length;
  const near = others.filter(({ main }) => Math.abs(main.utterance.turn - turn) <= nearTurns);
  const isAfter = ({ main }: Group) => main.utterance.at > at;
  const most = (some: readonly Group[]) => Math.max(0, ...some.map(({ score }) => score));
  const same = others.map((one) => [isAfter(one), shared(course, group, one) * one.score] as const);
  const sameOf = (after: boolean) =>
    Math.max(0, ...same.filter(([is]) => is === after).map(([, share]) => share));
  return {
    surer: surer / groups.length,
    surerPerSentence: Math.min(2, (25 * surer) / course.talk.all.length),
    near: upTo(5, near.length),
    nearAfter: most(near.filter(isAfter)),
    nearBefore: most(near.filter((one) => !isAfter(one))),
    sameAfter: sameOf(true),
    sameBefore: sameOf(false),
    ...insteadOf(course, group, others.filter(isAfter)),
    ofTalk: groups.filter(({ score }) => score > 0.5).length / (course.talk.all.length / 12),
  };
}

/** What is likely settled before the talk goes on to the next matter, and whether somebody gives way in between. */
function insteadOf(
  { talk: { all } }: Course,
  { main: { utterance: main }, members }: Group,
  later: readonly Group[],
): Signals {
  const last = members.at(-1)?.utterance ?? main;
  const after = all.slice(last.at + 1, last.at + 1 + stretch);
  const next = after.findIndex((one) => one.turn > main.turn && goesOn(one));
  const end = last.at + (next === -1 ? after.length : next);
  const instead = later.filter(({ main: { utterance: one } }) => one.at > last.at && one.at <= end);
  const most = Math.max(0, ...instead.map(({ score }) => score));
  const lastOf = Math.max(0, ...instead.map((one) => one.main.utterance.at));
  const givesWay = all
    .slice(last.at + 1, lastOf)
    .some((one) => one.turn > last.turn && concedes(one));
  return { instead: most, insteadConceded: givesWay ? most : 0 };
}

/** "Okay, so badge and PIN" goes on with the same matter. */
function goesOn(one: Utterance): boolean {
  return movesOn(one) && lexicon.concludes.at(one.words, 0) === undefined;
}

/** So many sentences after it something else may be settled instead. */
const stretch = 50;

/** How much of the rarer words both say, 0 where it is too little to be the same matter. */
function shared(course: Course, one: Group, other: Group): number {
  if (common(one.content, other.content) === 0) return 0;
  const [first, second] = [one.content, other.content];
  let sum = 0;
  for (const word of first) if (second.has(word)) sum += rarity(course, word);
  const share = sum / Math.min(raritySum(course, first), raritySum(course, second));
  return share > leastShared ? share : 0;
}
