import { useMemo } from 'preact/hooks';
import { describeEvent, isRoutine, type FeedEvent } from '../../../shared/feed/sentence.ts';
import type { Team } from './team.ts';
import { timeOfDay } from './time-of-day.ts';

interface FeedProps extends Pick<Team, 'sessions'> {
  readonly events: readonly FeedEvent[];
}

/** What happens, from the moment the page was opened. */
export function Feed({ events, sessions }: FeedProps) {
  const names = useMemo(() => new Map(sessions.map((one) => [one.id, one.user_name])), [sessions]);
  const shown = events.filter((event) => !isRoutine(event));
  return (
    <section aria-labelledby="feed">
      <h2 id="feed">What happens</h2>
      {shown.length === 0 && <p class="quiet">Nothing since this page was opened.</p>}
      <ol aria-live="polite">
        {shown.map((event) => (
          <li key={event.seq}>
            <time dateTime={event.at}>{timeOfDay(event.at)}</time> {describeEvent(event, names)}
          </li>
        ))}
      </ol>
    </section>
  );
}
