/**
 * What a bad day does to coord, with the built command. Not part of `npm test`.
 *
 * - `npm run hardship -- kills [--moments 500] [--seed 1]`: `kill -9` at random moments.
 * - `npm run hardship -- disks`: a full and a read-only disk; needs root, for the mounts.
 */
import { parseArgs } from 'node:util';
import { runDisks } from './run-disks.ts';
import { runKills } from './run-kills.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    moments: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
});
const [what = 'kills'] = positionals;
const failures = what === 'disks' ? await runDisks() : await kills();
for (const failure of failures) console.log(`FAIL ${failure}`);
console.log(failures.length === 0 ? 'All is well.' : `${failures.length} failed.`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function kills(): Promise<readonly string[]> {
  const [moments, seed] = [Number(values.moments), Number(values.seed)];
  console.log(`${moments} moments, seed ${seed}`);
  const startedMs = performance.now();
  const report = await runKills({
    moments,
    seed,
    atOnce: 2,
    onProgress(done, failed) {
      if (done % 10 === 0 || done === moments)
        console.log(`${done} of ${moments}: ${failed} failed`);
    },
  });
  for (const [name, count] of Object.entries(report.moments)) console.log(`${count}  ${name}`);
  console.log(`${Math.round((performance.now() - startedMs) / 1_000)} s`);
  return report.failures;
}
