import type { LogEvent } from '../../../../../shared/contract/events/events.ts';
import type { History } from '../../state/history.ts';
import { More } from './more.tsx';
import { Ago } from '../time.tsx';
import './past.css';

interface PastProps {
  readonly history: History;
  /** What an event says about the record whose page it stands in. */
  sentence(event: LogEvent): string;
}

/** What happened to a record, the newest first, each as a sentence. */
export function Past({ history, sentence }: PastProps) {
  const events = history.items.value;
  return (
    <>
      {events.length === 0 && history.state.value === 'ready' && (
        <p class="faint">The log goes not back so far.</p>
      )}
      <ol class="past" aria-label="History, the newest first">
        {events.map((event) => (
          <li key={event.seq}>
            <span>{sentence(event)}</span>
            <span class="faint">
              <Ago at={event.at} />
            </span>
          </li>
        ))}
      </ol>
      <More list={history} />
    </>
  );
}
