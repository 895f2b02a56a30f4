/** When changes came and when the radar last looked, in milliseconds. */
export interface ChangeTimes {
  readonly firstChangeMs: number;
  readonly lastChangeMs: number;
  /** When the last round ended. */
  readonly lastRoundMs: number;
}

export interface RoundSchedule {
  /** Nothing has changed for this long. */
  readonly settleMs: number;
  /** The least time between two rounds, and the most that changes which never settle can put one off. */
  readonly everyMs: number;
}

/** When the next round is due: once changes have stopped, and not sooner after the last round than `everyMs`. */
export function nextRoundAt(
  { firstChangeMs, lastChangeMs, lastRoundMs }: ChangeTimes,
  { settleMs, everyMs }: RoundSchedule,
): number {
  const settledMs = Math.min(lastChangeMs + settleMs, firstChangeMs + everyMs);
  return Math.max(settledMs, lastRoundMs + everyMs);
}
