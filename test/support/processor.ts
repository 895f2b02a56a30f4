/**
 * Milliseconds of processor that this process has used. A limit for work in this process is compared with the difference of
 * two of these: what else runs on the machine does not count.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds of processor that the work takes. */
export function cpuMsOf(work: () => unknown): number {
  const before = cpuMs();
  work();
  return cpuMs() - before;
}

/**
 * The least of at most three measurements in milliseconds; the first below the limit is the last. Work that is too slow is so
 * each time, while a compilation or a collection of memory that falls into one of them is not the work's own.
 */
export function leastMs(limitMs: number, measure: () => number): number {
  let least = Infinity;
  for (let tries = 0; tries < 3 && least >= limitMs; tries++) least = Math.min(least, measure());
  return least;
}
