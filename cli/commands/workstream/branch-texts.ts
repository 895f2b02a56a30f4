import { asData } from '../../../shared/kernel/display.ts';

/** Making and pushing the branch takes its time. */
export const gitTimeoutMs = 60_000;

/** What was done, and on a line of its own what became of the branch, where a daemon says it. */
export function lines(first: string, second: string | undefined): string {
  return second === undefined ? `${first}.` : `${first}.\n${asData(second, 1_500)}`;
}
