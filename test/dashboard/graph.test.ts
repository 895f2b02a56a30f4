/** What the graph draws and where: regions, places that stay, the focus, the search, names that cover nothing. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KnowledgeGraph } from '../../shared/graph/contract.ts';
import { markOfDot } from '../../relay/dashboard/page/views/graph/draw/mark-of-dot.ts';
import { namesOf } from '../../relay/dashboard/page/views/graph/draw/name-list.ts';
import { Room, withGap } from '../../relay/dashboard/page/views/graph/draw/room.ts';
import {
  leftOut,
  told,
  countOf,
  kinds,
  nameOf,
  shortNameOf,
} from '../../relay/dashboard/page/views/graph/model/words.ts';
import { nextTowards } from '../../relay/dashboard/page/views/graph/draw/walk.ts';
import { beforeOf, textOf } from '../../relay/dashboard/page/views/graph/layout/kept.ts';
import type { Before } from '../../relay/dashboard/page/views/graph/layout/inside.ts';
import { layoutSteps } from '../../relay/dashboard/page/views/graph/layout/overview.ts';
import { overlaps } from '../../relay/dashboard/page/views/graph/layout/spots.ts';
import { treeOf } from '../../relay/dashboard/page/views/graph/layout/tree.ts';
import { found } from '../../relay/dashboard/page/views/graph/model/find.ts';
import {
  graphOf,
  withDecision,
  type Graph,
} from '../../relay/dashboard/page/views/graph/model/graph.ts';
import { surroundingsOf } from '../../relay/dashboard/page/views/graph/model/near.ts';
import { focusOf, overviewOf } from '../../relay/dashboard/page/views/graph/draw/scene.ts';
import { bigGraph } from './big-graph.ts';
import { cpuMsOf, leastMs } from '../support/processor.ts';

const all = new Set(kinds);

const small: KnowledgeGraph = {
  nodes: [
    { id: 'dec_a', type: 'decision', label: 'Sessions end after 30 minutes', state: 'fresh' },
    { id: 'dec_b', type: 'decision', label: 'Tokens are opaque', state: 'stale' },
    { id: 'dec_old', type: 'decision', label: 'Sessions never end', state: 'ended' },
    { id: 'file_src/auth/session.ts', type: 'file', label: 'src/auth/session.ts' },
    { id: 'file_src/http/token.ts', type: 'file', label: 'src/http/token.ts' },
    { id: 'symbol_src/auth/session.ts#end', type: 'symbol', label: 'end' },
    { id: 'usr_ada', type: 'person', label: 'ada' },
  ],
  edges: [
    { source: 'dec_a', target: 'file_src/auth/session.ts', kind: 'about' },
    { source: 'dec_a', target: 'symbol_src/auth/session.ts#end', kind: 'about' },
    { source: 'dec_b', target: 'file_src/http/token.ts', kind: 'about' },
    { source: 'dec_a', target: 'dec_old', kind: 'supersedes' },
    { source: 'usr_ada', target: 'dec_a', kind: 'made' },
    { source: 'usr_ada', target: 'dec_b', kind: 'made' },
    {
      source: 'file_src/auth/session.ts',
      target: 'symbol_src/auth/session.ts#end',
      kind: 'contains',
    },
  ],
};

function laidOut(graph: Graph, before?: Before) {
  const steps = layoutSteps(graph, before);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

const near = (focus: string, depth: number, limit = 100) =>
  surroundingsOf(graphOf(small), { focus, depth, limit });
const idsOf = ({ nodes }: ReturnType<typeof near>) => nodes.map(({ node }) => node.id).sort();

test('DSH-60 the same graph leads to the same picture, and no region covers another', () => {
  const [one, two] = [laidOut(graphOf(bigGraph(400))), laidOut(graphOf(bigGraph(400)))];
  assert.equal([...one.at], [...two.at]);
  const discs = [...one.regions.values()];
  const touching = discs.filter((disc, at) =>
    discs.slice(at + 1).some((other) => overlaps(disc, other)),
  );
  assert.equal(touching, []);
});

test('DSH-60 a decision lies where its code is, an ended one beside what superseded it', () => {
  const { regionOf, at } = laidOut(graphOf(small));
  assert.is(regionOf.get('dec_a'), 'folder_src/auth');
  assert.is(regionOf.get('dec_old'), 'folder_src/auth');
  assert.is(regionOf.get('dec_b'), 'folder_src/http');
  assert.is(at.size, small.nodes.length);
});

test('DSH-60 what has a place keeps it at the next visit, but for what a region grows, and what is new comes beside its code', () => {
  const before = laidOut(graphOf(small));
  const kept = beforeOf(textOf(before));
  const more: KnowledgeGraph = {
    nodes: [...small.nodes, { id: 'dec_new', type: 'decision', label: 'New', state: 'fresh' }],
    edges: [...small.edges, { source: 'dec_new', target: 'file_src/http/token.ts', kind: 'about' }],
  };
  const after = laidOut(graphOf(more), kept);
  const same = laidOut(graphOf(small), kept);
  const growth = growthOf(before, after);
  for (const [id, { x, y }] of before.at) {
    const away = (to: typeof before) =>
      Math.hypot((to.at.get(id)?.x ?? Infinity) - x, (to.at.get(id)?.y ?? Infinity) - y);
    assert.ok(away(same) < 1.5 && away(after) <= growth + 1.5, `${id} has moved`);
  }
  const [place, file] = [after.at.get('dec_new'), after.at.get('file_src/http/token.ts')];
  assert.ok(place && file && Math.hypot(place.x - file.x, place.y - file.y) < 80);
});

/** The region grows by the radius it lacks; what overlaps nothing stays. */
function growthOf(before: ReturnType<typeof laidOut>, after: ReturnType<typeof laidOut>): number {
  const grown = [...after.regions].map(([id, { r }]) => r - (before.regions.get(id)?.r ?? r));
  return grown.reduce((sum, one) => sum + Math.max(0, one), 0);
}

