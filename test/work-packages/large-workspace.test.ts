import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withResolvedFiles } from '../../relay/meetings/resolve-files.ts';
import { partition } from '../../relay/work-packages/group-work.ts';
import { planPackages } from '../../relay/work-packages/plan.ts';
import type { World } from '../support/harness.ts';
import { relayScenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
import { cpuMs } from '../support/processor.ts';

const size = { files: 3_000, symbolsPerFile: 7, filesAtOnce: 200 } as const;
const runs = 5;
/** What a hook may wait for at most, in the run that is disturbed least. */
const longestMs = 12;

const pathOf = (at: number) =>
  at % 3 === 2 ? `test/part${at % 40}/case${at}.test.ts` : `src/part${at % 40}/module${at}.ts`;

/** Each symbol calls three others, and every file something of `src/part0/module0.ts`. */
async function publishAll(world: World): Promise<void> {
  const files = Array.from({ length: size.files }, (_, at) => {
    const symbols = Array.from({ length: size.symbolsPerFile }, (_, nth) => {
      const calls = [1, 7, 31].map((step) => (at + step) % size.files);
      const callees = calls.map((to) => `${pathOf(to)}#doSomething${to}of${nth}`);
      const hub = nth === 0 ? [`${pathOf(0)}#doSomething0of0`] : [];
      return symbolOf(`doSomething${at}of${nth}`, { callees: [...callees, ...hub] });
    });
    return fileOf(pathOf(at), symbols);
  });
  for (let at = 0; at < files.length; at += size.filesAtOnce)
    await publish(world, 'ada', files.slice(at, at + size.filesAtOnce), { full: true });
}

/** A meeting whose every decision changes something that is called. */
function talk(nth: number) {
  const about = { rationale: '', type: 'approach', files: [], areas: [] } as const;
  const decisions = Array.from({ length: 40 }, (_, at) => ({
    ...about,
    title: `Rename doSomething${nth + at * 3}of1 and split module${nth + at * 6}.ts`,
  }));
  const hub = { ...about, title: 'Add a parameter to doSomething0of0' };
  const actions = Array.from({ length: 80 }, (_, at) => ({
    action: `Remove module${nth + at * 9}.ts`,
    assignee: '',
    priority: 'medium' as const,
    files: [],
  }));
  return { decisions: [hub, ...decisions], actions };
}

interface Measured {
  readonly ms: number;
  /** The longest time of this process's own in which nothing else had its turn; others on the machine do not count. */
  readonly longest: number;
  readonly files: number;
}

async function measured(world: World, nth: number): Promise<Measured> {
  const { rows: reader } = world.database;
  let [longest, isOver] = [0, false];
  const watching = (async () => {
    for (let before = cpuMs(); !isOver;) {
      await nextTurn();
      const now = cpuMs();
      longest = Math.max(longest, now - before);
      before = now;
    }
  })();
  const begin = performance.now();
  const { id } = world.workspace;
  const work = await withResolvedFiles({ reader }, id, talk(nth));
  const packages = await planPackages({ reader }, id, { work, drafts: partition(work.decisions) });
  const ms = performance.now() - begin;
  isOver = true;
  await watching;
  return { ms, longest, files: packages.flatMap(({ files }) => files).length };
}

relayScenario(
  'PKG-7',
  'the files of large meetings in a large workspace are found while others get their turn',
  async (world) => {
    await publishAll(world);
    const all: Measured[] = [];
    for (let run = 0; run < runs; run++) all.push(await measured(world, run));
    const figures = all.map(({ ms, longest, files }) =>
      [`${ms.toFixed(0)} ms`, `longest ${longest.toFixed(1)} ms`, `${files} files`].join(', '),
    );
    assert.ok(
      all.every(({ files }) => files > 200),
      figures.join('\n'),
    );
    const best = Math.min(...all.map(({ longest }) => longest));
    assert.ok(best <= longestMs, `nothing else had its turn for ${best} ms`);
  },
);

test.run();
