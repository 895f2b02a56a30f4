/** The short form of `npm run hardship -- kills`. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runKills } from './run-kills.ts';

test('DUR-1 relays and daemons that are killed while they start, upgrade and work start again with all that was acknowledged', async () => {
  const { failures } = await runKills({ moments: 12, seed: 1, atOnce: 2 });
  assert.equal(failures, []);
});

test.run();
