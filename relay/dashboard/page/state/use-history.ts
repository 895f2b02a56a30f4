import { useEffect, useMemo } from 'preact/hooks';
import type { EventType, LogEvent } from '../../../../shared/contract/events/events.ts';
import { isRefusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';
import { History } from './history.ts';
import { useLoadAgain } from './load-again.ts';

const pageSize = 100;

/** What of the log is asked for. */
interface Part {
  readonly session?: string;
  /** What this member and their agents did, by the id of the user. */
  readonly user?: string;
  /** What names this: the id of a record, or a path. */
  readonly about?: string;
  /** Types of events, with commas between them. */
  readonly type?: string;
}

/** The history of the workspace, or of one session. */
export function useHistory(session = ''): History {
  return useHistoryOf(
    session === '' ? {} : { session },
    (event) => session === '' || JSON.stringify(event).includes(session),
  );
}

/** What happened to one record, in events of these types. */
export function useHistoryAbout(record: string, types: readonly EventType[]): History {
  const name = JSON.stringify(record);
  return useHistoryOf(
    { about: record, type: types.join(',') },
    (event) => types.includes(event.type) && JSON.stringify(event).includes(name),
  );
}

/** A part of the history; `belongs` says the same of events as they happen. */
export function useHistoryOf(part: Part, belongs: (event: LogEvent) => boolean): History {
  const { live, client, workspace } = usePlace();
  const id = workspace.value.id;
  const history = useMemo(() => {
    const ask = async (before: string | undefined) => {
      const from = before === undefined ? {} : { before };
      const answer = await client.call('listEvents', { id, limit: pageSize, ...part, ...from });
      return isRefusal(answer) ? answer : { events: answer.events, next: answer.next_cursor };
    };
    return new History(ask, belongs);
  }, [client, id, part.session, part.user, part.about, part.type]);
  useEffect(() => live.onEvents((events) => history.add(events)), [history, live]);
  useEffect(() => {
    void history.load();
  }, [history, live.loaded.value]);
  useLoadAgain(
    live,
    () => history.state.peek(),
    () => history.load(),
  );
  return history;
}
