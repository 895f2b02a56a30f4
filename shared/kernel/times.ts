/** `14:52 UTC`. `at` is milliseconds, or a timestamp. */
export function shownTime(at: number | string): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}

/** `2026-11-22 14:52 UTC`. `at` is milliseconds, or a timestamp. */
export function shownMoment(at: number | string): string {
  return `${new Date(at).toISOString().slice(0, 10)} ${shownTime(at)}`;
}

/** The time of day of what happened today, and the day too of what is older. */
export function shownWhen(at: number | string, nowMs: number): string {
  const [day, today] = [at, nowMs].map((one) => new Date(one).toISOString().slice(0, 10));
  return day === today ? shownTime(at) : shownMoment(at);
}
