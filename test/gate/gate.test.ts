import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Output } from '../../shared/api/operations.ts';
import { minutes } from '../support/fake-clock.ts';
import type { Input } from '../support/person.ts';
import { callTool, tool } from '../support/tools.ts';
import { onRelay, relayScenario, scenario } from '../support/scenario.ts';
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

const renamed = (result: (typeof passed)[number]) => ({ ...result, test_name: 'logs out' });

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

scenario(
  'GAT-7',
  'a test that passed and failed is a flake and blocks not alone',
  async (world) => {
    await startStream(world);
    const { id } = world.workspace;
    const named = [{ test_file: 'test/auth.test.ts', test_name: 'logs in' }];
    assert.is((await confirm(world, { test_results: failed })).phase, 'failed');
    const second = await confirm(world);
    assert.is(second.phase, 'confirmed');
    assert.equal(second.flakes, named);
    const beside = [...failed, ...passed.map(renamed)];
    const third = await confirm(world, { test_results: beside });
    assert.is(third.phase, 'confirmed');
    assert.equal(third.flakes, named);
    const other = failed.map((result) => ({ ...result, test_name: 'pays' }));
    const fourth = await confirm(world, { test_results: [...failed, ...other] });
    assert.is(fourth.phase, 'failed');
    assert.equal(
      fourth.failures?.map(({ test_name }) => test_name),
      ['pays'],
    );
    assert.equal(fourth.flakes, named);
    const elsewhere = { commit_sha: sha('two'), test_results: failed };
    assert.is((await confirm(world, elsewhere)).phase, 'failed', 'another commit');
    assert.is(
      (await confirm(world, { test_results: failed }, 'bob')).phase,
      'failed',
      "bob's machine",
    );
    const { flakes } = await world.as('cleo').ok('listFlakes', { id });
    assert.equal(flakes, [
      {
        ...named[0],
        commit_sha: sha('one'),
        machine: world.as('ada').id,
        passed: 1,
        failed: 3,
        at: new Date(world.clock.now()).toISOString(),
      },
    ]);
    const inFile = await world.as('cleo').ok('listFlakes', { id, file: 'test/other.test.ts' });
    assert.equal(inFile.flakes, []);
  },
);

scenario('GAT-7', 'a flake of a private workstream is shown to its members', async (world) => {
  const { id } = world.workspace;
  await world
    .as('bob')
    .ok('startWorkstream', { id, title: 'Hidden', slug: 'hidden', visibility: 'private' });
  const test_results = [...failed, ...passed];
  await confirm(world, { workstream_slug: 'hidden', test_results }, 'bob');
  const shown = (name: string) => world.as(name).ok('listFlakes', { id });
  assert.is((await shown('bob')).flakes.length, 1);
  assert.is((await shown('ada')).flakes.length, 1, 'the owner of the workspace sees all');
  assert.equal((await shown('cleo')).flakes, []);
});

scenario('GAT-7', 'a run in which only a flake failed opens nothing', async (world) => {
  await startStream(world);
  await receiptFor(world);
  const answer = await confirm(world, { test_results: failed });
  assert.is(answer.phase, 'failed');
  assert.is(answer.receipt_id, undefined);
  assert.is(answer.flakes?.length, 1);
  assert.is(answer.failures?.[0]?.test_name, 'logs in');
  assert.match(answer.reason ?? '', /No test of this run passed/);
});

scenario('GAT-7', 'twice in one run, and by the name of the machine', async (world) => {
  await startStream(world);
  const { id } = world.workspace;
  const both = await confirm(world, { test_results: [...failed, ...passed] });
  assert.is(both.phase, 'confirmed');
  assert.is(both.flakes?.length, 1);
  const attest = machine('laptop');
  const lost = { attestation: attest({ exit_code: 1 }), test_results: failed };
  assert.is((await confirm(world, lost)).phase, 'failed');
  const won = await confirm(world, { attestation: attest(), test_results: passed }, 'bob');
  assert.is(won.phase, 'confirmed');
  assert.is(won.flakes?.length, 1);
  const page = await world.as('ada').ok('listFlakes', { id, limit: 1 });
  const rest = await world.as('ada').ok('listFlakes', { id, before: page.next_cursor });
  assert.equal(
    [...page.flakes, ...rest.flakes].map(({ machine: name }) => name).sort(),
    ['laptop', world.as('ada').id].sort(),
  );
  assert.is(rest.next_cursor, undefined);
});

