import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import type { Input } from '../support/person.ts';
import { callTool, tool } from '../support/tools.ts';
import { onRelay, scenario } from '../support/scenario.ts';
import {
  commits,
  confirm,
  emptyTree,
  failed,
  machine,
  passed,
  plant,
  receiptFor,
  record,
  sha,
  startStream,
  stream,
  unrecorded,
  voucher,
} from './steps.ts';

scenario('GAT-1', 'a commit is recorded with its receipt, and an event says so', async (world) => {
  await startStream(world);
  const feed = await world.as('cleo').feed();
  const receipt = await receiptFor(world);
  const { data: event } = await feed.next('gate_confirmed', { workstream: stream });
  assert.is(event['commit'], sha('one'));
  assert.is(event['kind'], 'reported');
  assert.not.ok(JSON.stringify(event).includes(receipt), 'nobody else learns the receipt');
  const recorded = await record(world, { receipt, files: ['./src//a.ts'] });
  const { data } = await feed.next('gate_approved');
  assert.equal(recorded, {
    workstream: stream,
    branch: `coord/${stream}`,
    commit_sha: sha('one'),
    receipt_id: receipt,
    kind: 'reported',
    files: ['src/a.ts'],
    symbols: [],
    status: 'recorded',
    session_id: '',
    recorded_by: world.as('ada').id,
    recorded_by_name: 'ada',
    recorded_at: new Date(world.clock.now()).toISOString(),
    seq: data['seq'],
    verified: false,
    tests_note: recorded.tests_note,
    ...(recorded.git !== undefined && { git: recorded.git }),
  });
  feed.close();
});

scenario('GAT-5', 'the event names workstream, branch, commit, files and kind', async (world) => {
  await startStream(world);
  const sessionId = await world.as('ada').agent().start('billing');
  const feed = await world.as('cleo').feed();
  const receipt = await receiptFor(world, { session_id: sessionId });
  const changed = { files: 'src/a.ts, src/b.ts', symbols_changed: ['src/a.ts#f', 'src/c.ts#g'] };
  const { seq } = await record(world, { receipt, session_id: sessionId, ...changed });
  const { data } = await feed.next('gate_approved');
  assert.equal(data, {
    type: 'gate_approved',
    workstream: stream,
    branch: `coord/${stream}`,
    commit: sha('one'),
    files: ['src/a.ts', 'src/b.ts', 'src/c.ts'],
    kind: 'reported',
    receipt_id: receipt,
    verified: false,
    user: 'ada',
    session_id: sessionId,
    seq,
    at: new Date(world.clock.now()).toISOString(),
  });
  feed.close();
});

scenario(
  'GAT-0',
  'a workstream that does not exist has no tests, nor has what is no commit',
  async (world) => {
    await startStream(world);
    await plant(world, 'ada');
    const { id } = world.workspace;
    const ask = (more: Input) => world.as('ada').refused('confirmReady', { id, ...more });
    const nowhere = await ask({ workstream_slug: 'nope' });
    assert.is(nowhere.status, 404);
    assert.match(nowhere.message, /^No such workstream/);
    const none = await ask({ workstream_slug: stream, commit_sha: 'zz' });
    assert.is(none.status, world.target.transport === 'relay' ? 400 : 404);
    assert.is(none.field, 'commit_sha');
  },
);

scenario(
  'GAT-13',
  'the tests that an attested run printed are counted, and open nothing',
  async (world) => {
    await startStream(world);
    await plant(world, 'ada');
    const { id } = world.workspace;
    const counts = { passed: 3, failed: 0, skipped: 1 };
    const run = { id, workstream_slug: stream, commit_sha: sha('one'), counts };
    const attested = { attestation: machine()() };
    await world.as('ada').ok('confirmReady', { ...run, ...attested });
    await world.as('ada').ok('confirmReady', { ...run, test_results: passed });
    const { runs } = await world.as('ada').ok('listGateRuns', { id });
    const found = runs.map((one) => [one.passed, one.failed, one.skipped]);
    assert.equal(found, [
      [1, 0, 0],
      [3, 0, 1],
    ]);
  },
);

