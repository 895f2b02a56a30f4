import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import type { Client } from '../../../../shared/api/caller.ts';
import type { Output } from '../../../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { follow } from './follow.ts';
import { afterEvents, noWork, teamOf, workOf, type Team } from './team.ts';

/** How fresh what is shown is; `asOf` is when the service gave its last sign, in milliseconds since the Unix epoch. */
export type Link =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | { readonly state: 'lost'; readonly asOf: number };

export type Counts = Output<'summary'>;

export interface LiveOptions {
  readonly client: Client;
  readonly workspaceId: string;
  onTurnedDown(status: 401 | 404): Promise<void>;
}

/** Events come in bursts; what they change is shown once for all of them. */
const gatherMs = 32;
const countsPauseMs = 1_000;
const loadAgainMs = 1_000;
const keptEvents = 2_000;
const firstEvents = 300;
const livePage = 10_000;

/**
 * DSH-1: one workspace as it is now. The lists are asked for once; from then on the log keeps them up. They are asked for again
 * only when the log no longer has what was missed.
 */
export class Live {
  private readonly work = signal(noWork);
  readonly team: ReadonlySignal<Team> = computed(() => teamOf(this.work.value));
  readonly link = signal<Link>({ state: 'connecting' });
  /** The newest events first, from the log and then as they happen. */
  readonly log = signal<readonly LogEvent[]>([]);
  /** What there is how often, by the service's own count. */
  readonly counts = signal<Counts | undefined>(undefined);
  /** How often everything was loaded: 0 before the first time. Lists of views load again when it grows. */
  readonly loaded = signal(0);
  private readonly stopping = new AbortController();
  private readonly listeners = new Set<(events: readonly LogEvent[]) => void>();
  private waiting: LogEvent[] = [];
  private gathering: ReturnType<typeof setTimeout> | undefined;
  private counting: ReturnType<typeof setTimeout> | undefined;
  private lastSignAt = Date.now();
  /** What comes while the lists are asked for waits: they may be older, and replace what is shown. */
  private isLoading = true;

  constructor(private readonly options: LiveOptions) {
    void follow({
      ...options,
      signal: this.stopping.signal,
      onStart: () => void this.load(),
      onResumed: () => (this.link.value = { state: 'live' }),
      onEvent: (event) => this.gather(event),
      timeOf: (seq) => this.log.peek().find((event) => event.seq === seq)?.at,
      onSign: () => (this.lastSignAt = Date.now()),
      onLost: () => this.lost(),
    });
  }

  /** Calls with the events of each burst, in their order, after the team has changed by them; answers how to stop. */
  onEvents(listener: (events: readonly LogEvent[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Aborted when the person has left the workspace, or has signed out. */
  get ended(): AbortSignal {
    return this.stopping.signal;
  }

  stop(): void {
    this.stopping.abort();
    clearTimeout(this.gathering);
    clearTimeout(this.counting);
  }

  /** The feed is open: what is listed now and what comes from it overlap, and events apply twice without harm. */
  private async load(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.isLoading = true;
    const loaded = await loadAll(this.options);
    if (isRefusal(loaded)) return void setTimeout(() => void this.load(), loadAgainMs);
    this.work.value = workOf(loaded.sessions, loaded.reservations);
    this.log.value = loaded.events;
    this.counts.value = loaded.counts;
    this.link.value = { state: 'live' };
    this.loaded.value += 1;
    this.isLoading = false;
    this.apply();
  }

  private gather(event: LogEvent): void {
    this.waiting.push(event);
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      if (!this.isLoading) this.apply();
    }, gatherMs);
  }

  private apply(): void {
    const events = this.waiting;
    if (events.length === 0) return;
    this.waiting = [];
    const newest = this.log.value[0]?.seq ?? -1;
    const unseen = events.filter(({ seq }) => seq > newest).reverse();
    this.work.value = afterEvents(this.work.value, events);
    this.log.value = [...unseen, ...this.log.value].slice(0, keptEvents);
    for (const listener of this.listeners) listener(events);
    this.counting ??= setTimeout(() => void this.count(), countsPauseMs);
  }

  private async count(): Promise<void> {
    const { client, workspaceId: id } = this.options;
    // What happens from here on is counted again.
    this.counting = undefined;
    const counts = await client.call('summary', { id });
    if (!isRefusal(counts)) this.counts.value = counts;
  }

  private lost(): void {
    if (this.link.value.state === 'live')
      this.link.value = { state: 'lost', asOf: this.lastSignAt };
  }
}

interface Loaded {
  readonly sessions: Output<'listSessions'>;
  readonly reservations: Output<'listReservations'>;
  readonly events: readonly LogEvent[];
  readonly counts: Counts;
}

async function loadAll({ client, workspaceId: id }: LiveOptions): Promise<Loaded | Refusal> {
  const [sessions, reservations, history, counts] = await Promise.all([
    wholeList(client, 'listSessions', id),
    wholeList(client, 'listReservations', id),
    client.call('listEvents', { id, limit: firstEvents }),
    client.call('summary', { id }),
  ]);
  if (isRefusal(sessions)) return sessions;
  if (isRefusal(reservations)) return reservations;
  if (isRefusal(history)) return history;
  if (isRefusal(counts)) return counts;
  return { sessions, reservations, events: history.events as LogEvent[], counts };
}

/** All pages of a list of what is live. */
async function wholeList<Name extends 'listSessions' | 'listReservations'>(
  client: Client,
  name: Name,
  id: string,
): Promise<Output<Name> | Refusal> {
  const all: unknown[] = [];
  let before: string | undefined;
  do {
    const input = { id, limit: livePage, ...(before !== undefined && { before }) };
    before = undefined;
    const onNextCursor = (cursor: string) => (before = cursor);
    const page = await client.call<'listSessions' | 'listReservations'>(name, input, {
      onNextCursor,
    });
    if (isRefusal(page)) return page;
    all.push(...page);
  } while (before !== undefined);
  return all as Output<Name>;
}
