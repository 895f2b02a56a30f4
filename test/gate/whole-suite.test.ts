/** GAT-11: results of less than the whole suite, where that was asked for. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { suiteNote } from '../../relay/gate/suite-note.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario as scenario } from '../support/scenario.ts';
import { commits, confirm, machine, receiptFor, record, startStream, voucher } from './steps.ts';

const rates = { touched_files: ['pricing/rates.py'] };
const suite = {
  reason: 'pricing/rates.py is no TypeScript or JavaScript, and no test is known to read it',
  tests: ['test/auth.test.ts', 'pricing/test_rates.py'],
};
const note = `The whole suite was asked for: ${suite.reason}. The results name 1 of 2 test files that are known, and not pricing/test_rates.py.`;
const both = suite.tests.map((test_file) => ({ test_file, test_name: 'works', status: 'passed' }));

/** A daemon says that the whole suite is to be run. */
function asked(world: World): Input {
  const lists = { ...rates, affected_tests: [] };
  return { ...lists, suite, vouch: voucher(world)(lists) };
}

async function runOf(world: World) {
  const { runs } = await world.as('cleo').ok('listGateRuns', { id: world.workspace.id });
  return runs[0];
}

scenario('GAT-11', 'answer, run and commit say that not all of it was run', async (world) => {
  await startStream(world);
  const answer = await confirm(world, asked(world));
  assert.equal([answer.phase, answer.verified, answer.left_out], ['confirmed', true, undefined]);
  assert.is(answer.reason, note);
  assert.is((await runOf(world))?.reason, note);
  assert.is((await record(world, { receipt: answer.receipt_id })).tests_note, note);
  assert.is((await commits(world))[0]?.tests_note, note);
});

scenario('GAT-11', 'who ran every test that is known is told nothing', async (world) => {
  await startStream(world);
  const answer = await confirm(world, { ...asked(world), test_results: both });
  assert.equal([answer.phase, answer.reason], ['confirmed', undefined]);
  assert.is((await runOf(world))?.reason, undefined);
  assert.is((await record(world, { receipt: answer.receipt_id })).tests_note, undefined);
  assert.is((await commits(world))[0]?.tests_note, undefined);
});

scenario('GAT-11', 'an attested run without results is not compared', async (world) => {
  await startStream(world);
  const attested = { attestation: machine()(), test_results: undefined };
  const answer = await confirm(world, { ...asked(world), ...attested });
  assert.equal([answer.phase, answer.reason], ['confirmed', undefined]);
  assert.is((await record(world, { receipt: answer.receipt_id })).tests_note, undefined);
});

scenario('GAT-11', 'a relay alone does not know how many tests there are', async (world) => {
  await startStream(world);
  const answer = await confirm(world, rates);
  assert.equal([answer.phase, answer.left_out], ['confirmed', undefined]);
  assert.match(answer.reason ?? '', /^The whole suite was asked for: pricing\/rates\.py is no /);
  assert.match(answer.reason ?? '', /The results name 1 test file, and which others there are is/);
  const { id } = world.workspace;
  await world.as('ada').ok('changeWorkspace', { id, gate_policy: 'verified' });
  assert.match((await confirm(world, rates)).reason ?? '', /not known\. This workspace records/);
});

scenario('GAT-11', 'what a vouch says at the commit is said of the commit', async (world) => {
  await startStream(world);
  const receipt = await receiptFor(world, { touched_files: ['test/auth.test.ts'] });
  const { vouch, ...lists } = asked(world);
  const named = { files: rates.touched_files, affected_tests: [], suite: lists.suite };
  const recorded = await record(world, { receipt, ...named, vouch });
  assert.equal([recorded.verified, recorded.tests_note], [true, note]);
  assert.is((await commits(world))[0]?.tests_note, note);
  await world.as('ada').ok('retractReceipt', { id: world.workspace.id, receipt, reason: 'wrong' });
  assert.is((await commits(world))[0]?.tests_note, undefined, 'why it was taken back is no note');
});

test('GAT-11: of many test files the first ten are named', () => {
  const tests = Array.from({ length: 12 }, (_, at) => `test/t${at}.test.ts`);
  const said = suiteNote({ reason: 'all', tests }, ['/home/ada/shop/test/t0.test.ts']) ?? '';
  assert.match(
    said,
    'The results name 1 of 12 test files that are known, and not test/t1.test.ts,',
  );
  assert.match(said, /test\/t10\.test\.ts and 1 more\.$/);
  assert.is(suiteNote(undefined, ['a']), undefined);
});

test.run();
