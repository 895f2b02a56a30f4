import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { EventType, LogEvent } from '../../../../shared/contract/events.ts';
import { isRoutine } from '../../../../shared/feed/sentence.ts';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';

interface EventPage {
  readonly events: readonly LogEvent[];
  readonly next?: string | undefined;
}

const pageSize = 100;
/** A page of a filtered log may be short, and much of one may be routine. */
const enough = 25;
const mostPages = 4;

/** What the log says, newest first: its end is loaded page by page, and new events are added as they happen. */
export class History {
  readonly state = signal<'loading' | 'ready' | Refusal>('loading');
  readonly hasMore = signal(false);
  private readonly known = signal<readonly LogEvent[]>([]);
  private next: string | undefined;
  /** What came while the first page was asked for. */
  private early: LogEvent[] = [];

  constructor(
    private readonly ask: (before: string | undefined) => Promise<EventPage | Refusal>,
    /** Whether an event belongs here. */
    private readonly belongs: (event: LogEvent) => boolean,
  ) {}

  get items(): ReadonlySignal<readonly LogEvent[]> {
    return this.known;
  }

  /** Begins with what is the newest now. */
  async load(): Promise<void> {
    this.state.value = 'loading';
    const page = await this.ask(undefined);
    if (isRefusal(page)) return void (this.state.value = page);
    this.known.value = page.events;
    this.turn(page);
    this.add(this.early.splice(0));
    await this.fillUp();
  }

  async more(): Promise<void> {
    const before = this.known.value.length;
    await this.page();
    if (this.known.value.length === before) await this.fillUp();
  }

  /** Events of the log in their order; those that are known already are left out. */
  add(events: readonly LogEvent[]): void {
    if (this.state.peek() === 'loading') return void this.early.push(...events);
    const newest = this.known.peek()[0]?.seq ?? 0;
    const fresh = events.filter((event) => event.seq > newest && this.belongs(event));
    if (fresh.length > 0) this.known.value = [...fresh.reverse(), ...this.known.peek()];
  }

  private async fillUp(): Promise<void> {
    for (let pages = 0; pages < mostPages && this.hasMore.peek(); pages++) {
      if (this.known.peek().filter((event) => !isRoutine(event)).length >= enough) return;
      await this.page();
    }
  }

  private async page(): Promise<void> {
    if (this.next === undefined) return;
    const page = await this.ask(this.next);
    if (isRefusal(page)) return void (this.state.value = page);
    this.known.value = [...this.known.peek(), ...page.events];
    this.turn(page);
  }

  private turn({ next }: EventPage): void {
    this.next = next;
    this.hasMore.value = next !== undefined;
    this.state.value = 'ready';
  }
}

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
  return history;
}
