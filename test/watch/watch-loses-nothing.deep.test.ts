/**
 * What watch promises, on random repositories in odd states. `COORD_WATCH_REPOSITORIES=500` makes that many,
 * `COORD_WATCH_SEED=17` begins at that one.
 */
import { rm } from 'node:fs/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitRunner } from '../../shared/node/git/run.ts';
import { Follower, type BranchReport } from '../../cli/watch/follower.ts';
import { build, type Case } from './generator.ts';
import { planFrom, type Plan } from './plan.ts';
import { harm, snapshot } from './oracle.ts';
import { makeTemplates, plainEnvironment, type Templates } from './templates.ts';

const test = suite('watch loses nothing');
const repositories = Number(process.env['COORD_WATCH_REPOSITORIES'] ?? 100);
const firstSeed = Number(process.env['COORD_WATCH_SEED'] ?? 1);
const atOnce = 2;
/** After these it is clear. */
const maxFailures = 5;

test('WAT-1 to WAT-18 no uncommitted byte changes, nothing planted runs, branches only move forward', async () => {
  const templates = await makeTemplates();
  const count = new Map<string, number>();
  const failures: string[] = [];
  const seeds = Array.from({ length: repositories }, (_, at) => firstSeed + at);
  const work = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      if (failures.length > maxFailures) return;
      failures.push(...(await examine(planFrom(seed), { templates, count })));
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    if (failures.length === 0 || process.env['COORD_WATCH_KEEP'] === undefined)
      await templates.remove();
  }
  if (process.env['COORD_WATCH_REPOSITORIES'] !== undefined) report(count);
  assert.equal(failures, []);
  // Whoever refuses everything loses nothing either.
  const moved = ['outcome moved', 'outcome moved with files'].map((word) => count.get(word) ?? 0);
  assert.ok(
    moved.every((times) => times >= repositories / 40),
    'enough branches moved',
  );
});

async function examine(
  plan: Plan,
  { templates, count }: { templates: Templates; count: Map<string, number> },
): Promise<string[]> {
  const one = await build(plan, templates);
  const before = await snapshot(one);
  const reports = await runWatch(one);
  const after = await snapshot(one);
  const found = harm(one, before, after);
  const reached = after.refs.get(`refs/heads/${plan.name}`);
  if (one.mustReach !== undefined && reached !== one.mustReach) {
    found.push(`it should have moved: ${reports.map(outcomeOf).join(', ')}`);
  }
  for (const word of [...statesOf(plan), ...reports.map((item) => `outcome ${outcomeOf(item)}`)]) {
    count.set(word, (count.get(word) ?? 0) + 1);
  }
  if (reports.length === 0) count.set('outcome none', (count.get('outcome none') ?? 0) + 1);
  if (found.length === 0 || process.env['COORD_WATCH_KEEP'] === undefined)
    await rm(one.folder, { recursive: true, force: true });
  return found.map((line) => `seed ${plan.seed} ${JSON.stringify(plan)}: ${line}`);
}

/** Runs the watch on a case, some of them twice: the second time has nothing new to report. */
async function runWatch(one: Case): Promise<BranchReport[]> {
  const reports: BranchReport[] = [];
  const follower = new Follower({
    folder: one.here,
    run: gitRunner({ ...plainEnvironment(one.folder), ...one.environment }, { detached: true }),
    dryRun: false,
    signal: new AbortController().signal,
    now: () => Number.MAX_SAFE_INTEGER,
    report: (item) => reports.push(item),
  });
  for (const approval of one.approvals) follower.learn(approval);
  await follower.follow(one.plan.name);
  const reported = reports.length;
  if (one.plan.seed % 5 === 0) await follower.follow(one.plan.name);
  assert.is(reports.length, reported, 'it is reported once');
  return reports;
}

function outcomeOf(report: BranchReport): string {
  if (report.kind === 'refused') return `refused: ${report.refused.reason}`;
  return report.kind === 'moved' && report.workTree !== undefined
    ? 'moved with files'
    : report.kind;
}

function statesOf(plan: Plan): string[] {
  return [
    `place ${plan.place}`,
    `local ${plan.local}`,
    `operation ${plan.operation}`,
    `remote ${plan.remote}`,
    `history ${plan.chain}`,
    ...plan.dirt.map((dirt) => `dirt ${dirt}`),
    ...plan.planted.map((plant) => `planted ${plant}`),
    ...(plan.name === 'coord/work' ? [] : ['hostile or odd name']),
    ...(plan.shallow ? ['shallow'] : []),
    ...(plan.misled ? ['misleading environment'] : []),
  ];
}

function report(count: ReadonlyMap<string, number>): void {
  const lines = [...count].sort(([one], [other]) => one.localeCompare(other));
  for (const [state, times] of lines) console.log(`${String(times).padStart(5)}  ${state}`);
}

test.run();
