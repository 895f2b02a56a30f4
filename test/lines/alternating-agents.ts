/** Two agents edit copies of one file in turns, each held to RSV-11; git is asked afterwards about every edit. */
import { changedRanges, editCollision } from '../../daemon/lines/edit-collision.ts';
import { linesOf } from '../../daemon/lines/text-lines.ts';
import { mergedRanges, type LineRange } from '../../shared/reservations/lines.ts';
import { randomFrom } from '../support/random.ts';
import { conflictsOf, type Merge } from './git-answers.ts';
import { pick, randomlyEdited, type Random } from './random-edits.ts';
import { baseText, sourceTexts } from './source-texts.ts';

/** One edit that an agent asked for: the merge as it would be after it. */
export interface AskedEdit {
  readonly merge: Merge;
  readonly isAllowed: boolean;
}

export interface Verdicts {
  readonly edits: number;
  readonly denied: number;
  /** Allowed, and git finds a conflict. */
  readonly letThrough: readonly AskedEdit[];
  /** Denied, and git would have merged it. */
  readonly deniedForNothing: readonly AskedEdit[];
}

interface Agent {
  text: string;
  ranges: readonly LineRange[];
}

const editsOfOneFile = 14;
const mergesAtOnce = 2_000;

export function verdictsOn(edits: number, seed: number): Verdicts {
  const random = randomFrom(seed);
  const files = sourceTexts();
  let denied = 0;
  const letThrough: AskedEdit[] = [];
  const deniedForNothing: AskedEdit[] = [];
  for (let done = 0; done < edits;) {
    const asked: AskedEdit[] = [];
    while (asked.length < Math.min(mergesAtOnce, edits - done))
      asked.push(...oneFile(baseText(random, files), random));
    const conflicts = conflictsOf(asked.map(({ merge }) => merge));
    denied += asked.filter(({ isAllowed }) => !isAllowed).length;
    letThrough.push(...asked.filter(({ isAllowed }, at) => isAllowed && conflicts[at]));
    deniedForNothing.push(...asked.filter(({ isAllowed }, at) => !isAllowed && !conflicts[at]));
    done += asked.length;
  }
  return { edits, denied, letThrough, deniedForNothing };
}

/** The agents take turns, not always strictly. As long as none is let through, every conflict that git finds is new. */
function oneFile(base: string, random: Random): AskedEdit[] {
  const agents: [Agent, Agent] = [
    { text: base, ranges: [] },
    { text: base, ranges: [] },
  ];
  return Array.from({ length: editsOfOneFile }, (_, turn) => {
    const [mine, theirs] = (turn + Number(random() < 0.2)) % 2 === 0 ? agents : agents.toReversed();
    if (mine === undefined || theirs === undefined) throw new Error('there are two agents');
    return ask(base, mine, theirs, random);
  });
}

function ask(base: string, mine: Agent, theirs: Agent, random: Random): AskedEdit {
  const proposed = randomlyEdited({
    random,
    base: linesOf(base).lines,
    own: linesOf(mine.text).lines,
    other: linesOf(theirs.text).lines,
    near: theirs.ranges.length > 0 ? pick(random, theirs.ranges).start : undefined,
  });
  const texts = { base: linesOf(base), current: linesOf(mine.text), proposed: linesOf(proposed) };
  const { kind } = editCollision({ ...texts, theirs: theirs.ranges });
  const merge = { base, ours: proposed, theirs: theirs.text };
  if (kind === 'touch') return { merge, isAllowed: false };
  const changed = changedRanges(texts.base, texts.current, texts.proposed);
  mine.text = proposed;
  mine.ranges = mergedRanges(mine.ranges, changed);
  return { merge, isAllowed: true };
}