scenario('GAT-7', 'outcomes that no flake came of are forgotten in time', async (world) => {
  await startStream(world);
  await confirm(world, { test_results: [...failed, ...passed, ...passed.map(renamed)] });
  world.clock.advance(minutes(15 * 24 * 60));
  await confirm(world, { commit_sha: sha('two') });
  const rows = await world.database.rows.selectFrom('test_outcomes').selectAll().execute();
  const kept = rows.map(({ commit_sha, test_name }) => [commit_sha, test_name]).sort();
  assert.equal(
    kept,
    [
      [sha('one'), 'logs in'],
      [sha('two'), 'logs in'],
    ].sort(),
  );
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

scenario('GAT-8', 'a commit over what another session holds is refused, named', async (world) => {
  await startStream(world);
  const bob = world.as('bob').agent();
  const bobs = await bob.start('Rework the login');
  const ada = world.as('ada').agent();
  const session_id = await ada.start('Billing');
  await ada.edit('src/a.ts', ['pay']);
  await bob.edit('src/a.ts', ['login']);
  const receipt = await receiptFor(world, { session_id });
  const free = { receipt, session_id, files: ['src/a.ts'], symbols_changed: ['src/a.ts#login'] };
  const held = await unrecorded(world, free);
  assert.is(held.status, 409);
  assert.match(
    held.message,
    /^src\/a\.ts#login is held by bob \(task: “Rework the login”\), 10 minutes remaining\. /,
  );
  assert.is(held.body['holder'], 'bob');
  assert.is(held.body['holder_session_id'], bobs);
  assert.is(held.body['symbol_id'], 'src/a.ts#login');
  const whole = await unrecorded(world, { receipt, session_id, files: ['SRC/A.ts'] });
  assert.match(whole.message, /is held by bob/);
  await world.as('bob').agent('bob-2').edit('src/b.ts', ['cart']);
  const both = { ...free, files: ['src/a.ts', 'src/b.ts'], symbols_changed: ['src/a.ts#login'] };
  const { message } = await unrecorded(world, both);
  assert.match(message, /^src\/a\.ts#login is held .* Also held: src\/b\.ts#cart \(bob\)\.$/);
  const recorded = await record(world, { ...free, symbols_changed: ['src/a.ts#pay'] });
  assert.equal(recorded.symbols, ['src/a.ts#pay'], 'a symbol beside it is nobody else\u2019s');
});

relayScenario('GAT-8', 'whose lines alone count refuses no commit', async (world) => {
  await startStream(world);
  const { id } = world.workspace;
  const bob = world.as('bob').agent();
  const lines = [{ start: 3, end: 5 }];
  const write = (name: string) =>
    bob.send({
      event: 'postToolUse',
      file_path: 'src/a.ts',
      symbol_ids: [`src/a.ts#${name}`],
      changes: { base: 'a'.repeat(40), parts: [{ symbol_id: `src/a.ts#${name}`, lines }] },
    });
  await write('Session.open');
  await write('~');
  const receipt = await receiptFor(world);
  const commit = { receipt, symbols_changed: ['src/a.ts#Session'] };
  assert.match(
    (await unrecorded(world, commit)).message,
    /^src\/a\.ts#Session\.open is held by bob/,
  );
  await world.as('ada').ok('changeWorkspace', { id, conflict_policy: 'lines' });
  await record(world, commit);
});

scenario('GAT-8', 'what the gate was sent counts when the commit names nothing', async (world) => {
  await startStream(world);
  await world.as('bob').agent().edit('src/a.ts', ['login']);
  const receipt = await receiptFor(world, { touched_symbols: ['src/a.ts#login'] });
  assert.match((await unrecorded(world, { receipt })).message, /is held by bob/);
  await world.as('bob').agent().end();
  const { files, symbols } = await record(world, { receipt });
  assert.equal([files, symbols], [['src/a.ts'], ['src/a.ts#login']]);
});

scenario('GAT-8', 'another session of the same person stands against it too', async (world) => {
  await startStream(world);
  const other = world.as('ada').agent('ada-2');
  const otherId = await other.start('Login');
  await other.edit('src/a.ts', ['login']);
  const session_id = await world.as('ada').agent().start('Billing');
  const receipt = await receiptFor(world, { session_id });
  const held = await unrecorded(world, { receipt, session_id, files: ['src/a.ts'] });
  assert.match(held.message, /is held by ada/);
  const unnamed = await unrecorded(world, { receipt, files: ['src/a.ts'] });
  assert.match(unnamed.message, /If that session is yours, give its session_id/);
  assert.match(unnamed.message, `(\`coord gate\`: --session ${otherId})`);
});

scenario('GAT-8', 'who slept through the lease cannot slip past the gate', async (world) => {
  await startStream(world);
  const ada = world.as('ada').agent();
  const session_id = await ada.start('Billing');
  await ada.edit('src/a.ts', ['login']);
  const receipt = await receiptFor(world, { session_id });
  await world.pass(minutes(10));
  const bob = world.as('bob').agent();
  await bob.edit('src/a.ts', ['login']);
  await bob.end();
  await world.quiet();
  const late = { receipt, session_id, symbols_changed: ['src/a.ts#login'] };
  const refused = await unrecorded(world, late);
  assert.is(refused.status, 409);
  assert.match(refused.message, /^src\/a\.ts was changed by bob after your receipt/);
  assert.match(refused.message, /run the gate again/);
  await record(world, { ...late, symbols_changed: ['src/a.ts#pay'] });
  const again = await receiptFor(world, { session_id, commit_sha: sha('two') });
  await record(world, { ...late, receipt: again, commit_sha: sha('two') });
});

scenario('GAT-8', 'the very first grant after the receipt counts', async (world) => {
  await startStream(world);
  const bob = world.as('bob').agent();
  await bob.start('Rework the login');
  const receipt = await receiptFor(world);
  await bob.edit('src/a.ts', ['login']);
  await bob.end();
  await world.quiet();
  const refused = await unrecorded(world, { receipt, symbols_changed: ['src/a.ts#login'] });
  assert.is(refused.status, 409);
  assert.match(refused.message, /^src\/a\.ts was changed by bob after your receipt/);
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

scenario(
  'ACC-2',
  'the gate of another workspace does not exist',
  async (world) => {
    await startStream(world);
    const { id } = world.workspace;
    const receipt = await receiptFor(world);
    const mallory = world.as('mallory');
    const run = { id, commit_sha: sha('one'), workstream_slug: stream };
    assert.is((await mallory.refused('confirmReady', run)).status, 404);
    assert.is(
      (await mallory.refused('confirmReady', { ...run, test_results: passed })).status,
      404,
    );
    assert.is((await mallory.refused('recordCommit', { ...run, receipt })).status, 404);
    assert.is((await mallory.refused('retractReceipt', { id, receipt })).status, 404);
    assert.is((await mallory.refused('listCommits', { id })).status, 404);
    assert.is((await mallory.refused('listFlakes', { id })).status, 404);
  },
  { on: onRelay },
);

scenario('ACC-2', 'of a private workstream only its members see commits', async (world) => {
  await startStream(world, 'secret', { visibility: 'private' });
  await plant(world, 'bob');
  await world.join('cleo', 'admin');
  const receipt = await receiptFor(world, { workstream_slug: 'secret' });
  const { id } = world.workspace;
  const foreign = { id, workstream_slug: 'secret', commit_sha: sha('one'), test_results: passed };
  assert.is((await world.as('bob').refused('confirmReady', foreign)).status, 404);
  assert.is((await unrecorded(world, { receipt }, 'bob')).status, 404);
  assert.is((await world.as('bob').refused('retractReceipt', { id, receipt })).status, 404);
  await record(world, { receipt });
  assert.is((await commits(world, 'bob')).length, 0);
  assert.is((await commits(world, 'cleo')).length, 1);
  assert.is((await commits(world, 'ada')).length, 1);
});

relayScenario(
  'ACC-2',
  'events of a private workstream name branch and commit, and no signature, file or run',
  async (world) => {
    await startStream(world, stream, { visibility: 'private' });
    const { id } = world.workspace;
    const feed = await world.as('bob').feed();
    await confirm(world, { test_results: failed });
    const receipt = await receiptFor(world, { touched_files: ['src/auth.ts'] });
    await record(world, { receipt });
    await world.as('ada').ok('retractReceipt', { id, receipt });
    await feed.next('gate_retracted');
    const told = feed.events.filter(({ type }) => type.startsWith('gate_'));
    assert.equal(
      told.map(({ type, data }) => [type, data['branch'], data['commit']]),
      ['gate_failed', 'gate_confirmed', 'gate_approved', 'gate_retracted'].map((type) => [
        type,
        `coord/${stream}`,
        sha('one'),
      ]),
    );
    const [receiptId = '', signature = 'none'] = receipt.split('.');
    const text = JSON.stringify(told);
    for (const hidden of [signature, 'src/auth.ts', 'run_']) assert.not.ok(text.includes(hidden));
    assert.equal([told[2]?.data['files'], told[2]?.data['receipt_id']], [[], receiptId]);
    assert.is((await commits(world))[0]?.receipt_id, receipt, 'its members read it whole');
    feed.close();
  },
);

scenario('ANS-4', 'the list of commits leads on, newest first', async (world) => {
  await startStream(world);
  await startStream(world, 'other');
  for (const name of ['one', 'two', 'three']) {
    const commit_sha = sha(name);
    const workstream_slug = name === 'two' ? 'other' : stream;
    await record(world, {
      receipt: await receiptFor(world, { commit_sha, workstream_slug }),
      commit_sha,
    });
  }
  const { id } = world.workspace;
  const page = await world.as('bob').ok('listCommits', { id, limit: 2 });
  const rest = await world.as('bob').ok('listCommits', { id, limit: 2, before: page.next_cursor });
  const names = [...page.commits, ...rest.commits].map(({ commit_sha }) => commit_sha);
  assert.equal(names, ['three', 'two', 'one'].map(sha));
  assert.is(rest.next_cursor, undefined);
  assert.is((await commits(world, 'bob', { workstream: 'other' })).length, 1);
  assert.is((await world.as('bob').refused('listCommits', { id, before: 'x' })).status, 400);
});

scenario('ANS-2', 'no odd input does harm', async (world) => {
  await startStream(world);
  await plant(world, 'ada');
  const { id } = world.workspace;
  const base = { id, workstream_slug: stream, commit_sha: sha('one') };
  const bad: [object, string?][] = [
    [{ ...base, commit_sha: 'HEAD~1 --output=x', test_results: passed }, 'commit_sha'],
    [{ ...base, commit_sha: 'a\ud800', test_results: passed }],
    [{ ...base, test_results: Array(2_001).fill(passed[0]) }],
    [{ ...base, test_results: [{ ...passed[0], test_file: 'a\ud800' }] }],
    [{ ...base, test_results: [{ ...passed[0], test_name: 'a\0' }] }],
    [{ ...base, test_results: [{ ...passed[0], status: 'maybe' }] }],
    [{ ...base, test_results: passed, touched_files: ['/etc/passwd'] }, 'touched_files'],
    [{ ...base, test_results: passed, touched_files: '../x' }, 'touched_files'],
    [{ ...base, test_results: passed, touched_symbols: ['nofile'] }, 'touched_symbols'],
    [{ ...base, test_results: passed, touched_symbols: Array(5_001).fill('a#b') }],
    [{ ...base, workstream_slug: '../x', test_results: passed }],
    [{ ...base, test_results: passed, attestation: { commit_sha: sha('one') } }],
  ];
  for (const [input, field] of bad) {
    const refused = await world.as('ada').refused('confirmReady', input as never);
    const isName = field === 'commit_sha' && world.target.transport !== 'relay';
    assert.is(refused.status, isName ? 404 : 400, JSON.stringify(input).slice(0, 200));
    if (field !== undefined) assert.is(refused.field, field);
  }
  const most = Array.from({ length: 2_000 }, (_, at) => ({
    ...passed[0],
    test_name: ['__proto__', 'constructor', 'toString'][at] ?? `${at}`,
    test_file: at % 2 === 0 ? '__proto__' : '../outside.test.ts',
  }));
  const receipt = await receiptFor(world, { test_results: most });
  const odd = [
    { receipt, receipt_id: `${receipt}x` },
    { receipt: 'x' },
    { receipt: `${receipt} x` },
  ];
  for (const more of odd) assert.is((await unrecorded(world, more)).status, 400);
  // A daemon asks Git, to which a beginning is a name, too.
  const short = await unrecorded(world, { receipt, commit_sha: 'abc123' });
  assert.is(short.status, world.target.transport === 'relay' ? 400 : 404);
  assert.is((await unrecorded(world, { receipt, files: ['a\0'] })).status, 400);
  assert.is((await unrecorded(world, { receipt, session_id: 'sess_nothing' })).status, 404);
  const named = { receipt, session_id: 'nobody' };
  assert.is((await world.as('ada').refused('retractReceipt', { id, ...named })).status, 404);
  assert.is((await world.as('ada').refused('retractReceipt', { id })).status, 400);
  await record(world, { receipt, files: ['__proto__', 'constructor.ts'] });
});

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
