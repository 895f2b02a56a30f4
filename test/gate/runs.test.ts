/** GAT-13: what was shown to the gate, and what waits for a person. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { onRelay, relayScenario, scenario } from '../support/scenario.ts';
import {
  commits,
  confirm,
  failed,
  machine,
  passed,
  receiptFor,
  record,
  sha,
  startStream,
  stream,
  voucher,
} from './steps.ts';

async function runs(world: World, query: Input = {}, name = 'cleo') {
  const { id } = world.workspace;
  return (await world.as(name).ok('listGateRuns', { id, ...query })).runs;
}

function runOf(world: World, run_id: string, name = 'cleo'): Promise<Output<'getGateRun'>> {
  return world.as(name).ok('getGateRun', { id: world.workspace.id, run_id });
}

/** Names a test file that the run leaves out. */
function withGap(world: World): Input {
  const lists = { touched_files: ['src/auth.ts'], affected_tests: ['test/pay.test.ts'] };
  return { ...lists, vouch: voucher(world)(lists), test_results: passed };
}

/** Writes copies of the newest run into a workstream, as if they had been shown to the gate one after the other. */
async function addRuns(world: World, workstream: string, count: number): Promise<void> {
  const { rows } = world.database;
  const query = rows.selectFrom('gate_runs').selectAll().orderBy('number', 'desc').limit(1);
  const last = await query.executeTakeFirstOrThrow();
  const copies = Array.from({ length: count }, (_, at) => {
    const number = last.number + at + 1;
    return { ...last, id: `run_copy${number}`, number, workstream };
  });
  for (let at = 0; at < count; at += 100) {
    await rows
      .insertInto('gate_runs')
      .values(copies.slice(at, at + 100))
      .execute();
  }
}

const named = (test_name: string, more: Input = {}) => ({ ...passed[0], test_name, ...more });

scenario(
  'GAT-13',
  'a run that failed is kept with its counts, its failures and its tests',
  async (world) => {
    await startStream(world);
    const session_id = await world.as('ada').agent().start('billing');
    const test_results = [
      { ...failed[0], duration_ms: 40 },
      named('logs out', { duration_ms: 2.5 }),
      named('waits', { status: 'skipped' }),
    ];
    await confirm(world, { test_results, session_id });
    const [run, ...more] = await runs(world);
    assert.equal(more, []);
    const failures = [
      { test_file: 'test/auth.test.ts', test_name: 'logs in', error_message: 'no' },
    ];
    assert.equal(run, {
      id: run?.id,
      outcome: 'failed',
      workstream: stream,
      branch: `coord/${stream}`,
      commit_sha: sha('one'),
      kind: 'reported',
      verified: run?.verified,
      passed: 1,
      failed: 1,
      skipped: 1,
      duration_ms: 43,
      failures,
      failures_total: 1,
      left_out: [],
      left_out_total: 0,
      session_id,
      user_id: world.as('ada').id,
      user_name: 'ada',
      at: new Date(world.clock.now()).toISOString(),
    });
    assert.equal((await runOf(world, run?.id ?? '')).tests, [
      { test_file: 'test/auth.test.ts', test_name: 'logs in', status: 'failed', duration_ms: 40 },
      { test_file: 'test/auth.test.ts', test_name: 'logs out', status: 'passed', duration_ms: 2.5 },
      { test_file: 'test/auth.test.ts', test_name: 'waits', status: 'skipped' },
    ]);
  },
);