test('DSH-60 what is added covers no region, and others move at most twice as far as regions grow', () => {
  let given = bigGraph(400);
  let layout = laidOut(graphOf(given));
  const files = given.nodes.filter(({ type }) => type === 'file').map(({ id }) => id);
  const areas = given.nodes.filter(({ type }) => type === 'area').map(({ id }) => id);
  for (let added = 0; added < 20; added += 1) {
    const id = `dec_added_${added}`;
    const node = { id, type: 'decision', label: `Added ${added}`, state: 'fresh' } as const;
    const path = `src/new${added % 4}/file${added}.ts`;
    const file = { id: `file_${path}`, type: 'file', label: path } as const;
    const moved = { source: `dec_${2 * added + 1}`, target: areas[added % areas.length] ?? '' };
    given = {
      nodes: [...given.nodes, node, file],
      edges: [
        ...given.edges,
        { source: id, target: added % 3 === 0 ? file.id : (files[0] ?? ''), kind: 'about' },
        { source: id, target: file.id, kind: 'about' },
        { ...moved, kind: 'in_area' },
      ],
    };
    const isKept = added % 2 === 0;
    const { depth, at, regions } = layout;
    const live: Before = {
      depth,
      at: (one) => at.get(one),
      region: (one) => regions.get(one),
    };
    const before = layout;
    layout = laidOut(graphOf(given), isKept ? beforeOf(textOf(before)) : live);
    const discs = [...layout.regions.values()];
    for (const [index, disc] of discs.entries())
      for (const other of discs.slice(index + 1))
        assert.not.ok(overlaps(disc, other), `after ${added + 1} additions`);
    const most = 2 * growthOf(before, layout) + (isKept ? 2 : 0.5);
    for (const [region, { x, y }] of before.regions) {
      const now = layout.regions.get(region);
      if (now !== undefined) assert.ok(Math.hypot(now.x - x, now.y - y) <= most, region);
    }
  }
});

test('DSH-60 the decisions that are not drawn are said, and an ended one is told from an area', () => {
  const counts = { fresh: 1, stale: 1, ended: 4, proposed: 2 };
  assert.is(leftOut(graphOf(small), counts), '3 that have ended, 2 proposed');
  assert.is(leftOut(graphOf(small), { ...counts, ended: 1, proposed: 0 }), '');
  const mark = (kind: 'decision' | 'area', state?: 'ended') => markOfDot({ kind, state });
  assert.is.not(mark('decision', 'ended'), mark('area'));
});

