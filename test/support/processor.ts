/**
 * Milliseconds of processor that this process has used. A limit for work in this process is compared with the difference of
 * two of these: what else runs on the machine does not count.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
