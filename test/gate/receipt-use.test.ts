import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import { relayScenario, scenario } from '../support/scenario.ts';
import {
  commits,
  confirm,
  failed,
  passed,
  plant,
  receiptFor,
  renamed,
  record,
  sha,
  startStream,
  stream,
  unrecorded,
} from './steps.ts';

scenario('GAT-2', 'a receipt is for one use, and the list shows what it opened', async (world) => {
  await startStream(world);
  const receipt = await receiptFor(world);
  await record(world, { receipt_id: receipt });
  const again = await unrecorded(world, { receipt });
  assert.is(again.status, 409);
  assert.match(again.message, /used already/);
  const another = await receiptFor(world);
  assert.match((await unrecorded(world, { receipt: another })).message, /is recorded on billing/);
  assert.match((await unrecorded(world, { workstream_slug: stream })).message, /is recorded on/);
  const [only, ...more] = await commits(world, 'cleo');
  assert.is(only?.receipt_id, receipt);
  assert.equal(more, []);
});

scenario('GAT-2', 'the caller need not name the receipt, only the workstream', async (world) => {
  await startStream(world);
  const [mine, two] = [await receiptFor(world), sha('two')];
  await receiptFor(world, { commit_sha: two }, 'bob');
  assert.is((await record(world, { workstream_slug: stream })).receipt_id, mine);
  const missing = await unrecorded(world, { workstream_slug: stream, commit_sha: two });
  assert.is(missing.status, 409, "bob's receipt is not ada's");
  assert.match(
    missing.message,
    /has no receipt on billing\. Run its tests first|has the same tree but is another/,
  );
  await record(world, { workstream_slug: stream, commit_sha: two }, 'bob');
});

scenario('GAT-2', 'a session in a workstream names neither', async (world) => {
  const { id } = world.workspace;
  await plant(world, 'bob');
  const session_id = await world.as('bob').agent().start('work');
  const input = { id, commit_sha: sha('one'), test_results: passed, session_id };
  const none = await world.as('bob').refused('confirmReady', input);
  assert.is(none.status, 400);
  assert.is(none.field, 'workstream_slug');
  await world.as('bob').ok('startWorkstream', { id, title: 'W', slug: 'w', session_id });
  const { receipt_id: receipt } = await world.as('bob').ok('confirmReady', input);
  const recorded = await record(world, { session_id }, 'bob');
  assert.is(recorded.workstream, 'w');
  assert.is(recorded.receipt_id, receipt);
  assert.is(recorded.session_id, session_id);
});

relayScenario('RSV-19', 'a receipt of the time when the clock was ahead is none', async (world) => {
  await startStream(world);
  world.clock.jump(minutes(60));
  await world.sweep();
  const receipt = await receiptFor(world);
  world.clock.jump(-minutes(60));
  await world.sweep();
  const early = await unrecorded(world, { receipt });
  assert.match(early.message, /has ended\. Run the gate again/);
  await record(world, { receipt: await receiptFor(world) });
});

scenario('GAT-2', 'a receipt ends', async (world) => {
  await startStream(world);
  const receipt = await receiptFor(world);
  world.clock.advance(minutes(60) - 1);
  const late = await receiptFor(world, { commit_sha: sha('two') });
  world.clock.advance(1);
  const ended = await unrecorded(world, { receipt });
  assert.is(ended.status, 409);
  assert.match(ended.message, /has ended\. Run the gate again/);
  assert.match((await unrecorded(world, { workstream_slug: stream })).message, /has ended/);
  await record(world, { receipt: late, commit_sha: sha('two') });
});

scenario('GAT-3', 'a failed run gives no receipt, and an event says so', async (world) => {
  await startStream(world);
  const feed = await world.as('cleo').feed();
  const answer = await confirm(world, { test_results: [...failed, ...passed.map(renamed)] });
  assert.is(answer.phase, 'failed');
  assert.is(answer.receipt_id, undefined);
  assert.equal(answer.failures, [
    { test_file: 'test/auth.test.ts', test_name: 'logs in', error_message: 'no' },
  ]);
  const { data } = await feed.next('gate_failed');
  assert.is(data['failures'], 1);
  assert.is(data['commit'], sha('one'));
  assert.match((await unrecorded(world, { workstream_slug: stream })).message, /has no receipt/);
  assert.equal(await world.database.rows.selectFrom('receipts').selectAll().execute(), []);
  feed.close();
});

