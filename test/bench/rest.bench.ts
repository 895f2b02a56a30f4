import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Bench } from './support/bench.ts';
import { alone } from './support/report.ts';
import { makeRepository, sourceText } from './support/repository.ts';
import { startDaemon, startTeam, untilStatus } from './support/team.ts';

const files = 1_000;
const settleMs = 3_000;
/** A minute, unless measurements are to be shorter than they are by default. */
const restPerMeasurement = 40;

/** What the daemon takes from the machine while nobody asks it anything. */
export const bench: Bench = {
  name: 'rest',
  run: async (context) => {
    const { directory, durationMs } = context;
    const team = await startTeam(context);
    const root = await makeRepository(join(directory, 'shop'), sources());
    const daemon = await startDaemon(context, team, { root, home: join(directory, 'home') });
    await untilStatus(daemon, ({ index }) => index.files === files && index.pending === 0);
    await delay(settleMs);

    const restMs = durationMs * restPerMeasurement;
    const before = await usageOf(daemon.pid);
    await delay(restMs);
    const after = await usageOf(daemon.pid);
    const shareOfCpu = ((after.cpuMs - before.cpuMs) / restMs) * 100;
    const note = `a repository of ${files} files`;
    return [
      alone(after.residentBytes / 1e6, { name: 'memory at rest', unit: 'MB', limit: 130, note }),
      alone(shareOfCpu, {
        name: 'CPU at rest',
        unit: '%',
        note: `of one core, over ${Math.round(restMs / 1000)} s`,
      }),
    ];
  },
};

function sources(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: files }, (_, index) => [`src/file-${index}.ts`, sourceText(100)]),
  );
}

type Usage = { residentBytes: number; cpuMs: number };

async function usageOf(pid: number): Promise<Usage> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=,time=', '-p', `${pid}`]);
  const [kilobytes = '', time = ''] = stdout.trim().split(/\s+/);
  const cpuMs = (await ticksOf(pid)) ?? millisecondsOf(time);
  return { residentBytes: Number(kilobytes) * 1024, cpuMs };
}

/** Linux gives hundredths of a second here, where its `ps` gives whole ones; macOS has them in `ps`. */
async function ticksOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}

/** `[[days-]hours:]minutes:seconds[.fraction]`. */
function millisecondsOf(time: string): number {
  const [clock = '', days = '0'] = time.split('-').toReversed();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + seconds) * 1000;
}
