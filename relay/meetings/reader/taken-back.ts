import { setImmediate as nextTurn } from 'node:timers/promises';
import { isWritten, lastOf, type Group } from './groups.ts';
import { common, overlap } from './words/content.ts';
import { deniedIn } from './signals/denied.ts';
import { isStalling, namesMatter, reversalsIn } from './words/taking-back.ts';
import type { Utterance } from './signals/signals.ts';

const reversalReach = 40;
/** So many turns later somebody still means their own words. */
const ownReach = 3;
/** Before other work gets its turn. */
const reversalsAtOnce = 5;

/** The groups of which nobody says later that it is off: decisions, and what somebody has taken on. */
export async function withoutTakenBack(
  groups: readonly Group[],
  all: readonly Utterance[],
): Promise<Group[]> {
  let kept = [...groups];
  for (const one of all) {
    if (!isReversal(all, one)) continue;
    const back = takenBackBy(one, kept, all);
    kept = kept.filter((group) => !back.includes(group));
    if (one.at % reversalsAtOnce === 0) await nextTurn();
  }
  return kept;
}

/** "Not any more" says nothing is off where it answers "Will you need a visa?". */
function isReversal(all: readonly Utterance[], one: Utterance): boolean {
  const { own, place, words } = one;
  if (!own['reversal'] || own['question'] || own['conditional']) return false;
  const last = all[one.at - 1];
  const isAnswer = place === 0 && words.length <= fewWords && last?.own['question'];
  return !isAnswer && reversalsIn(words).length > 0;
}

const fewWords = 3;

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
  if (named.length > 0 || reversalsIn(reversal.words).every(isStalling)) return named;
  const rest = all
    .slice(reversal.at + 1, reversal.at + 12)
    .filter(({ turn }) => turn === reversal.turn);
  return before.filter((group) => isMeant(reversal, group, rest)).slice(-1);
}

function isMeant(reversal: Utterance, group: Group, rest: readonly Utterance[]): boolean {
  const away = reversal.turn - lastOf(group).turn;
  const { speaker } = reversal;
  const { own } = group.main.utterance;
  if (own['label_action'] || own['label_task']) return false;
  const matter = matterOf(reversal);
  const isOwn = group.members.some(({ utterance }) => utterance.speaker === speaker);
  const isTheirs = isOwn && speaker !== '' && away <= ownReach;
  const isOther = matter.size > 0 && reversalsIn(reversal.words).every(namesMatter);
  if (isTheirs && (!isOther || common(matter, group.content) > 0)) return true;
  if (matter.size > 0) return false;
  return away <= 2 || rest.some((one) => common(one.content, group.content) >= 2);
}

/** The groups about what a later sentence says is not chosen: "All right, so no fallback" is said of "with the sockets as a fallback". */
export async function withoutDenied(
  groups: readonly Group[],
  all: readonly Utterance[],
): Promise<Group[]> {
  let kept = [...groups];
  for (const one of all) {
    const matter = deniedIn(one);
    if (matter.size === 0) continue;
    kept = kept.filter((group) => !isDenied(group, one, matter));
    if (one.at % reversalsAtOnce === 0) await nextTurn();
  }
  return kept;
}

function isDenied(group: Group, one: Utterance, matter: ReadonlySet<string>): boolean {
  const { turn } = lastOf(group);
  if (one.turn <= turn || one.turn - turn > reversalReach) return false;
  const { content, own } = group.main.utterance;
  const isFinal = own['negated'] || isWritten(group.main.utterance);
  return !isFinal && common(matter, content) === matter.size;
}

/** Its words without those by which it takes something back. */
function matterOf({ content, words }: Utterance): ReadonlySet<string> {
  const phrase = new Set(stalling);
  for (const { at, end } of reversalsIn(words))
    for (const { lemma } of words.slice(at, end)) phrase.add(lemma);
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
