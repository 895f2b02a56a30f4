import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { taskStatus } from '../../shared/tasks/contract.ts';
import {
  onDaemon,
  relayScenario as scenario,
  scenario as everywhere,
} from '../support/scenario.ts';
import { fileOf, publish } from '../support/symbols.ts';
import { eventually } from '../support/waiting.ts';
import type { Person } from '../support/person.ts';
import type { World } from '../support/harness.ts';
import { workTogether } from '../feed/work-together.ts';

scenario('FED-7', 'an empty workspace counts its members, and nothing else', async (world) => {
  const { id } = world.workspace;
  const summary = await world.as('cleo').ok('summary', { id });
  assert.is(summary.members, 3);
  assert.is(summary.sessions + summary.reservations + summary.reserved_files, 0);
  assert.equal(summary.tasks, { todo: 0, in_progress: 0, blocked: 0, done: 0, cancelled: 0 });
  assert.equal(summary.first_steps, { daemon: false, hook: false, reservation: false });
});

scenario('FED-7', 'the first steps are told as they happen, and stay', async (world) => {
  const { id } = world.workspace;
  const steps = async () => (await world.as('bob').ok('summary', { id })).first_steps;
  await publish(world, 'ada', [fileOf('src/a.ts', ['login'])]);
  assert.equal(await steps(), { daemon: true, hook: false, reservation: false });
  await world.as('ada').agent().start('look around');
  assert.equal(await steps(), { daemon: true, hook: true, reservation: false });
  await world.as('ada').agent().edit('a.md');
  await world.as('ada').agent().end();
  assert.equal(await steps(), { daemon: true, hook: true, reservation: true });
  await world.restart();
  assert.equal(await steps(), { daemon: true, hook: true, reservation: true });
});

everywhere(
  'FED-7',
  'a daemon that is connected is the first step, before it has published anything',
  async (world) => {
    const { id } = world.workspace;
    await eventually('the daemon', async () => {
      const { first_steps } = await world.as('bob').ok('summary', { id });
      return first_steps.daemon ? true : undefined;
    });
  },
  { on: onDaemon },
);

/** The lengths of the lists as this person gets them, in the form of the summary. */
async function counted(person: Person, id: string): Promise<object> {
  const all = { id, limit: 500 };
  const reservations = await person.ok('listReservations', { id });
  const { negotiations } = await person.ok('listNegotiations', all);
  const { decisions } = await person.ok('listDecisions', all);
  const tasks = await Promise.all(
    taskStatus.options.map(
      async (status) => (await person.ok('listTasks', { ...all, status })).tasks,
    ),
  );
  const { packages } = await person.ok('listPackages', all);
  const conventions = await Promise.all(
    ['proposed', 'active', 'retired'].map(
      async (status) => (await person.ok('listConventions', { ...all, status })).conventions,
    ),
  );
  const { workstreams } = await person.ok('listWorkstreams', { ...all, status: 'active' });
  const { waits } = await person.ok('listWaits', { ...all, status: 'waiting' });
  const meetings = await person.ok('recentMeetings', { workspace_id: id, limit: 500 });
  const { results } = await person.ok('listUnreviewed', all);
  const { runs } = await person.ok('listGateRuns', { ...all, open: true });
  const { branches } = await person.ok('listHeldBranches', all);
  const waiting = {
    negotiations: negotiations.filter(({ status }) => status === 'escalated').length,
    proposed_decisions: decisions.filter(({ state }) => state === 'proposed').length,
    stale_decisions: decisions.filter(({ state }) => state === 'stale').length,
    proposed_conventions: conventions.flat().filter(({ status }) => status === 'proposed').length,
    meeting_results: results.filter(({ is_suggestion: is }) => is !== true).length,
    gate_runs: new Set(runs.map(({ workstream }) => workstream)).size,
    branches: branches.length,
  };
  const total = Object.values(waiting).reduce((sum, one) => sum + one, 0);
  const meeting_suggestions = results.length - waiting.meeting_results;
  return {
    sessions: (await person.ok('listSessions', { id })).length,
    reservations: reservations.length,
    reserved_files: new Set(reservations.map(({ file_path }) => file_path)).size,
    negotiations: tally(negotiations.map(({ status }) => status)),
    decisions: tally(decisions.map(({ state }) => state)),
    conventions: tally(conventions.flat().map(({ status }) => status)),
    tasks: tally(tasks.flat().map(({ status }) => status)),
    work_packages: tally(packages.map(({ status }) => status)),
    active_workstreams: workstreams.length,
    waits: waits.length,
    meetings: meetings.length,
    members: (await person.ok('listMembers', all)).members.length,
    waiting: present({ ...waiting, meeting_suggestions, total }),
    seq: (await person.ok('listEvents', { id, limit: 1 })).newest,
  };
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Without those that are none. */
function present(counts: Readonly<Record<string, number>>): object {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Without those that are none, and without what no list shows. */
function shown({ first_steps: _steps, ...summary }: Output<'summary'>): object {
  return Object.fromEntries(
    Object.entries(summary).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : present(value),
    ]),
  );
}