scenario('GAT-6', 'an attested run says so, and a bad attestation says why', async (world) => {
  await startStream(world);
  await plant(world, 'ada');
  const { id } = world.workspace;
  const attest = machine();
  const input = { id, workstream_slug: stream, commit_sha: sha('one') };
  const answer = await world.as('ada').ok('confirmReady', { ...input, attestation: attest() });
  assert.is(answer.kind, 'attested');
  const { receipt_id: receipt } = answer;
  assert.is((await record(world, { receipt, tree: emptyTree })).kind, 'attested');
  const other = machine()();
  const bad = [
    [{ attestation: attest({ commit_sha: sha('two') }) }, /is of the commit/],
    [{ attestation: attest(), tree: sha('tree two') }, /is of another tree/],
    [{ attestation: attest({ signature: other.signature }) }, /is not signed by the key/],
    [{ attestation: { ...attest(), exit_code: 1 } }, /is not signed by the key/],
    [{ attestation: attest({ public_key: 'nonsense' }) }, /is not signed by the key/],
    [{ attestation: { ...attest(), signature: '' } }, /is not signed by the key/],
  ] as const;
  for (const [more, message] of bad) {
    const refused = await world.as('ada').refused('confirmReady', { ...input, ...more });
    assert.is(refused.status, 400);
    assert.is(refused.field, 'attestation');
    assert.match(refused.message, message);
  }
  const lost = await confirm(world, { attestation: attest({ exit_code: 3 }), test_results: [] });
  assert.is(lost.phase, 'failed');
  assert.match(lost.failures?.[0]?.error_message ?? '', /ended with the code 3/);
  assert.is(lost.failures?.[0]?.test_file, 'npm test');
});

scenario('GAT-6', 'a workspace may demand attested runs', async (world) => {
  await startStream(world);
  await plant(world, 'ada');
  const { id } = world.workspace;
  const before = await receiptFor(world);
  await world.as('ada').ok('changeWorkspace', { id, gate_policy: 'attested' });
  const input = { id, workstream_slug: stream, commit_sha: sha('one'), test_results: passed };
  const refused = await world.as('ada').refused('confirmReady', input);
  assert.is(refused.status, 409);
  assert.match(refused.message, /coord gate run/);
  assert.match((await unrecorded(world, { receipt: before })).message, /coord gate run/);
  await receiptFor(world, { attestation: machine()() });
  const unverified = await unrecorded(world, { workstream_slug: stream, tree: emptyTree });
  assert.match(unverified.message, /only verified commits/);
  await receiptFor(world, { attestation: machine()(), vouch: voucher(world)({}) });
  assert.is((await record(world, { workstream_slug: stream, tree: emptyTree })).kind, 'attested');
});

scenario('GAT-1', 'the workstream may be called as records call it', async (world) => {
  const { id } = world.workspace;
  const bob = world.as('bob');
  for (const slug of ['alpha', 'beta']) await bob.ok('startWorkstream', { id, title: slug, slug });
  const commit_sha = 'c'.repeat(40);
  const common = { id, workstream: 'alpha', commit_sha };
  const results = [{ test_file: 't.test.ts', test_name: 'works', status: 'passed' as const }];
  await bob.ok('confirmReady', { ...common, touched_files: ['a.ts'], test_results: results });
  const made = await bob.ok('recordCommit', { ...common, files: ['a.ts'] });
  assert.is(made.workstream, 'alpha');
});