scenario('GAT-3', 'nothing that ran is nothing that passed', async (world) => {
  await startStream(world);
  await plant(world, 'ada');
  const { id } = world.workspace;
  const input = { id, workstream_slug: stream, commit_sha: sha('one'), test_results: [] };
  const empty = await world.as('ada').refused('confirmReady', input);
  assert.is(empty.status, 400);
  assert.is(empty.field, 'test_results');
  const skipped = passed.map((result) => ({ ...result, status: 'skipped' }));
  const answer = await confirm(world, { test_results: skipped });
  assert.is(answer.phase, 'failed');
  assert.equal(answer.failures, [], 'no test failed');
  assert.match(answer.reason ?? '', /Every test was skipped/);
  await receiptFor(world, { test_results: [...skipped, ...passed.map(renamed)] });
});

scenario('GAT-4', 'a retracted receipt opens nothing, and an event says so', async (world) => {
  await startStream(world);
  const { id } = world.workspace;
  const feed = await world.as('cleo').feed();
  const receipt = await receiptFor(world);
  const foreign = await world.as('bob').refused('retractReceipt', { id, receipt });
  assert.is(foreign.status, 403);
  const answer = await world.as('ada').ok('retractReceipt', { id, receipt, reason: 'too early' });
  const common = { workstream: stream, branch: `coord/${stream}`, recorded: false };
  assert.equal(answer, {
    ...common,
    receipt_id: receipt,
    commit_sha: sha('one'),
    reason: 'too early',
  });
  const { data } = await feed.next('gate_retracted', { reason: 'too early' });
  assert.equal({ ...data, ...common, receipt_id: receipt, commit: sha('one') }, data);
  assert.match((await unrecorded(world, { receipt })).message, /was retracted/);
  assert.match((await unrecorded(world, { workstream_slug: stream })).message, /was retracted/);
  const twice = await world.as('ada').refused('retractReceipt', { id, receipt });
  assert.is(twice.status, 409);
  assert.match(twice.message, /was retracted/);
  const ended = await receiptFor(world);
  world.clock.advance(minutes(60));
  const late = await world.as('ada').refused('retractReceipt', { id, receipt: ended });
  assert.match(late.message, /has ended/);
  feed.close();
});

scenario('GAT-4', 'a recorded commit is retracted with its receipt', async (world) => {
  await startStream(world);
  const { id } = world.workspace;
  const feed = await world.as('cleo').feed();
  const receipt = await receiptFor(world, {}, 'bob');
  await record(world, { receipt }, 'bob');
  world.clock.advance(minutes(90));
  const answer = await world.as('ada').ok('retractReceipt', { id, receipt_id: receipt });
  assert.ok(answer.recorded, 'an admin may, and a used receipt never ends');
  assert.is((await feed.next('gate_retracted')).data['recorded'], true);
  assert.is((await commits(world))[0]?.status, 'retracted');
  const again = await receiptFor(world, {}, 'bob');
  await record(world, { receipt: again }, 'bob');
  const [only, ...more] = await commits(world);
  assert.is(only?.status, 'recorded', 'the gate may open for it anew');
  assert.is(only?.receipt_id, again);
  assert.equal(more, []);
  feed.close();
});

scenario(
  'GAT-4',
  'a retracted commit is recorded again only after a later run, and its retraction stays to be seen',
  async (world) => {
    await startStream(world);
    const { id } = world.workspace;
    const used = await receiptFor(world);
    const early = await receiptFor(world);
    const ofBob = await receiptFor(world, {}, 'bob');
    await record(world, { receipt: used });
    await world.as('ada').ok('retractReceipt', { id, receipt: used });
    const retractedAt = (await commits(world))[0]?.retracted_at;
    assert.ok(retractedAt !== undefined);
    const again = [
      await unrecorded(world, { receipt: early }),
      await unrecorded(world, { workstream_slug: stream }),
      await unrecorded(world, { receipt: ofBob }, 'bob'),
    ];
    for (const { status, message } of again) {
      assert.is(status, 409);
      assert.match(message, /was retracted on billing after this run of its tests\. Run the gate/);
    }
    const later = await receiptFor(world);
    const answer = await record(world, { receipt: later });
    assert.is(answer.retracted_at, retractedAt);
    assert.match(answer.touched_note ?? '', /^This commit was retracted before: it is recorded/);
    const [listed] = await commits(world);
    assert.equal([listed?.status, listed?.retracted_at], ['recorded', retractedAt]);
  },
);

test.run();