async function assertEachCount(world: World, moment: string): Promise<void> {
  const { id } = world.workspace;
  for (const name of ['ada', 'bob', 'cleo'] as const) {
    const summary = await world.as(name).ok('summary', { id });
    assert.equal(shown(summary), await counted(world.as(name), id), `${name} ${moment}`);
  }
}

/** In a private workstream of Ada two runs fail and its branch is held; of a meeting nothing is confirmed. */
async function leaveToPeople(world: World): Promise<void> {
  const { id } = world.workspace;
  const ada = world.as('ada');
  const test = { test_file: 'test/a.test.ts', test_name: 'works', status: 'failed' };
  for (const commit_sha of ['b'.repeat(40), 'c'.repeat(40)])
    await ada.ok('confirmReady', {
      id,
      workstream_slug: 'quiet',
      commit_sha,
      touched_files: 'src/own.ts',
      test_results: [test],
    });
  const { branch } = await ada.ok('getWorkstream', { id, slug: 'quiet' });
  await ada.ok('reportBranch', { id, branch, outcome: 'held', reason: 'uncommitted changes' });
  const transcript = 'Ann: We decided to use JWT in src/jwt.ts.\nBob: I will write the docs.';
  await ada.ok('ingestMeeting', { workspace_id: id, title: 'Standup', transcript });
}

scenario(
  'FED-7',
  'every count is the length of the list that the same person gets',
  async (world) => {
    const { id } = world.workspace;
    const ada = world.as('ada');
    await assertEachCount(world, 'at first');
    await workTogether(world);
    await assertEachCount(world, 'after work together');
    await ada.ok('startWorkstream', { id, title: 'Quiet', slug: 'quiet', visibility: 'private' });
    await ada.ok('createTask', { id, workstream: 'quiet', title: 'Secret' });
    for (const [title, tier] of [
      ['One', 'must'],
      ['Two', 'may'],
    ])
      await world.as('bob').ok('proposeConvention', { id, title, tier, affected_files: ['x/**'] });
    await world.as('bob').agent().edit('src/b.ts', ['one', 'two']);
    await world.as('cleo').agent().edit('SRC/c.ts');
    const wait = { id, session_id: 'cleo-1', file: 'src/b.ts', symbol_names: ['one'] };
    await world.as('cleo').ok('addWait', wait);
    await ada.ok('decide', { id, title: 'Sessions' });
    await ada.ok('decide', { id, title: 'sessions' });
    await leaveToPeople(world);
    await assertEachCount(world, 'with what is private');
    const { tasks } = await world.as('bob').ok('summary', { id });
    const { tasks: all } = await ada.ok('summary', { id });
    assert.is(all.todo, tasks.todo + 1, 'a private task is counted for those who see it');
    const [{ waiting: few }, { waiting }] = [
      await world.as('bob').ok('summary', { id }),
      await ada.ok('summary', { id }),
    ];
    assert.is(waiting.gate_runs, 1, 'two runs of one workstream are one thing to look at');
    assert.equal([few.gate_runs, few.branches], [0, 0], 'a private workstream is not counted');
    await world.as('bob').agent().end();
    await world.pass(600_000);
    await assertEachCount(world, 'when everything has ended');
  },
);

test.run();
