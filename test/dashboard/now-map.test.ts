/** The map of Now: where files are, how it is walked, what is contested. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cellsOf } from '../../relay/dashboard/page/views/now/map/cells.ts';
import { whole, moved, showing, zoomed } from '../../relay/dashboard/page/views/now/map/camera.ts';
import {
  layoutOf,
  type Box,
  nearest,
  type Direction,
} from '../../relay/dashboard/page/views/now/map/layout.ts';
import { folderOf, trailOf } from '../../relay/dashboard/page/views/now/map/tree.ts';
import type { Hold } from '../../relay/dashboard/page/state/team.ts';

const size = { width: 700, height: 450 };
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
      assert.equal(layoutOf(files, '', size), layoutOf(files.toReversed(), '', size));
    }),
    { numRuns: 30 },
  );
});

test('DSH-42 every file is on the map, in its folder, and none lies on another', () => {
  fc.assert(
    fc.property(someFiles, (files) => {
      const { files: boxes, folders: shown } = layoutOf(files, '', size);
      assert.equal(boxes.map(({ path }) => path).sort(), files.map(({ path }) => path).sort());
      for (const box of boxes) {
        const folder = shown.find(({ path }) => path === folderOf(box.path));
        if (folder !== undefined) assert.ok(isWithin(box, folder), box.path);
      }
      const overlaps = boxes.some((one, at) =>
        boxes.slice(at + 1).some((other) => overlap(one, other) > 0.01),
      );
      assert.not.ok(overlaps);
    }),
    { numRuns: 20 },
  );
});

function isWithin(inner: Box, outer: Box): boolean {
  const slack = 0.01;
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.w <= outer.x + outer.w + slack &&
    inner.y + inner.h <= outer.y + outer.h + slack
  );
}

function overlap(one: Box, other: Box): number {
  const w = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const h = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return w > 0 && h > 0 ? w * h : 0;
}

test('DSH-42 one more file moves the others little', () => {
  const files = Array.from({ length: 220 }, (_, at) => ({
    path: `${folders[at % folders.length]}/file${at}.ts`,
    lines: 20 + ((at * 7919) % 600),
  }));
  const before = new Map(layoutOf(files, '', size).files.map((box) => [box.path, box]));
  const more = [...files, { path: 'src/pricing/added.ts', lines: 80 }];
  const distances = layoutOf(more, '', size).files.flatMap((box) => {
    const old = before.get(box.path);
    return old === undefined ? [] : [Math.hypot(box.x - old.x, box.y - old.y)];
  });
  const mean = distances.reduce((sum, one) => sum + one, 0) / distances.length;
  assert.ok(mean < 0.03 * size.width, `${mean.toFixed(1)} pixels on average`);
});

test('DSH-42 a folder that is opened fills the map', () => {
  const files = [
    { path: 'src/a.ts', lines: 10 },
    { path: 'src/b/c.ts', lines: 10 },
    { path: 'web/d.ts', lines: 10 },
  ];
  const { files: boxes } = layoutOf(files, 'src', size);
  assert.equal(boxes.map(({ path }) => path).sort(), ['src/a.ts', 'src/b/c.ts']);
  assert.equal(trailOf('src/b'), ['src', 'src/b']);
  assert.equal(layoutOf([], '', size).files, []);
  assert.equal(layoutOf(files, 'gone', size).files, []);
});

test('DSH-44 the arrows reach every file', () => {
  fc.assert(
    fc.property(someFiles, (files) => {
      const layout = layoutOf(files, '', size);
      const boxes = [...layout.folders.filter(({ head }) => head > 0), ...layout.files];
      const reached = reachedFrom(boxes);
      assert.equal(
        layout.files.filter((box) => !reached.has(box)).map(({ path }) => path),
        [],
      );
    }),
    { numRuns: 20 },
  );
});

function reachedFrom(boxes: readonly Box[]): Set<Box> {
  const reached = new Set<Box>(boxes.slice(0, 1));
  for (const box of reached)
    for (const direction of ['left', 'right', 'up', 'down'] satisfies Direction[]) {
      const next = nearest(boxes, box, direction);
      if (next !== undefined) reached.add(next);
    }
  return reached;
}

test('DSH-42 what is held in a file divides it', () => {
  const file = { x: 10, y: 20, w: 120, h: 80 };
  for (const count of [1, 2, 5, 12, 60]) {
    const holds = Array.from({ length: count }, (_, at) => ({ key: String(at) }) as Hold);
    const cells = cellsOf(file, holds);
    assert.is(cells.length, count);
    for (const { x, y, w, h } of cells) {
      assert.ok(x >= file.x && y >= file.y, `${count}`);
      assert.ok(x + w <= file.x + file.w && y + h <= file.y + file.h + 1, `${count}`);
    }
  }
});

test('DSH-42 zooming keeps the place under the pointer, and nothing beside the map is seen', () => {
  const point = { x: 300, y: 100 };
  const camera = zoomed(whole, 4, point, size);
  assert.is((point.x - camera.x) / camera.k, 300);
  assert.is((point.y - camera.y) / camera.k, 100);
  assert.equal(zoomed(camera, 1 / 100, point, size), whole);
  const far = moved(camera, { x: 10_000, y: -10_000 }, size);
  assert.is(far.x, 0);
  assert.is(far.y, size.height - size.height * 4);
  const box = { x: 600, y: 400, w: 20, h: 20 };
  const shown = showing(far, box, size);
  const left = shown.x + shown.k * box.x;
  assert.ok(left >= 0 && left + shown.k * box.w <= size.width);
});

test.run();
