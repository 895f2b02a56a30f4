/** RSV-11: two agents edit one file of a work tree that they share. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changedRanges, editCollision } from '../../daemon/lines/edit-collision.ts';
import { linesOf } from '../../daemon/lines/text-lines.ts';
import { mergedRanges, type LineRange } from '../../shared/reservations/lines.ts';
import { randomFrom } from '../support/random.ts';
import { pick, randomlyEdited, type Random } from './random-edits.ts';
import { baseText, sourceTexts } from './source-texts.ts';

interface Agent {
  ranges: readonly LineRange[];
  /** What it wrote, and nobody else: the lines whose loss would show. */
  readonly wrote: Set<string>;
}

const editsOfOneFile = 14;

/** Where the lines of others have been forgotten, only the base tells where they are, and texts can be aligned in several ways. */
const maxLost = 2;

test('RSV-11: in a shared work tree hardly any allowed edit takes away a line that the other agent wrote', () => {
  const random = randomFrom(21);
  const files = sourceTexts();
  const lost: string[] = [];
  for (let file = 0; file < 150; file++) lost.push(...lostLines(baseText(random, files), random));
  assert.equal(lost.slice(maxLost), []);
});

function lostLines(base: string, random: Random): string[] {
  const agents: Agent[] = [0, 1].map(() => ({ ranges: [], wrote: new Set<string>() }));
  const lost: string[] = [];
  let text = base;
  for (let turn = 0; turn < editsOfOneFile; turn++) {
    const [mine, theirs] = turn % 2 === 0 ? agents : agents.toReversed();
    if (mine === undefined || theirs === undefined) throw new Error('there are two agents');
    const proposed = edited(base, text, theirs, random).replaceAll(/\bw\d+|line \d+/g, (word) =>
      text.includes(word) ? word : `${word} of turn ${turn}`,
    );
    const texts = { base: linesOf(base), current: linesOf(text), proposed: linesOf(proposed) };
    if (editCollision({ ...texts, theirs: theirs.ranges }).kind === 'touch') continue;
    lost.push(...[...theirs.wrote].filter((line) => !texts.proposed.lines.includes(line)));
    for (const line of texts.proposed.lines) if (!text.includes(line)) mine.wrote.add(line);
    const { current, proposed: after } = texts;
    mine.ranges = mergedRanges(mine.ranges, changedRanges(texts.base, current, after));
    mine.wrote.forEach((line) => after.lines.includes(line) || mine.wrote.delete(line));
    text = proposed;
  }
  return lost;
}

function edited(base: string, text: string, { ranges }: Agent, random: Random): string {
  return randomlyEdited({
    random,
    base: linesOf(base).lines,
    own: linesOf(text).lines,
    other: linesOf(base).lines,
    near: ranges.length > 0 ? pick(random, ranges).start : undefined,
  });
}

test.run();
