import { now } from '../state/clock.ts';
import { dayWithYear, wholeTime } from './dates.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `now`, `4 min`, `3 h`, `5 d`, and the date of what is older than a month. */
export function since(at: number, nowMs: number): string {
  const passed = nowMs - at;
  if (passed < minuteMs) return 'now';
  if (passed < hourMs) return `${Math.floor(passed / minuteMs)} min`;
  if (passed < dayMs) return `${Math.floor(passed / hourMs)} h`;
  if (passed < 30 * dayMs) return `${Math.floor(passed / dayMs)} d`;
  return dayWithYear(at);
}

interface TimeProps {
  /** A timestamp of the interface, or milliseconds since the Unix epoch. */
  readonly at: string | number;
}

/** How long ago; the whole date is in its title. */
export function Ago({ at }: TimeProps) {
  const date = new Date(at);
  return (
    <time class="numbers nowrap" dateTime={date.toISOString()} title={wholeTime(date)}>
      {since(date.getTime(), now.value)}
    </time>
  );
}

/** How many minutes are left until then; what is over is `0 min`. */
export function Left({ at }: TimeProps) {
  const date = new Date(at);
  const minutes = Math.max(0, Math.ceil((date.getTime() - now.value) / minuteMs));
  return (
    <time class="numbers nowrap" dateTime={date.toISOString()} title={wholeTime(date)}>
      {minutes} min left
    </time>
  );
}
