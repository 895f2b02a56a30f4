/** `npm run fuzz:link -- [LIES] [SEED]`: lets a relay lie to a daemon, 100,000 times unless said otherwise. */
import { fuzzLink } from './fuzz.ts';

const [lies = 100_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
console.log(`${lies} lies, seed ${seed}`);
const { log, ...report } = await fuzzLink({
  lies,
  seed,
  onRound: ({ lies: told, worstHook, worstMemory, worstFollow }) =>
    console.log(
      `${told}: worst hook ${worstHook.toFixed(1)} ms, ${worstMemory.toFixed(0)} MiB, followed again after ${worstFollow.toFixed(0)} ms`,
    ),
});
console.log(JSON.stringify(report, undefined, 2));
if (!report.alive) console.log(log.slice(-2_000));
process.exitCode = report.alive && report.worstFollow < 5_000 ? 0 : 1;
