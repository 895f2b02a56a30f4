import { areOfTwoMatters, lastOf, type Group } from './groups.ts';
import { common, overlap } from './words/content.ts';
import { grants, objects, untilMovedOn, whenOf } from './signals/afterwards.ts';
import type { Utterance } from './signals/signals.ts';
import type { Signals } from './signals/values.ts';

/** So many results before and behind one are compared with it, and so many turns away. */
const mostCompared = 40;
const turns = 60;
/** So many turns before one another one is near. */
const near = 8;
/** So many sentences before it somebody objects to what was said before. */
const objectedWithin = 16;

/**
 * What else is likely a result beside the one at a place: what may come instead of it before the talk moves on, what says its matter
 * again, and what said it before.
 */
export function rivalsOf(
  all: readonly Utterance[],
  groups: readonly Group[],
  place: number,
): Signals {
  const group = groups[place];
  if (group === undefined) return {};
  const later = groups.slice(place + 1, place + 1 + mostCompared);
  const earlier = groups.slice(Math.max(0, place - mostCompared), place);
  const found: Signals = {};
  const raise = (name: string, value: number) => {
    if (value > (found[name] ?? 0)) found[name] = value;
  };
  insteadOf(all, group, later, raise);
  for (const one of later) againAs(group, one, raise);
  const isObjected = all
    .slice(Math.max(0, group.main.utterance.at - objectedWithin), group.main.utterance.at)
    .some((one) => one.own['reversal'] || objects(one));
  if (isObjected) raise('objected', 1);
  for (const one of earlier) beforeAs(group, one, isObjected, raise);
  return found;
}

type Raise = (name: string, value: number) => void;

/** The results that are said after it of the same matter, and whether somebody objects before them, or grants that. */
function insteadOf(
  all: readonly Utterance[],
  group: Group,
  later: readonly Group[],
  raise: Raise,
): void {
  const after = untilMovedOn(all, lastOf(group));
  const end = after.at(-1)?.at ?? -1;
  const objection = after.find(objects)?.at ?? Infinity;
  const grant = after.find(grants)?.at ?? Infinity;
  for (const { main, content, score } of later) {
    const { at, own } = main.utterance;
    if (at > end) continue;
    raise(`rival${whenOf(lastOf(group), main.utterance)}`, score);
    if (common(group.content, content) > 0) raise('rivalShared', score);
    if (at > objection) raise('rivalObjected', score);
    if (at > grant) raise('rivalGranted', score);
    if (own['number'] && group.main.utterance.own['number']) raise('rivalNumber', score);
    if (own['explicit'] || own['settles'] || own['endsThen']) raise('rivalFinal', score);
  }
}

function againAs(group: Group, { main, content, score }: Group, raise: Raise): void {
  const away = main.utterance.turn - group.main.utterance.turn;
  const shared = common(group.content, content);
  if (away > turns || shared === 0) return;
  if (areOfTwoMatters(group.main.utterance, main.utterance)) return;
  const share = overlap(group.content, content);
  if (shared === 1) return raise('againOne', away <= near ? share * score : 0);
  raise('againSome', 1);
  raise('again', share * score);
  raise('againSurer', share >= 0.5 && score > group.score ? 1 : 0);
}

function beforeAs(
  group: Group,
  { main, content, score }: Group,
  isObjected: boolean,
  raise: Raise,
): void {
  const away = group.main.utterance.turn - main.utterance.turn;
  const shared = common(group.content, content);
  if (away <= near) raise(shared === 0 ? 'beforeOther' : 'beforeNear', score);
  if (away > turns || shared < 2) return;
  const share = overlap(group.content, content);
  raise('before', share * score);
  if (share < 0.5) return;
  raise('beforeSame', score);
  if (isObjected) raise('beforeObjected', score);
}
