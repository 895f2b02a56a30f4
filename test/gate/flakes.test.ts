import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { minutes } from '../support/fake-clock.ts';
import { scenario } from '../support/scenario.ts';
import {
  confirm,
  failed,
  machine,
  passed,
  receiptFor,
  renamed,
  sha,
  startStream,
} from './steps.ts';

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

test.run();
