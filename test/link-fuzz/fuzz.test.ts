import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fuzzLink } from './fuzz.ts';

test('OFF-5, LNK-1, LNK-4: a daemon outlives 1,000 lies of its relay, answers hooks meanwhile, and follows the truth again', async () => {
  const report = await fuzzLink({ lies: 1_000, seed: 4 });
  const said = JSON.stringify({ ...report, log: report.log.slice(-600) });
  assert.ok(report.alive, said);
  assert.ok(report.worstFollow < 5_000, said);
  // Beside other tests the machine itself may be slower than that.
  assert.ok(report.hooks99 < Math.max(50, 3 * report.honestHooks99), said);
  assert.ok(report.worstMemory < report.memoryBefore + 200, said);
});

test.run();
