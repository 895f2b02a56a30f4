/** The day of a moment, `YYYY-MM-DD` in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A moment of a day: deadlines that are said count from it (MTG-5). */
export function momentOfDay(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}