relayScenario(
  'GAT-13',
  'a run is confirmed, failed or incomplete; the list is filtered and paged, and the events name it',
  async (world) => {
    await startStream(world);
    await startStream(world, 'other');
    const feed = await world.as('cleo').feed();
    await confirm(world, { test_results: failed });
    await confirm(world, withGap(world));
    await receiptFor(world, { workstream_slug: 'other' });
    const all = await runs(world);
    assert.equal(
      all.map(({ outcome, workstream }) => [outcome, workstream]),
      [
        ['confirmed', 'other'],
        ['incomplete', stream],
        ['failed', stream],
      ],
    );
    assert.equal(all[1]?.left_out, ['test/pay.test.ts']);
    assert.match(all[1]?.reason ?? '', /was not run: test\/pay\.test\.ts/);
    assert.ok(all[1]?.verified, 'a daemon vouched');
    const ids = (found: typeof all) => found.map(({ id }) => id);
    assert.equal(ids(await runs(world, { workstream: stream })), ids(all.slice(1)));
    assert.equal(ids(await runs(world, { outcome: 'failed' })), ids(all.slice(2)));
    const { id } = world.workspace;
    const first = await world.as('cleo').ok('listGateRuns', { id, limit: 2 });
    assert.equal(ids(first.runs), ids(all.slice(0, 2)));
    const rest = { id, limit: 2, before: first.next_cursor };
    const last = await world.as('cleo').ok('listGateRuns', rest);
    assert.equal([ids(last.runs), last.next_cursor], [ids(all.slice(2)), undefined]);
    const odd = await world.as('cleo').refused('listGateRuns', { id, before: 'x' });
    assert.equal([odd.status, odd.field], [400, 'before']);
    assert.is((await feed.next('gate_confirmed')).data['run_id'], all[0]?.id);
    const told = feed.events.filter(({ type }) => type === 'gate_failed');
    assert.equal(
      told.map(({ data }) => [data['run_id'], data['failures'], data['left_out']]),
      [
        [all[2]?.id, 1, undefined],
        [all[1]?.id, 0, 1],
      ],
    );
    assert.is((await world.as('cleo').refused('getGateRun', { id, run_id: 'run_0' })).status, 404);
    feed.close();
  },
);

relayScenario(
  'GAT-13',
  'open is what did not pass, until something passes there or the workstream ends',
  async (world) => {
    await startStream(world);
    await startStream(world, 'other');
    await confirm(world, { test_results: failed });
    await confirm(world, withGap(world));
    await confirm(world, { test_results: failed, workstream_slug: 'other' });
    const open = async () =>
      (await runs(world, { open: true })).map(({ outcome, workstream }) => [outcome, workstream]);
    assert.equal(await open(), [
      ['failed', 'other'],
      ['incomplete', stream],
      ['failed', stream],
    ]);
    await receiptFor(world, { commit_sha: sha('two') });
    assert.equal(await open(), [['failed', 'other']]);
    await confirm(world, { commit_sha: sha('three'), test_results: failed });
    assert.equal(await open(), [
      ['failed', stream],
      ['failed', 'other'],
    ]);
    const { id } = world.workspace;
    await world.as('ada').ok('endWorkstream', { id, slug: stream });
    assert.equal(await open(), [['failed', 'other']]);
    assert.is((await runs(world, { open: false })).length, 5);
  },
);

relayScenario(
  'GAT-14',
  'a run that did not pass is put aside for the whole team, brought back, and comes back when the gate fails again',
  async (world) => {
    await startStream(world);
    await confirm(world, { test_results: failed });
    await confirm(world, { test_results: failed, commit_sha: sha('two') });
    const { id } = world.workspace;
    const feed = await world.as('cleo').feed();
    const open = async () => {
      const { waiting } = await world.as('cleo').ok('summary', { id });
      return [(await runs(world, { open: true })).length, waiting.gate_runs];
    };
    const [run] = await runs(world);
    const about = { id, run_id: run?.id };
    const bob = world.as('bob');
    assert.equal(await open(), [2, 1]);
    const change = (dismissed: boolean) => bob.ok('changeGateRun', { ...about, dismissed });
    assert.is((await change(true)).dismissed, true);
    await change(true);
    assert.equal(await open(), [0, 0], 'with the earlier ones');
    assert.is((await runOf(world, run?.id ?? '')).dismissed, true);
    assert.is((await change(false)).dismissed, undefined);
    assert.equal(await open(), [2, 1]);
    await change(true);
    await confirm(world, { test_results: failed, commit_sha: sha('three') });
    assert.equal(await open(), [1, 1]);
    await feed.next('gate_failed');
    const told = feed.events.filter(({ type }) => type === 'gate_dismissed');
    assert.equal(
      told.map(({ data }) => [data['user'], data['workstream'], data['run_id'], data['dismissed']]),
      [true, false, true].map((dismissed) => ['bob', stream, run?.id, dismissed]),
    );
    await receiptFor(world, { commit_sha: sha('three') });
    const [passedRun] = await runs(world);
    const aside = { id, run_id: passedRun?.id, dismissed: true };
    assert.is((await bob.refused('changeGateRun', aside)).status, 409);
    assert.is((await bob.refused('changeGateRun', { ...aside, run_id: 'run_0' })).status, 404);
    feed.close();
  },
);

