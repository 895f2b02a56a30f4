import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fuzzLink } from './fuzz.ts';

test('OFF-5, LNK-1, LNK-4: a daemon outlives 1,000 lies of its relay, answers hooks meanwhile, and follows the truth again', async () => {
  const report = await fuzzLink({ lies: 1_000, seed: 4 });
  const said = JSON.stringify({ ...report, log: report.log.slice(-600) });
  assert.ok(report.alive, said);
  assert.ok(report.worstFollow < 5_000, said);
  // A client waits 3.5 s for a hook (HOK-1). How fast they are is what `npm run fuzz:link` measures, on a quiet machine.
  assert.ok(report.worstHook < 1_000, said);
  assert.ok(report.worstMemory < report.memoryBefore + 200, said);
});

test.run();
