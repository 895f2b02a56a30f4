import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/waiting.ts';
import { startDemo, type Demo } from './start-demo.ts';

let demo: Demo;

test.before(async () => {
  demo = await startDemo({ agents: 40, reservations: 300, seed: 7 });
});
test.after(() => demo.stop());

const owner = () => demo.owner.caller;
const states = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([state, count]) => (count > 0 ? [state] : []));

test('DSH-30 the demo workspace has every kind of record, in every state', async () => {
  const summary = await owner().call('summary', { id: demo.workspace.id });
  assert.ok(summary.sessions >= 40 && summary.sessions <= 41, `${summary.sessions} sessions`);
  assert.ok(summary.reservations >= 300, `${summary.reservations} reservations`);
  assert.is(summary.members, 6);
  assert.is(summary.meetings, 4);
  assert.ok(summary.waits >= 2);
  assert.equal(states(summary.decisions).sort(), ['ended', 'fresh', 'proposed', 'stale']);
  assert.equal(states(summary.negotiations).length, 4, JSON.stringify(summary.negotiations));
  assert.equal(states(summary.conventions).length, 3);
  assert.equal(states(summary.tasks).length, 5, JSON.stringify(summary.tasks));
  assert.equal(states(summary.work_packages).length, 4, JSON.stringify(summary.work_packages));
  assert.ok(Object.values(summary.decisions).reduce((sum, count) => sum + count) >= 44);
});

test('DSH-30 something of each kind waits for a person', async () => {
  const { id } = demo.workspace;
  const caller = owner();
  const { negotiations } = await caller.call('listNegotiations', { id, status: 'escalated' });
  const { decisions } = await caller.call('listStaleDecisions', { id });
  const { results } = await caller.call('listUnreviewed', { id });
  const { runs } = await caller.call('listGateRuns', { id, open: true });
  const { branches } = await caller.call('listHeldBranches', { id });
  const { flakes } = await caller.call('listFlakes', { id });
  for (const waiting of [negotiations, decisions, results, runs, branches, flakes])
    assert.ok(waiting.length > 0, JSON.stringify({ negotiations, results, runs, branches }));
  assert.ok(negotiations[0]?.turns.length === 4);
  assert.ok(decisions.some(({ stale_change: change }) => change && change.before !== change.after));
});

test('DSH-30 its meetings leave suggestions and a notice, and decisions have areas', async () => {
  const { id } = demo.workspace;
  const [newest] = await owner().call('recentMeetings', { workspace_id: id });
  const meeting = await owner().call('getMeeting', { meeting_id: newest?.id ?? '' });
  assert.equal(
    meeting.suggestions?.map(({ kind }) => kind),
    ['decision', 'action'],
  );
  assert.ok((meeting.notices ?? []).length > 0);
  const { decisions } = await owner().call('listDecisions', { id });
  const areas = new Set(decisions.flatMap(({ affected_areas: all }) => all));
  assert.ok(areas.size >= 5, [...areas].join());
});

test('DSH-30 its usage is spread over days, and a member has done something of every kind', async () => {
  const { id } = demo.workspace;
  const { days } = await owner().call('usage', { id });
  assert.ok(days.filter(({ requests }) => requests > 0).length >= 7, JSON.stringify(days));
  const userId = demo.accounts.priya?.id ?? '';
  const detail = await owner().call('memberDetail', { id, userId });
  assert.ok(detail.decisions.length > 0, JSON.stringify(detail));
});

test('DSH-30 its log covers five hours, in which every agent did something', async () => {
  const { id } = demo.workspace;
  const { agents } = await owner().call('activity', { id, hours: 5, slots: 60 });
  const slots = agents.flatMap((one) => one.slots.map(({ slot }) => slot));
  assert.ok(
    Math.min(...slots) <= 2 && Math.max(...slots) >= 58,
    'from the first to the last minutes',
  );
  assert.ok(agents.length >= 12);
  assert.equal(demo.errors, []);
});

test('DSH-31 every step makes one small thing happen that followers see', async () => {
  const { id } = demo.workspace;
  const kinds = new Set<string>();
  const { newest: before } = await owner().call('listEvents', { id, limit: 1 });
  for (let step = 0; step < 60; step += 1) kinds.add((await demo.step()).kind);
  const { newest } = await owner().call('listEvents', { id, limit: 1 });
  assert.ok(newest - before >= 50, `${newest - before} events`);
  assert.ok(kinds.has('edit') && kinds.has('denial'), [...kinds].join());
  assert.equal(demo.errors, []);
});

test('DSH-32 an empty demo has its owner and nothing else', async () => {
  const empty = await startDemo({ empty: true });
  const summary = await empty.owner.caller.call('summary', { id: empty.workspace.id });
  await empty.stop();
  assert.is(summary.members, 1);
  assert.equal(summary.first_steps, { daemon: false, hook: false, reservation: false });
});

test('DSH-33 npm run demo:dashboard prints the address and the key, and removes its folder at the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coord-test-'));
  const main = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', main, '--empty'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes('Ctrl-C')) break;
  }
  assert.match(printed, /http:\/\/127\.0\.0\.1:\d+\/dashboard\/harbor\/now\n.*coord_\w+/s);
  assert.not.match(printed, /%/, 'progress is for a terminal');
  assert.is(folders(folder).length, 1);
  child.kill('SIGINT');
  await once(child, 'exit');
  assert.equal(folders(folder), []);
  await rm(folder, { recursive: true });
});

test('DSH-33 the demo leaves nothing behind when it is ended while it makes its data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coord-test-'));
  const main = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await eventually('the demo to begin', async () => folders(folder)[0], 60_000);
  child.kill('SIGINT');
  await once(child, 'exit');
  assert.equal(folders(folder), []);
  await rm(folder, { recursive: true });
});

function folders(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('coord-demo-dashboard-'));
}

test.run();