relayScenario(
  'GAT-14',
  'a run of a private workstream is put aside by who sees it, and the event does not name the run',
  async (world) => {
    await startStream(world, stream, { visibility: 'private' });
    await confirm(world, { test_results: failed });
    const { id } = world.workspace;
    const [run] = await runs(world, {}, 'ada');
    const aside = { id, run_id: run?.id, dismissed: true };
    assert.is((await world.as('bob').refused('changeGateRun', aside)).status, 404);
    const feed = await world.as('bob').feed();
    await world.as('ada').ok('changeGateRun', aside);
    const { data } = await feed.next('gate_dismissed');
    assert.equal([data['workstream'], data['run_id']], [stream, undefined]);
    feed.close();
  },
);

relayScenario(
  'GAT-13',
  'a receipt that is taken back opens the earlier failed run again',
  async (world) => {
    await startStream(world);
    await confirm(world, { test_results: failed });
    const receipt_id = await receiptFor(world, { commit_sha: sha('two') });
    const { id } = world.workspace;
    const open = async () => {
      const { waiting } = await world.as('cleo').ok('summary', { id });
      const listed = await runs(world, { open: true });
      return [listed.map(({ outcome }) => outcome), waiting.gate_runs];
    };
    assert.equal(await open(), [[], 0]);
    await world.as('ada').ok('retractReceipt', { id, receipt_id, reason: 'It ran nothing.' });
    assert.equal(await open(), [['failed'], 1]);
    await receiptFor(world, { commit_sha: sha('three') });
    assert.equal(await open(), [[], 0]);
  },
);

relayScenario(
  'GAT-13',
  'a run says what became of its receipt, without the signature, and a commit names its run',
  async (world) => {
    await startStream(world);
    const { id } = world.workspace;
    const state = async () => (await runs(world))[0]?.receipt_state;
    const receipt = await receiptFor(world);
    assert.is(await state(), 'valid');
    const [run] = await runs(world);
    assert.is(`${run?.receipt_id}.`, receipt.slice(0, receipt.indexOf('.') + 1));
    assert.not.ok(JSON.stringify(await runOf(world, run?.id ?? '')).includes(receipt));
    world.clock.advance(minutes(60));
    assert.is(await state(), 'expired');
    const next = await receiptFor(world);
    await record(world, { receipt: next });
    assert.is(await state(), 'used');
    const [newest] = await runs(world);
    const [commit] = await commits(world, 'cleo');
    assert.is(commit?.run_id, newest?.id);
    assert.equal(commit?.tests, { passed: 1, failed: 0, skipped: 0 });
    await world.as('ada').ok('retractReceipt', { id, receipt: next });
    assert.is(await state(), 'retracted');
  },
);

relayScenario(
  'GAT-13',
  'of many failures the first are kept, each cut, and of many runs the newest 200',
  async (world) => {
    await startStream(world);
    const error_message = 'long '.repeat(1_000);
    const test_results = Array.from({ length: 60 }, (_, at) => ({
      ...named(`test ${at}`, { status: 'failed' }),
      error_message,
    }));
    await confirm(world, { test_results });
    const [listed] = await runs(world);
    assert.equal([listed?.failures.length, listed?.failures_total], [5, 60]);
    const whole = await runOf(world, listed?.id ?? '');
    assert.equal([whole.failures.length, whole.tests.length, whole.failed], [50, 60, 60]);
    assert.is(whole.failures[0]?.error_message, error_message.slice(0, 2_000));
    for (let at = 0; at < 200; at += 1) await confirm(world, { test_results: failed });
    const kept = await runs(world, { limit: 500 });
    assert.is(kept.length, 200);
    assert.not.ok(kept.some(({ id }) => id === listed?.id));
    const receipt = await receiptFor(world);
    await record(world, { receipt });
    assert.ok((await commits(world))[0]?.run_id);
    const rows = world.database.rows.updateTable('gate_runs').set({ receipt_id: '' });
    await rows.execute();
    assert.is((await commits(world))[0]?.run_id, undefined, 'its run is not kept');
  },
  { on: (target) => onRelay(target) },
);

