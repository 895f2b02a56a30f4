/** WST-5: how far each workstream is; WST-3: what was retracted of it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { receiptFor, record, sha, startStream, stream } from '../gate/steps.ts';
import { relayScenario as scenario } from '../support/scenario.ts';

scenario(
  'WST-5',
  'the list of workstreams says how many tasks are done and which commits were recorded',
  async (world) => {
    await startStream(world);
    await startStream(world, 'empty');
    const { id } = world.workspace;
    const ada = world.as('ada');
    const add = async (title: string) =>
      (await ada.ok('createTask', { id, workstream: stream, title })).id;
    const [one, two] = [await add('one'), await add('two'), await add('three')];
    await ada.ok('changeTask', { id, task_id: one, status: 'done' });
    await ada.ok('changeTask', { id, task_id: two, status: 'cancelled' });
    await record(world, { receipt: await receiptFor(world) });
    world.clock.advance(1_000);
    const last_commit_at = new Date(world.clock.now()).toISOString();
    const commit_sha = sha('two');
    await record(world, { commit_sha, receipt: await receiptFor(world, { commit_sha }) });
    world.clock.advance(1_000);
    const third = { commit_sha: sha('three') };
    const receipt = await receiptFor(world, third);
    await record(world, { ...third, receipt });
    await ada.ok('retractReceipt', { id, receipt });
    const { workstreams } = await world.as('cleo').ok('listWorkstreams', { id });
    assert.equal(Object.fromEntries(workstreams.map(({ slug, progress }) => [slug, progress])), {
      [stream]: { tasks_done: 1, tasks_total: 2, commits: 2, last_commit_at },
      empty: { tasks_done: 0, tasks_total: 0, commits: 0 },
    });
    const read = await world.as('cleo').ok('getWorkstream', { id, slug: stream, progress: true });
    assert.equal(read.progress, workstreams.find(({ slug }) => slug === stream)?.progress);
  },
);

scenario(
  'WST-3',
  'the plan names a commit that was retracted, and how to undo it',
  async (world) => {
    await startStream(world);
    const { id } = world.workspace;
    const ada = world.as('ada');
    await record(world, { receipt: await receiptFor(world) });
    const commit_sha = sha('two');
    const receipt = await receiptFor(world, { commit_sha });
    await record(world, { commit_sha, receipt });
    assert.equal((await ada.ok('completeWorkstream', { id, slug: stream })).blockers, []);
    await ada.ok('retractReceipt', { id, receipt });
    const { blockers } = await ada.ok('completeWorkstream', { id, slug: stream });
    assert.equal(blockers, [
      `${commit_sha.slice(0, 12)} was retracted. Unless it is reverted already, it would be merged: git revert --no-edit ${commit_sha}`,
    ]);
  },
);

test.run();
