import { dayInFull } from '../../../kit/dates.ts';
import type { Line, Run } from '../../../state/runs.ts';

export interface Deed {
  readonly line: Line;
  /** Empty for what a person did without a session. */
  readonly sessionId: string;
}

export interface Day {
  /** In words of the reader's language. */
  readonly day: string;
  /** The newest first. */
  readonly deeds: readonly Deed[];
}

/** The lines of runs, newest first, by the day on which they happened where the reader is. */
export function daysOf(runs: readonly Run[]): Day[] {
  const days: { day: string; deeds: Deed[] }[] = [];
  for (const { lines, sessionId } of runs)
    for (const line of lines) {
      const day = dayOf(line.at);
      const last = days.at(-1);
      if (last?.day === day) last.deeds.push({ line, sessionId });
      else days.push({ day, deeds: [{ line, sessionId }] });
    }
  return days;
}

function dayOf(at: string): string {
  return dayInFull(Date.parse(at));
}