test('DSH-60 kept places have neither paths nor titles, and what cannot be read is no place', () => {
  const text = textOf(laidOut(graphOf(small)));
  assert.not.match(text, /auth|session|dec_/);
  for (const unreadable of [null, '', '{', '7', '{"v":2,"at":{}}'])
    assert.is(beforeOf(unreadable), undefined);
});

test('DSH-60 in a large graph the files of a folder are one mark until it is opened', () => {
  const graph = graphOf(bigGraph(2_000));
  const layout = laidOut(graph);
  const closed = overviewOf(graph, { layout, kinds: all, opened: new Set() });
  assert.not.ok(closed.dots.some(({ kind }) => kind === 'file' || kind === 'symbol'));
  const folder = closed.dots.find(({ kind }) => kind === 'folder');
  assert.ok(folder?.count);
  const opened = overviewOf(graph, { layout, kinds: all, opened: new Set([folder.id]) });
  assert.is(opened.dots.filter(({ kind }) => kind === 'file').length, folder.count);
  const ids = new Set(opened.dots.map(({ id }) => id));
  for (const { source, target } of opened.lines) assert.ok(ids.has(source) && ids.has(target));
});

test('DSH-60 one file, one link and one decision are said in the singular', () => {
  const dot = { kind: 'folder', label: '', x: 0, y: 0, size: 9, side: 0 } as const;
  const dots = [1, 2].map((count) => ({ ...dot, id: `folder_${count}`, count }));
  const scene = { key: '', dots, lines: [], regions: [], bundles: [] };
  const graph = graphOf(small);
  assert.equal([countOf('file', 1), countOf('file', 2)], ['1 file', '2 files']);
  assert.match(told(graph, scene, 'folder_1'), ', 1 file');
  assert.is(told(graph, scene, 'folder_2').endsWith(', 2 files'), true);
  assert.is(told(graph, scene, 'file_src/http/token.ts').endsWith(', 1 link'), true);
  assert.is(told(graph, scene, 'usr_ada').endsWith(', 2 links'), true);
});

test('DSH-60 two people of one name are told apart by the end of their ids, and only as long as there are two', () => {
  const twin = { id: 'usr_01x7qk', type: 'person', label: 'ada' } as const;
  const bob = { id: 'usr_bob', type: 'person', label: 'Bob' } as const;
  const both = graphOf({
    nodes: [...small.nodes, twin, bob],
    edges: [...small.edges, { source: twin.id, target: 'dec_b', kind: 'made' }],
  });
  const names = ({ nodes }: Graph) =>
    [...nodes.values()].filter(({ kind }) => kind === 'person').map(nameOf);
  assert.equal(names(both), ['ada (…_ada)', 'ada (…x7qk)', 'Bob']);
  const near = surroundingsOf(both, { focus: twin.id, depth: 1, limit: 9 });
  const dot = focusOf(both, near, all).dots.find(({ id }) => id === twin.id);
  assert.is(dot?.idEnd, 'x7qk', 'in the picture too');
  const long = { kind: 'person', label: 'a'.repeat(60), idEnd: 'x7qk' } as const;
  assert.ok(shortNameOf(long, 28).endsWith(' (…x7qk)'), 'a long name keeps it');
  assert.is(nameOf({ kind: 'person', label: 'ada (…x7qk)' }), '“ada (…x7qk)”');
  const alone = withDecision(both, 'dec_b', undefined);
  assert.equal(names(alone), ['ada', 'Bob']);
});

test('DSH-60 a kind that is not shown leaves no line behind', () => {
  const graph = graphOf(small);
  const shown = overviewOf(graph, {
    layout: laidOut(graph),
    kinds: new Set(['decision' as const]),
    opened: new Set(),
  });
  assert.equal(
    shown.lines.map(({ kind }) => kind),
    ['supersedes'],
  );
});

test('DSH-60 a decision that is asked for again takes its new place in the graph, and what is about nothing goes', () => {
  const moved = withDecision(graphOf(small), 'dec_b', {
    nodes: [
      { id: 'dec_b', type: 'decision', label: 'Tokens are opaque', state: 'fresh' },
      { id: 'usr_ada', type: 'person', label: 'ada' },
    ],
    edges: [{ source: 'usr_ada', target: 'dec_b', kind: 'made' }],
  });
  assert.is(moved.nodes.get('dec_b')?.state, 'fresh');
  assert.not.ok(moved.nodes.has('file_src/http/token.ts'));
  assert.ok(moved.nodes.has('file_src/auth/session.ts'));
  const gone = withDecision(moved, 'dec_b', undefined);
  assert.not.ok(gone.nodes.has('dec_b'));
  assert.ok(gone.nodes.has('usr_ada'));
});

