/** RSV-20: how the relay's clock was set, in milliseconds since the Unix epoch. */
export interface ClockJump {
  readonly from: number;
  readonly to: number;
}

/** How long after a jump people are told of it. */
export const jumpToldForMs = 60 * 60_000;

/** For people: what happened, and what became of the reservations. */
export function jumpSentence({ from, to }: ClockJump): string {
  const at = `${new Date(to).toISOString().slice(11, 16)} UTC`;
  const by = span(Math.abs(to - from));
  return to > from
    ? `The relay's clock went forward by ${by} at ${at}; holds were kept.`
    : `The relay's clock went back by ${by} at ${at}; long holds were shortened.`;
}

function span(ms: number): string {
  const hours = ms / 3_600_000;
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return hours >= 1 ? `${Math.round(hours * 10) / 10} h` : `${Math.round(ms / 60_000)} min`;
}
