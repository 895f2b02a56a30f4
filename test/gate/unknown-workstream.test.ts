/** TSK-4, GAT-13: the lists of a workstream that does not exist for who asks. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scenario } from '../support/scenario.ts';
import { startStream, stream } from './steps.ts';

for (const [rule, operation] of [
  ['TSK-4', 'listTasks'],
  ['GAT-13', 'listCommits'],
  ['GAT-13', 'listGateRuns'],
] as const)
  scenario(rule, `${operation}: a workstream that does not exist has no list`, async (world) => {
    await startStream(world);
    await startStream(world, 'secret', { visibility: 'private' });
    const { id } = world.workspace;
    const bob = world.as('bob');
    await bob.ok(operation, { id, workstream: stream });
    await world.as('ada').ok(operation, { id, workstream: 'secret' });
    for (const workstream of ['nope', 'secret']) {
      const { status, error, message } = await bob.refused(operation, { id, workstream });
      assert.equal([status, error], [404, 'NotFound']);
      assert.match(message, `No workstream is called ${workstream}. workstream_list shows them.`);
    }
  });

test.run();
