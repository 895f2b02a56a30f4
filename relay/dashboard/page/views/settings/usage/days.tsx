import { figures } from '../../../kit/lists/counts.ts';
import { shortDay } from '../../../kit/dates.ts';
import { heights, type UsageAnswer } from './bars.ts';

/** The days as small bars, the oldest first. */
export function Days({ days }: Pick<UsageAnswer, 'days'>) {
  const high = heights(days.map(({ requests }) => requests));
  return (
    <ol class="usage-days">
      {days.map(({ day, requests }, at) => (
        <li key={day} title={`${dateOf(day)}: ${figures(requests)} requests`}>
          <span class="unseen">
            {dateOf(day)}: {figures(requests)}
          </span>
          <i style={{ height: `${100 * (high[at] ?? 0)}%` }} aria-hidden="true" />
          <span class="faint numbers" aria-hidden="true">
            {Number(day.slice(8))}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A UTC day, in the reader's words. */
function dateOf(day: string): string {
  return shortDay(Date.parse(`${day}T12:00:00Z`));
}
