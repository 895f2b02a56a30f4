import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { LogEvent, EventType } from '../../../../shared/contract/events/events.ts';
import { isRoutine } from '../../../../shared/feed/sentence.ts';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { usePlace } from '../place/place.ts';
import { useKeptUp } from './record.ts';

interface EventPage {
  readonly events: readonly LogEvent[];
  readonly next?: string | undefined;
}

/** A page of a filtered log may be short, and much of one may be routine. */
const enough = 25;
const mostPages = 4;
/** How many a history keeps while it grows by itself: a page that is left open stays as fast as it began. */
const mostKept = 200;
/** Beyond that, so that the oldest go together and not one by one: what is drawn by agents changes at both ends then. */
const spare = 100;

/**
 * What the log says, newest first, without what is routine: its end is loaded page by page, and new events are added as they
 * happen. DSH-46: then the oldest go, beyond 200 or what was asked for; they are loaded again like what is older.
 */
export class History {
  readonly state = signal<'loading' | 'ready' | Refusal>('loading');
  readonly hasMore = signal(false);
  readonly isLoaded = signal(false);
  readonly items = signal<readonly LogEvent[]>([]);
  private next: string | undefined;
  private most = mostKept;
  private isPaging = false;
  /** What came while the first page was asked for. */
  private early: LogEvent[] = [];

  constructor(
    private readonly ask: (before: string | undefined) => Promise<EventPage | Refusal>,
    /** Whether an event belongs here. */
    private readonly belongs: (event: LogEvent) => boolean,
  ) {}

  known = () => this.state.peek();

  /** Begins with what is the newest now. */
  async load(): Promise<void> {
    this.state.value = 'loading';
    const page = await this.ask(undefined);
    if (isRefusal(page)) return void (this.state.value = page);
    this.most = mostKept;
    this.items.value = told(page.events);
    this.turn(page);
    this.follow(this.early.splice(0));
    await this.fillUp();
  }

  async more(): Promise<void> {
    if (this.isPaging) return;
    const before = this.items.value.length;
    await this.page();
    if (this.items.value.length === before) await this.fillUp();
    this.most = Math.max(this.most, this.items.value.length);
  }

  /** Events of the log in their order; those that are known already are left out. */
  follow(events: readonly LogEvent[]): void {
    if (this.state.peek() === 'loading') return void this.early.push(...events);
    const newest = this.items.peek()[0]?.seq ?? 0;
    const fresh = told(events).filter((event) => event.seq > newest && this.belongs(event));
    if (fresh.length > 0) this.keep([...fresh.reverse(), ...this.items.peek()]);
  }

  /** While a page is asked for nothing goes, as the page follows the oldest that is kept. */
  private keep(events: readonly LogEvent[]): void {
    if (this.isPaging || events.length <= this.most + spare)
      return void (this.items.value = events);
    this.items.value = events.slice(0, this.most);
    this.next = String(events[this.most - 1]?.seq);
    this.hasMore.value = true;
  }

  private async fillUp(): Promise<void> {
    for (let pages = 0; pages < mostPages && this.hasMore.peek(); pages++) {
      if (this.items.peek().length >= enough) return;
      await this.page();
    }
  }

  private async page(): Promise<void> {
    if (this.next === undefined) return;
    this.isPaging = true;
    const page = await this.ask(this.next);
    this.isPaging = false;
    if (isRefusal(page)) return void (this.state.value = page);
    this.items.value = [...this.items.peek(), ...told(page.events)];
    this.turn(page);
  }

  private turn({ next }: EventPage): void {
    this.next = next;
    this.hasMore.value = next !== undefined;
    this.state.value = 'ready';
    this.isLoaded.value = true;
  }
}

function told(events: readonly LogEvent[]): LogEvent[] {
  return events.filter((event) => !isRoutine(event));
}

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
  return useKeptUp(live, history);
}
