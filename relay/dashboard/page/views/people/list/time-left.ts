const minuteMs = 60_000;

/** `23 h`, and `12 min` in the last hour; what is over is `0 min`. */
export function timeLeft(until: string, nowMs: number): string {
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - nowMs) / minuteMs));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
