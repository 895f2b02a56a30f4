/** The map of Now: where files are, how it is walked, what is contested. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { boxesByPath, filled, heldIn } from '../../relay/dashboard/page/views/now/map/held.ts';
import { layoutOf, type Box, type Rect } from '../../relay/dashboard/page/views/now/map/layout.ts';
import { trailOf } from '../../relay/dashboard/page/views/now/map/tree.ts';
import { spotsTo } from '../../relay/dashboard/page/views/now/map/walk.ts';
import type { Hold } from '../../relay/dashboard/page/state/team.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';

const size = { width: 700, height: 450 };
const whole = { x: 0, y: 0, w: size.width, h: size.height };
const folders = ['src/checkout', 'src/pricing', 'src', 'web/components', 'packages/money/src'];

const somePaths = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(...folders), fc.integer({ min: 1, max: 400 }))
    .map(([folder, number]) => `${folder}/file${number}.ts`),
  { minLength: 30, maxLength: 200 },
);
const someFiles = somePaths.map((paths) =>
  paths.map((path) => ({ path, lines: 10 + ((path.length * 7919 + hash(path)) % 900) })),
);

function hash(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 100_003, 7);
}

test('DSH-42 the same files have the same places, in whatever order they come', () => {
  fc.assert(
    fc.property(someFiles, (files) => {
      const placed = (all: typeof files) =>
        layoutOf(all, '', size).map(({ kind, path, x, y, w, h }) => ({ kind, path, x, y, w, h }));
      assert.equal(placed(files), placed(files.toReversed()));
    }),
    { numRuns: 30 },
  );
});

test('DSH-42 every file is in a box, in its folder, and none lies on another', () => {
  fc.assert(
    fc.property(someFiles, (files) => {
      const boxes = layoutOf(files, '', size);
      const leaves = boxes.filter(({ isOpen }) => !isOpen);
      const shown = leaves.flatMap((box) => box.files.map(({ path }) => path));
      assert.equal(shown.sort(), files.map(({ path }) => path).sort());
      for (const box of leaves) {
        const folder = boxes.find(({ isOpen, path }) => isOpen && path === box.folder);
        assert.ok(isWithin(box, folder ?? whole), box.path);
      }
      const overlaps = leaves.some((one, at) =>
        leaves.slice(at + 1).some((other) => overlap(one, other) > 0.01),
      );
      assert.not.ok(overlaps);
    }),
    { numRuns: 20 },
  );
});

function isWithin(inner: Rect, outer: Rect): boolean {
  const slack = 0.01;
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.w <= outer.x + outer.w + slack &&
    inner.y + inner.h <= outer.y + outer.h + slack
  );
}

function overlap(one: Rect, other: Rect): number {
  const w = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const h = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return w > 0 && h > 0 ? w * h : 0;
}

test('DSH-42 one more file moves the others little', () => {
  const files = Array.from({ length: 220 }, (_, at) => ({
    path: `${folders[at % folders.length]}/file${at}.ts`,
    lines: 20 + ((at * 7919) % 600),
  }));
  const key = ({ kind, path }: Box) => `${kind} ${path}`;
  const before = new Map(layoutOf(files, '', size).map((box) => [key(box), box]));
  const more = [...files, { path: 'src/pricing/added.ts', lines: 80 }];
  const distances = layoutOf(more, '', size).flatMap((box) => {
    const old = before.get(key(box));
    return old === undefined ? [] : [Math.hypot(box.x - old.x, box.y - old.y)];
  });
  assert.ok(distances.length > 0.8 * before.size);
  const mean = distances.reduce((sum, one) => sum + one, 0) / distances.length;
  assert.ok(mean < 0.03 * size.width, `${mean.toFixed(1)} pixels on average`);
});

test('DSH-42 a folder that is opened fills the map, and what is in the folders of it is shown', () => {
  const files = ['src/a.ts', 'src/b/c.ts', 'src/b/d/e.ts', 'src/f/g/h.ts', 'web/i.ts'].map(
    (path) => ({ path, lines: 10 }),
  );
  const shown = (root: string) => layoutOf(files, root, size).map(({ path }) => path);
  assert.equal(shown('src').sort(), [
    'src/a.ts',
    'src/b',
    'src/b/c.ts',
    'src/b/d',
    'src/f/g',
    'src/f/g/h.ts',
  ]);
  const area = layoutOf(files, 'src', size)
    .filter(({ folder }) => folder === 'src')
    .reduce((sum, { w, h }) => sum + w * h, 0);
  assert.ok(area > 0.98 * size.width * size.height);
  assert.equal(trailOf('src/b'), ['src', 'src/b']);
  assert.equal(layoutOf([], '', size), []);
  assert.equal(layoutOf(files, 'gone', size), []);
});

test('DSH-42 of 50,000 files as many have boxes as can be told apart, and the others are gathered, step by step', () => {
  const files = Array.from({ length: 50_000 }, (_, at) => ({
    path: at < 2_000 ? `src/file${at}.ts` : `src/f${at % 90}/g${at % 7}/file${at}.ts`,
    lines: 20 + ((at * 7919) % 900),
  }));
  const top = layoutOf(files, 'src', size);
  const took = leastMs(1_000, () => cpuMsOf(() => layoutOf(files, 'src', size)));
  assert.ok(took < 1_000, `${took.toFixed(0)} ms`);
  assert.ok(top.length < 1_100, `${top.length} boxes`);
  for (const { w, h, path } of top) assert.ok(w * h > 100, `${path}: ${w} x ${h}`);
  const seen = new Set<string>();
  let after: string | undefined = '';
  for (let steps = 0; after !== undefined && steps < 20; steps++) {
    const boxes: Box[] = layoutOf(files, 'src', size, after).filter(
      ({ folder }) => folder === 'src',
    );
    for (const { kind, path } of boxes) if (kind !== 'more') seen.add(path);
    after = boxes.find(({ kind }) => kind === 'more')?.path;
  }
  assert.is(seen.size, 2_090);
});

test('DSH-44 the arrows across reach every box, and those up and down stay in their column', () => {
  fc.assert(
    fc.property(someFiles, (files) => {
      const boxes = layoutOf(files, '', size);
      assert.equal(spotsTo(boxes, 0, 'ArrowRight'), boxes.slice(1));
      assert.equal(spotsTo(boxes, boxes.length - 1, 'ArrowLeft').reverse(), boxes.slice(0, -1));
      boxes.forEach((box, at) => {
        const [down, up] = [spotsTo(boxes, at, 'ArrowDown'), spotsTo(boxes, at, 'ArrowUp')];
        for (const { x, w } of [...down, ...up]) assert.ok(x - 3 < box.x && box.x < x + w);
        assert.ok(down.every(({ y }) => y >= box.y) && up.every(({ y }) => y <= box.y));
        if (box.y + box.h < size.height - 20) assert.ok(down.length > 0, box.path);
      });
    }),
    { numRuns: 20 },
  );
});

const holdOf = (file: string, at: number, sessionId = 'bob'): Hold => ({
  key: `${file} ${at}`,
  file,
  symbol: `${file}#s${at}`,
  sessionId,
  user: sessionId,
  task: '',
  sinceSeq: at,
  expiresAt: 0,
});

test('DSH-42 what is reserved is marked in the box of its file, of a folder that has it, or of what is gathered', () => {
  const files = Array.from({ length: 3_000 }, (_, at) => ({
    path: at === 0 ? 'web/deep/a.ts' : `src/file${at}.ts`,
    lines: at === 0 ? 3_000 : 400 - (at % 300),
  }));
  const boxes = layoutOf(files, '', size);
  const gathered = boxes.find(({ kind }) => kind === 'more')!.files[5]!.path;
  const all = ['web/deep/a.ts', gathered].map((file) => holdOf(file, 1));
  const held = heldIn(boxesByPath(boxes), new Map(all.map((hold) => [hold.file, [hold]])));
  for (const hold of all) {
    const leaves = boxes.filter((box) => !box.isOpen && held.get(box)?.includes(hold));
    assert.is(leaves.length, 1);
    assert.ok(leaves[0]!.files.some(({ path }) => path === hold.file));
  }
});

test('DSH-42 the marks of a box have room in it, and what is contested is among them', () => {
  for (const [w, h] of [
    [300, 200],
    [120, 80],
    [30, 20],
    [14, 22],
  ] as const)
    for (const count of [1, 2, 5, 12, 60, 400]) {
      const box = { kind: 'file', path: 'a.ts', folder: '', x: 10, y: 20, w, h } as Box;
      const holds = Array.from({ length: count }, (_, at) => holdOf('a.ts', at));
      const last = holds.at(-1)!.symbol;
      const contest = { kind: 'denied', symbol: last, user: 'cleo', sessionId: 'cleo' } as const;
      const { area, columns, marks, more, isNamed } = filled(
        box,
        holds,
        new Map([['a.ts', [contest]]]),
      );
      const rows = Math.ceil(marks.length / columns);
      assert.ok(isWithin(area, box), `${w} x ${h}: ${count}`);
      assert.ok(rows * (isNamed ? 20 : 11) <= Math.max(area.h, 11), `${w} x ${h}: ${count}`);
      assert.is(marks.length + more, count);
      assert.ok(marks.some(({ isContested }) => isContested));
    }
});

test('DSH-42 a folder has one mark for each agent, a file one for each reservation', () => {
  const holds = [holdOf('src/a.ts', 1), holdOf('src/a.ts', 2), holdOf('src/a.ts', 3, 'cleo')];
  const lines = (kind: Box['kind']) => {
    const box = { kind, path: 'src', x: 0, y: 0, w: 400, h: 300 } as Box;
    return filled(box, holds, new Map()).marks.map((mark) => mark.lines.join(': '));
  };
  assert.equal(lines('folder'), ['bob: s1, s2', 'cleo: s3']);
  assert.equal(lines('file'), ['s1: bob', 's2: bob', 's3: cleo']);
});

test.run();
