import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { AffectedTestFinder } from '../../daemon/gate/discovery/affected-test-finder.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { RepositoryIndex } from '../../daemon/index/repository-index.ts';
import { openIndexStore } from '../../daemon/index/store.ts';
import { systemClock } from '../../shared/node/time/system-clock.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Bench } from './support/bench.ts';
import { alone } from './support/report.ts';
import { makeRepository } from './support/repository.ts';
import { quantile } from './support/statistics.ts';

const modules = 800;
const tests = 400;
const questionsPerRound = 30;

/** Which tests an edit can affect, from the question to the answer, git included, on a repository that is indexed. */
export const bench: Bench = {
  name: 'gate-discovery',
  run: async ({ directory, rounds, defer }) => {
    const root = await makeRepository(join(directory, 'shop'), repository());
    const store = openIndexStore(join(directory, 'index.db'));
    const git = gitRunner(process.env);
    const index = new RepositoryIndex({ root, store, git });
    defer(() => index.close().then(() => store.close()));
    index.start();
    await index.ready;
    const discoverer = new AffectedTestFinder({ index, git, clock: systemClock });
    const timesMs: number[] = [];
    let named = 0;
    for (let question = -5; question < rounds * questionsPerRound; question++) {
      const at = (question * 37 + modules) % modules;
      const path = `src/part-${at}.ts`;
      await writeFile(join(root, path), moduleText(at, `${question}`));
      await index.refresh([path]);
      const startedAtMs = performance.now();
      const answer = await discoverer.find({ bases: ['refs/heads/main'] });
      const elapsedMs = performance.now() - startedAtMs;
      if (isRefusal(answer) || answer.kind !== 'tests')
        throw new Error(`not the tests were named: ${JSON.stringify(answer).slice(0, 300)}`);
      await writeFile(join(root, path), moduleText(at, 'x'));
      if (question < 0) continue;
      timesMs.push(elapsedMs);
      named += answer.tests.length / tests;
    }
    const share = Math.round((100 * named) / timesMs.length);
    const note = `${modules + tests + 1} files, ${timesMs.length} edits, ${share}% of the tests named`;
    return [
      alone(quantile(timesMs, 0.5), { name: 'gate discovery, p50', unit: 'ms', note }),
      alone(quantile(timesMs, 0.99), { name: 'gate discovery, p99', unit: 'ms', note }),
    ];
  },
};

/** Chains of modules behind one barrel that all tests import from. */
function repository(): Record<string, string> {
  const files: Record<string, string> = { 'src/index.ts': '' };
  for (let at = 0; at < modules; at++) {
    files[`src/part-${at}.ts`] = moduleText(at, 'x');
    files['src/index.ts'] += `export * from './part-${at}.ts';\n`;
  }
  for (let at = 0; at < tests; at++) {
    const first = 2 * at;
    files[`test/part-${at}.test.ts`] =
      `import { part${first}, part${first + 1} } from '../src/index.ts';\npart${first}(1);\npart${first + 1}(1);\n`;
  }
  return files;
}

/** Each calls the next one, in chains of ten. */
function moduleText(at: number, mark: string): string {
  const isLast = at % 10 === 9;
  const next = `part${at + 1}`;
  return [
    isLast ? '' : `import { ${next} } from './part-${at + 1}.ts';\n`,
    `export function part${at}(value: number) {\n  const mark = '${mark}';\n`,
    `  return ${isLast ? 'value' : `${next}(value)`} + mark.length;\n}\n`,
    `export class Part${at} {\n  read() {\n    return part${at}(1);\n  }\n}\n`,
  ].join('');
}
