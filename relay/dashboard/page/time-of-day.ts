/** The time of day in the time zone of the browser: `09:05:00`. `at` is milliseconds, or a timestamp. */
export function timeOfDay(at: number | string): string {
  return new Date(at).toLocaleTimeString('en-GB');
}
