import { setImmediate as nextTurn } from 'node:timers/promises';
import { isWritten, lastOf, standsAlone, type Group } from './groups.ts';
import { concededTo } from './signals/conceded.ts';
import { withoutDenied, withoutTakenBack } from './taken-back.ts';
import { common, overlap } from './words/content.ts';
import type { Utterance } from './signals/signals.ts';

const reach = 60;
/** No meeting settles so much that what lies further back is still open; a text without turns may say anything. */
const mostCompared = 300;
/** Before other work gets its turn. */
const groupsAtOnce = 5;

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
    kept = kept.filter((one) => !isGivenUp(one, group, { all, kept }));
    const isAgain = earlier !== undefined && !isTakenBack(earlier, group, objections);
    kept.push(
      isAgain && earlier.score > group.score ? { ...earlier, content: group.content } : group,
    );
    settled.push(...kept.splice(0, kept.length - mostCompared));
    if (place % groupsAtOnce === 0) await nextTurn();
  }
  kept = await withoutTakenBack(await withoutDenied([...settled, ...kept], all), all);
  return kept.toSorted((one, other) => one.main.utterance.at - other.main.utterance.at);
}

/** Only what is likely settled comes instead of what was settled before, and only of the last that was settled before the objection. */
function isGivenUp(
  earlier: Group,
  later: Group,
  { all, kept }: { all: readonly Utterance[]; kept: readonly Group[] },
): boolean {
  if (later.score < leastSure || isWritten(earlier.main.utterance)) return false;
  const { at } = lastOf(earlier);
  const objection = concededTo(
    all,
    { main: earlier.main.utterance, last: lastOf(earlier) },
    later.main.utterance,
  );
  return (
    objection !== undefined &&
    !kept.some((one) => one.main.utterance.at > at && one.main.utterance.at < objection.at)
  );
}

const leastSure = 0.4;
/** What is less sure takes nothing back that is surer. */
const surely = 0.5;

function isSameMatter(earlier: Group, later: Group, objections: Objections): boolean {
  const away = later.main.utterance.turn - earlier.main.utterance.turn;
  if (away > reach) return false;
  const shared = common(earlier.content, later.content);
  const share = overlap(earlier.content, later.content);
  if (shared === 0 || share < 0.3) return false;
  const isBack = isTakenBack(earlier, later, objections);
  if (isBack && later.score < surely && earlier.score >= surely) return false;
  if (standsAlone(later.main.utterance) && standsAlone(earlier.main.utterance))
    return shared >= 2 && share >= (isBack ? 0.5 : 0.75);
  return shared >= 2 && share >= 0.5 ? true : away <= 12 && isBack;
}

/** Whether somebody objects between the two. */
function isTakenBack(earlier: Group, later: Group, objections: Objections): boolean {
  return objections.between(lastOf(earlier).at + 1, later.main.utterance.at) > 0;
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
