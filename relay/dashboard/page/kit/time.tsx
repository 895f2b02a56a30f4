import { now } from '../state/clock.ts';

// Made once: formats are slow to make, and a list has hundreds of times.
const hoursAndMinutes = new Intl.DateTimeFormat([], {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const dateAndTime = new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'medium' });

/** `14:38`, of a time in milliseconds since the Unix epoch. */
export function timeOfDay(at: number): string {
  return hoursAndMinutes.format(at);
}

/** The date and the time to the second. */
export function wholeTime(at: number | Date): string {
  return dateAndTime.format(at);
}

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
  return new Date(at).toLocaleDateString([], { day: 'numeric', month: 'short', year: 'numeric' });
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