test('DSH-61 what is near goes as far as asked and not on behind a person', () => {
  assert.equal(idsOf(near('dec_b', 1)), ['dec_b', 'file_src/http/token.ts', 'usr_ada']);
  assert.not.ok(idsOf(near('dec_b', 3)).includes('dec_a'));
  assert.ok(idsOf(near('usr_ada', 1)).includes('dec_a'));
  const { nodes, total } = near('usr_ada', 3, 3);
  assert.equal([nodes.length, nodes[0]?.node.id, total], [3, 'usr_ada', 7]);
  assert.is(near('dec_none', 1).total, 0);
});

test('DSH-61 around the focus each name has a line of its own, people left and code right', () => {
  const at = treeOf(near('dec_a', 2));
  assert.ok((at.get('usr_ada')?.x ?? 0) < 0 && (at.get('file_src/auth/session.ts')?.x ?? 0) > 0);
  const places = new Set([...at.values()].map(({ x, y }) => `${x} ${y}`));
  assert.is(places.size, at.size);
  const scene = focusOf(graphOf(small), near('dec_a', 2), new Set(['symbol' as const]));
  assert.equal(scene.dots.map(({ kind }) => kind).sort(), ['decision', 'symbol']);
});

test('DSH-62 a search finds by all words, names that begin with them first', () => {
  const graph = graphOf(small);
  const labels = (query: string) => found(graph, query, all).map(({ label }) => label);
  assert.is(labels('session')[0], 'Sessions end after 30 minutes');
  assert.equal(labels('END 30'), ['Sessions end after 30 minutes']);
  assert.equal(labels('token'), ['Tokens are opaque', 'src/http/token.ts'].sort());
  assert.equal(labels('  '), []);
});

test('DSH-62 an arrow goes to what lies straight ahead', () => {
  const places = [
    { id: 'far', x: 50, y: 0 },
    { id: 'askew', x: 20, y: 30 },
    { id: 'behind', x: -5, y: 0 },
  ];
  const from = { x: 0, y: 0 };
  assert.is(nextTowards(places, from, 'right')?.id, 'far');
  assert.is(nextTowards(places, from, 'up')?.id, 'askew');
  assert.is(nextTowards(places, from, 'down'), undefined);
});

test('DSH-63 large folders get their names first, and no name stands right beside another', () => {
  const sizes = [20, 60, 35, 90, 20];
  const regions = sizes.map((r, at) => ({ id: `folder_src/part${at}`, x: 0, y: 0, r }));
  const names = namesOf({ key: '', dots: [], lines: [], bundles: [], regions });
  const drawn = names.map(({ id }) => regions.find((one) => one.id === id)?.r);
  assert.equal(drawn, [90, 60, 35, 20, 20]);
  const room = new Room(200, 40);
  room.take(withGap({ x: 20, y: 10, w: 40, h: 14 }));
  assert.not.ok(room.isFree({ x: 62, y: 10, w: 40, h: 14 }));
  assert.ok(room.isFree({ x: 72, y: 10, w: 40, h: 14 }));
});

test('DSH-63 a name takes room that no other gets', () => {
  const room = new Room(100, 40);
  room.take({ x: 10, y: 10, w: 30, h: 10 });
  assert.not.ok(room.isFree({ x: 35, y: 15, w: 20, h: 10 }));
  assert.ok(room.isFree({ x: 44, y: 10, w: 20, h: 10 }));
  assert.not.ok(room.isFree({ x: 90, y: 10, w: 20, h: 10 }), 'beyond the edge');
});

test('DSH-63 no step of the layout of 2,000 nodes takes long', () => {
  const graph = graphOf(bigGraph(2_000));
  const longest = leastMs(400, () => {
    const steps = layoutSteps(graph);
    let [longestStep, isDone] = [0, false];
    const step = () => (isDone = steps.next().done === true);
    while (!isDone) longestStep = Math.max(longestStep, cpuMsOf(step));
    return longestStep;
  });
  assert.ok(longest < 400, `the longest step took ${longest.toFixed(0)} ms of the processor`);
});

test.run();
