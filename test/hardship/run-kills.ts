import { randomFrom } from '../support/random.ts';
import { situations } from './kill-moments.ts';

export interface KillOptions {
  readonly moments: number;
  readonly seed: number;
  /** Situations that are tried beside each other. */
  readonly atOnce: number;
  /** Told after each moment. */
  onProgress?(done: number, failures: number): void;
}

export interface KillReport {
  readonly moments: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

/** DUR-1, DUR-7: kills relays and daemons at random moments, in turn in each situation. Every next start has to work. */
export async function runKills({
  moments,
  seed,
  atOnce,
  onProgress,
}: KillOptions): Promise<KillReport> {
  const all = situations();
  const counts: Record<string, number> = Object.fromEntries(all.map(({ name }) => [name, 0]));
  const failures: string[] = [];
  const random = randomFrom(seed);
  const queues = all.map((situation, at) => ({
    situation,
    left: Math.floor(moments / all.length) + (at < moments % all.length ? 1 : 0),
  }));
  let done = 0;
  const work = async () => {
    for (let queue = queues.shift(); queue !== undefined; queue = queues.shift()) {
      const { situation, left } = queue;
      for (let moment = 0; moment < left; moment += 1) {
        try {
          await situation.kill(random);
        } catch (error) {
          failures.push(`${situation.name}, moment ${moment}: ${String(error)}`);
        }
        counts[situation.name] = moment + 1;
        onProgress?.((done += 1), failures.length);
      }
      await situation.end();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { moments: counts, failures };
}
