/** GAT-11: a run that leaves out what its commit can affect. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leftOutOf } from '../../relay/gate/rules.ts';
import type { World } from '../support/harness.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';
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
  unrecorded,
  voucher,
} from './steps.ts';

const login = { touched_symbols: ['src/auth.ts#login'] };
const ran = (test_file: string, status = 'passed') => ({ test_file, test_name: 'works', status });

/** `login` is reached by test/auth.test.ts and test/pay.test.ts. */
async function startShop(world: World): Promise<void> {
  await startStream(world);
  await publish(world, 'ada', [
    fileOf('src/auth.ts', ['login']),
    fileOf('src/pay.ts', [symbolOf('pay', { callees: ['src/auth.ts#login'] })]),
    fileOf('test/auth.test.ts', [], { callees: ['src/auth.ts#login'] }),
    fileOf('test/pay.test.ts', [symbolOf('paid', { callees: ['src/pay.ts#pay'] })]),
  ]);
}

scenario('GAT-11', 'a run that left out an affected test gives no receipt', async (world) => {
  await startShop(world);
  const feed = await world.as('cleo').feed();
  const answer = await confirm(world, login);
  assert.is(answer.phase, 'incomplete');
  assert.is(answer.receipt_id, undefined);
  assert.is(answer.failures, undefined, 'nothing failed');
  assert.equal(answer.left_out, ['test/pay.test.ts']);
  assert.match(answer.reason ?? '', /not run: test\/pay\.test\.ts\. Run it too/);
  assert.equal(await world.database.rows.selectFrom('receipts').selectAll().execute(), []);
  const all = await confirm(world, {
    ...login,
    test_results: [...passed, ran('test/pay.test.ts')],
  });
  assert.is(all.phase, 'confirmed');
  assert.is(all.left_out, undefined);
  await feed.next('gate_confirmed');
  const told = feed.events.filter(({ type }) => type.startsWith('gate_'));
  assert.equal(
    told.map(({ type, data }) => [type, data['left_out']]),
    [
      ['gate_failed', 1],
      ['gate_confirmed', undefined],
    ],
  );
  feed.close();
});

scenario('GAT-11', 'what was skipped was left out, and what failed has failed', async (world) => {
  await startShop(world);
  const skipped = [...passed, ran('test/pay.test.ts', 'skipped')];
  assert.equal((await confirm(world, { ...login, test_results: skipped })).left_out, [
    'test/pay.test.ts',
  ]);
  const other = { ...login, commit_sha: sha('two'), test_results: failed };
  assert.is((await confirm(world, other)).phase, 'failed');
});

scenario('GAT-11', 'a workspace may allow gaps, and then they are kept', async (world) => {
  await startShop(world);
  await allowGaps(world, 'allowed');
  const answer = await confirm(world, login);
  assert.is(answer.phase, 'confirmed');
  assert.equal(answer.left_out, ['test/pay.test.ts']);
  const recorded = await record(world, { workstream_slug: stream });
  assert.equal(recorded.left_out, ['test/pay.test.ts']);
  assert.equal((await commits(world))[0]?.left_out, ['test/pay.test.ts']);
});

scenario('GAT-11', 'an attested run without results leaves nothing out', async (world) => {
  await startShop(world);
  const attested = { ...login, attestation: machine()(), test_results: undefined };
  assert.is((await confirm(world, attested)).phase, 'confirmed');
});

scenario('GAT-11', 'the tests that a daemon names count in place of the graph', async (world) => {
  await startShop(world);
  const lists = { ...login, affected_tests: ['test/auth.test.ts', 'test/far.test.ts'] };
  const vouched = { ...lists, vouch: voucher(world)(lists) };
  assert.equal((await confirm(world, vouched)).left_out, ['test/far.test.ts']);
  const unvouched = { ...login, affected_tests: [] };
  assert.equal((await confirm(world, unvouched)).left_out, ['test/pay.test.ts']);
});

scenario('GAT-11', 'where no test is known nothing is left out', async (world) => {
  await startShop(world);
  assert.is((await confirm(world, { touched_files: ['package.json'] })).phase, 'confirmed');
  assert.is((await confirm(world)).phase, 'confirmed');
});