relayScenario(
  'GAT-13',
  'many runs in one workstream leave the newest 20 of another, with what is open there',
  async (world) => {
    await startStream(world);
    await startStream(world, 'flood');
    for (let at = 0; at < 22; at += 1) await confirm(world, { test_results: failed });
    const before = await runs(world, { workstream: stream });
    for (let at = 0; at < 5; at += 1) await confirm(world, { workstream_slug: 'flood' });
    await addRuns(world, 'flood', 1_000);
    for (let at = 0; at < 205; at += 1) await confirm(world, { workstream_slug: 'flood' });
    const open = await runs(world, { open: true });
    const ids = (found: typeof open) => found.map(({ id }) => id);
    assert.equal(ids(open), ids(before).slice(0, 20));
    const { id } = world.workspace;
    const summary = await world.as('cleo').ok('summary', { id });
    assert.is(summary.waiting?.gate_runs, 1);
    assert.is((await runs(world, { workstream: 'flood', limit: 500 })).length, 200);
  },
  { on: (target) => onRelay(target) },
);

relayScenario(
  'GAT-13',
  'a workspace keeps at most 1,000 runs, however many workstreams it has',
  async (world) => {
    await startStream(world);
    await confirm(world, { test_results: failed });
    for (let at = 0; at < 60; at += 1) await addRuns(world, `s-${at}`, 20);
    await confirm(world, { test_results: failed });
    const { rows } = world.database;
    const kept = await rows.selectFrom('gate_runs').select('number').execute();
    assert.is(kept.length, 1_000);
    assert.is((await runs(world, { workstream: stream })).length, 1);
  },
  { on: (target) => onRelay(target) },
);

relayScenario(
  'RED-1',
  'no secret is in what a run keeps, be it in a message or in the command that failed',
  async (world) => {
    await startStream(world);
    const secret = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`;
    const error_message = `fetch failed: ${secret}`;
    await confirm(world, { test_results: [{ ...failed[0], error_message }] });
    const command = ['npm', 'test', `--token=${secret}`];
    const attestation = machine()({ command, exit_code: 1 });
    await confirm(world, { test_results: undefined, attestation });
    const [attested, reported] = await runs(world);
    assert.match(reported?.failures[0]?.error_message ?? '', /^fetch failed: \[.* removed\]$/);
    assert.match(attested?.failures[0]?.test_file ?? '', /^npm test --token=\[.* removed\]$/);
    assert.is(attested?.duration_ms, 1200);
    const kept = await world.database.rows.selectFrom('gate_runs').selectAll().execute();
    assert.not.ok(JSON.stringify(kept).includes(secret));
  },
);

relayScenario(
  'GAT-13',
  'the runs of a private workstream exist for its members and admins',
  async (world) => {
    await startStream(world, stream, { visibility: 'private' });
    await confirm(world, { test_results: failed });
    const [run] = await runs(world, {}, 'ada');
    assert.equal(await runs(world, {}, 'bob'), []);
    const { id } = world.workspace;
    const asked = { id, workstream: stream, open: true };
    assert.is((await world.as('bob').refused('listGateRuns', asked)).status, 404);
    const hidden = await world.as('bob').refused('getGateRun', { id, run_id: run?.id ?? '' });
    assert.is(hidden.status, 404);
    await world.as('ada').ok('joinWorkstream', { id, slug: stream, user_id: world.as('bob').id });
    assert.is((await runs(world, {}, 'bob')).length, 1);
    assert.is((await runOf(world, run?.id ?? '', 'bob')).failed, 1);
  },
);

test.run();
