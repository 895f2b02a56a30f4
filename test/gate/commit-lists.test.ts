import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onRelay, relayScenario, scenario } from '../support/scenario.ts';
import {
  commits,
  confirm,
  failed,
  passed,
  plant,
  receiptFor,
  record,
  sha,
  startStream,
  stream,
  unrecorded,
} from './steps.ts';

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

test.run();