scenario('TSK-3', 'the run that passes completes its task, in one transaction', async (world) => {
  await startStream(world);
  const { id } = world.workspace;
  const made = await world.as('ada').ok('createTask', { id, workstream: stream, title: 'Pay' });
  const next = await world
    .as('ada')
    .ok('createTask', { id, workstream: stream, title: 'Ship', depends_on: [made.id] });
  const task_id = made.id;
  await world.as('ada').ok('claimTask', { id, task_id });
  const asked = { completes_task_id: task_id };
  assert.is((await confirm(world, { ...asked, test_results: failed })).phase, 'failed');
  assert.is((await world.as('ada').ok('getTask', { id, task_id })).status, 'in_progress');
  const answer = await confirm(world, { ...asked, commit_sha: sha('two') });
  assert.is(answer.completed_task, task_id);
  assert.is((await world.as('ada').ok('getTask', { id, task_id })).status, 'done');
  assert.is((await world.as('ada').ok('getTask', { id, task_id: next.id })).status, 'todo');
});

scenario('TSK-3', 'a task that cannot be completed refuses the whole run', async (world) => {
  await startStream(world);
  await plant(world, 'ada');
  const { id } = world.workspace;
  const feed = await world.as('cleo').feed();
  const make = (more = {}) =>
    world.as('ada').ok('createTask', { id, workstream: stream, title: 'Pay', ...more });
  const first = await make();
  const blocked = await make({ depends_on: [first.id] });
  const input = { id, workstream_slug: stream, commit_sha: sha('one'), test_results: passed };
  for (const [task, status] of [
    ['tsk_nothing', 404],
    [blocked.id, 409],
  ]) {
    const asked = { ...input, completes_task_id: task };
    assert.is((await world.as('ada').refused('confirmReady', asked)).status, status);
  }
  assert.equal(await world.database.rows.selectFrom('receipts').selectAll().execute(), []);
  assert.equal(await world.database.rows.selectFrom('test_outcomes').selectAll().execute(), []);
  await receiptFor(world);
  await feed.next('gate_confirmed');
  assert.is(feed.events.filter(({ type }) => type.startsWith('gate_')).length, 1);
  feed.close();
});

scenario(
  'GAT-0',
  'the tools discover, confirm, record and take back',
  async (world) => {
    await startStream(world);
    const args = { workstream_slug: stream };
    type Confirmed = Output<'confirmReady'>;
    const found = await tool<Confirmed>(world, 'bob', { tool: 'confirm_ready', args });
    assert.is(found.phase, 'discover');
    assert.ok(found.whole_suite);
    const run = { ...args, commit_sha: sha('one'), test_results: passed };
    const done = await tool<Confirmed>(world, 'bob', { tool: 'confirm_ready', args: run });
    assert.is(done.phase, 'confirmed');
    const commit = { commit_sha: sha('one'), receipt: done.receipt_id };
    const made = await tool<Output<'recordCommit'>>(world, 'bob', {
      tool: 'sync_commit',
      args: commit,
    });
    assert.is(made.branch, `coord/${stream}`);
    const back = { receipt: done.receipt_id, reason: 'broke the build' };
    const gone = await tool<Output<'retractReceipt'>>(world, 'bob', {
      tool: 'sync_retract',
      args: back,
    });
    assert.ok(gone.recorded);
    const again = await callTool(world, world.as('bob'), { tool: 'sync_commit', args: commit });
    assert.ok(again.isError);
    assert.match(again.text, /^Conflict: This receipt was retracted/);
  },
  { on: onRelay },
);

scenario('GAT-1', 'the same request again gets the same answer', async (world) => {
  await startStream(world);
  await plant(world, 'ada');
  const { id } = world.workspace;
  const input = { id, workstream_slug: stream, commit_sha: sha('one'), test_results: passed };
  const once = { idempotencyKey: 'confirm-1' };
  const first = await world.as('ada').ok('confirmReady', input, once);
  assert.equal(await world.as('ada').ok('confirmReady', input, once), first);
  const commit = { id, commit_sha: sha('one'), receipt: first.receipt_id };
  const key = { idempotencyKey: 'record-1' };
  const made = await world.as('ada').ok('recordCommit', commit, key);
  assert.equal(await world.as('ada').ok('recordCommit', commit, key), made);
  assert.is((await commits(world)).length, 1);
});

test.run();