scenario('GAT-11', 'a task is done with the receipt, not before', async (world) => {
  await startShop(world);
  const { id } = world.workspace;
  const made = await world.as('ada').ok('createTask', { id, workstream: stream, title: 'Pay' });
  await world.as('ada').ok('claimTask', { id, task_id: made.id });
  const asked = { ...login, completes_task_id: made.id };
  assert.is((await confirm(world, asked)).completed_task, undefined);
  const status = async () => (await world.as('ada').ok('getTask', { id, task_id: made.id })).status;
  assert.is(await status(), 'in_progress');
  const all = [...passed, ran('test/pay.test.ts')];
  assert.is((await confirm(world, { ...asked, test_results: all })).completed_task, made.id);
  assert.is(await status(), 'done');
});

scenario('GAT-11', 'what a vouch says at the commit is compared with the run', async (world) => {
  await startShop(world);
  const receipt = await receiptFor(world, { touched_files: ['docs/x.md'] });
  const lists = { ...login, affected_tests: ['test/far.test.ts', 'test/auth.test.ts'] };
  const named = { symbols_changed: login.touched_symbols, affected_tests: lists.affected_tests };
  const asked = { receipt, files: [], ...named, vouch: voucher(world)(lists) };
  const other = { ...asked, affected_tests: [] };
  assert.is((await unrecorded(world, other)).status, 400, 'the vouch is not for this list');
  const refused = await unrecorded(world, asked);
  assert.is(refused.status, 409);
  assert.match(refused.message, /not run: test\/far\.test\.ts\. Run it too/);
  await allowGaps(world, 'allowed');
  const recorded = await record(world, asked);
  assert.equal([recorded.verified, recorded.left_out], [true, ['test/far.test.ts']]);
});

scenario('GAT-11', 'a commit that names other files than the run is compared', async (world) => {
  await startShop(world);
  const receipt = await receiptFor(world, { touched_files: ['docs/x.md'] });
  const refused = await unrecorded(world, { receipt, symbols_changed: login.touched_symbols });
  assert.is(refused.status, 409);
  assert.match(refused.message, /not run: test\/pay\.test\.ts/);
  assert.is((await record(world, { receipt })).left_out, undefined);
});

scenario('GAT-11', 'gaps that are refused after the receipt are refused', async (world) => {
  await startShop(world);
  await allowGaps(world, 'allowed');
  const receipt = await receiptFor(world, login);
  await allowGaps(world, 'refused');
  const refused = await unrecorded(world, { receipt });
  assert.is(refused.status, 409);
  assert.match(refused.message, /not run: test\/pay\.test\.ts/);
});

scenario('GAT-11', 'a test file that the commit deleted is not asked for', async (world) => {
  await startShop(world);
  await publish(world, 'ada', [fileOf('test/pay.test.ts', [])]);
  const touched_files = ['test/pay.test.ts', 'test/never-known.test.ts', 'test/auth.test.ts'];
  assert.is((await confirm(world, { touched_files })).phase, 'confirmed');
  const other = { touched_files, commit_sha: sha('two'), test_results: [ran('test/x.test.ts')] };
  assert.equal((await confirm(world, other)).left_out, ['test/auth.test.ts']);
});

async function allowGaps(world: World, test_gaps: 'allowed' | 'refused'): Promise<void> {
  await world.as('ada').ok('changeWorkspace', { id: world.workspace.id, test_gaps });
}

test('GAT-11: results are compared by canonical path, absolute ones by their end', () => {
  const left = (file: string) => leftOutOf(['test/Pay.test.ts'], [ran(file)] as never).length;
  for (const file of [
    'test/Pay.test.ts',
    './test//pay.TEST.ts',
    'test\\Pay.test.ts',
    '/home/ada/shop/test/Pay.test.ts',
    'file:///home/ada/shop/test/Pay.test.ts',
    'C:\\shop\\test\\Pay.test.ts',
  ])
    assert.is(left(file), 0, file);
  for (const file of ['Pay.test.ts', 'shop/test/Pay.test.ts', '/test/Pay.test.ts.bak', '__proto__'])
    assert.is(left(file), 1, file);
});

test.run();
