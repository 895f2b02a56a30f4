import { knowledgeEvents, type LogEvent } from '../../shared/contract/events.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { selectConventionsAfter, selectConventionsById } from '../conventions/queries.ts';
import { selectDecisionsAfter, selectDecisionsById } from '../decisions/queries.ts';
import { newestSeq } from '../store/event-queries.ts';
import type { Broadcaster } from '../feed/broadcaster.ts';
import { selectLearningsAfter, selectLearningsById } from '../learnings/queries.ts';
import { selectMeetingsAfter, selectMeetingsById } from '../meetings/queries.ts';
import type { Database } from '../store/database.ts';
import { selectSymbolsAfter, selectSymbolsOfFiles } from '../symbol-graph/queries.ts';
import { allWorkspaces } from '../access/queries.ts';
import {
  conventionPassage,
  decisionPassage,
  learningPassage,
  meetingPassage,
  symbolPassage,
} from '../learnings/passages.ts';
import type { Passage, SearchPort } from './port.ts';

export interface FollowerOptions {
  readonly database: Database;
  readonly broadcaster: Broadcaster;
  readonly index: SearchPort;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps the index level with the logs, after the commits and never inside them. An event only says which record to read
 * again, so reading one twice, or late, does no harm; the marker of each workspace lies with the index.
 */
export class SearchFollower {
  private readonly followed = new Map<string, Following>();
  private closed = false;

  constructor(private readonly options: FollowerOptions) {}

  /** How many logs it reads; none of them is a client's stream. */
  get size(): number {
    let size = 0;
    for (const one of this.followed.values()) size += one.isOpen ? 1 : 0;
    return size;
  }

  /** Begins to follow the workspaces that are there; others are followed from their first search on. */
  async start(): Promise<void> {
    for (const workspaceId of await allWorkspaces(this.options.database.reader)) {
      if (!this.closed) this.following(workspaceId);
    }
  }

  /** Resolves when the index has taken in everything up to `seq`, or when the time is up. */
  reached(workspaceId: string, seq: number, timeoutMs: number): Promise<void> {
    return this.closed ? Promise.resolve() : this.following(workspaceId).reached(seq, timeoutMs);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.followed.values()].map((one) => one.close()));
  }

  private following(workspaceId: string): Following {
    let one = this.followed.get(workspaceId);
    if (one === undefined) {
      this.followed.set(workspaceId, (one = new Following(workspaceId, this.options)));
      one.begin();
    }
    return one;
  }
}

const pageSize = 500;
const filesAtOnce = 50;
const mostPending = 10_000;
const retryMs = 2_000;
const closePatienceMs = 3_000;

/** The log of one workspace on its way into the index. */
class Following {
  private seq = -1;
  private marked = -1;
  private pending: LogEvent[] = [];
  private working: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private unfollow: (() => void) | undefined;
  private closed = false;
  private level: (() => void)[] = [];
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly workspaceId: string,
    private readonly options: FollowerOptions,
  ) {}

  get isOpen(): boolean {
    return this.unfollow !== undefined;
  }

  begin(): void {
    this.run(() => this.open('the mark'));
  }

  reached(seq: number, timeoutMs: number): Promise<void> {
    if (this.seq >= seq) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve();
      };
      const check = () => {
        if (this.seq >= seq || this.closed) done();
      };
      const timer = setTimeout(done, timeoutMs);
      this.waiting.add(check);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.unfollow?.();
    clearTimeout(this.retry);
    this.tell();
    await atMost(closePatienceMs, this.working);
  }

  /** One piece of work at a time; what fails is tried again after a while. */
  private run(work: () => Promise<void>): void {
    if (this.working !== undefined || this.retry !== undefined || this.closed) return;
    this.working = work()
      .catch((error: unknown) => this.tryAgain(work, error))
      .finally(() => {
        this.working = undefined;
        if (this.isOpen && this.pending.length > 0) this.run(() => this.takeIn());
      });
  }

  private tryAgain(work: () => Promise<void>, error: unknown): void {
    if (this.closed) return;
    this.options.onError(error);
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.run(work);
    }, retryMs);
    this.retry.unref();
  }

  private async open(from: 'the mark' | 'the records'): Promise<void> {
    const { index, broadcaster } = this.options;
    const mark = from === 'the mark' ? await index.checkpointOf?.(this.workspaceId) : undefined;
    const seq = mark ?? (await this.fill());
    if (this.closed) return;
    this.advance(seq);
    this.marked = seq;
    this.unfollow = broadcaster.follow(this.workspaceId, seq, {
      send: (events) => this.offer(events),
      drained: () => this.drained(),
      lost: () => this.startAnew(),
    });
  }

  /** Everything from the records, for an index that knows nothing or is too far behind for the log. */
  private async fill(): Promise<number> {
    const { database, index } = this.options;
    const { workspaceId } = this;
    const db = database.reader;
    const seq = await newestSeq(db, workspaceId);
    await this.put((page) => selectDecisionsAfter(db, workspaceId, page), decisionPassage, idOf);
    await this.put(
      (page) => selectConventionsAfter(db, workspaceId, page),
      conventionPassage,
      idOf,
    );
    await this.put((page) => selectLearningsAfter(db, workspaceId, page), learningPassage, idOf);
    await this.put((page) => selectMeetingsAfter(db, workspaceId, page), meetingPassage, idOf);
    await this.put(
      (page) => selectSymbolsAfter(db, workspaceId, page),
      symbolPassage,
      ({ key }) => key,
    );
    await index.saveCheckpoint?.(workspaceId, seq);
    return seq;
  }

  private async put<Row>(
    load: (page: { after: string; limit: number }) => Promise<Row[]>,
    toPassage: (row: Row) => Passage,
    positionOf: (row: Row) => string,
  ): Promise<void> {
    for (let after = ''; !this.closed;) {
      const rows = await load({ after, limit: pageSize });
      const last = rows.at(-1);
      if (last === undefined) return;
      await this.options.index.put(rows.map(toPassage));
      after = positionOf(last);
    }
  }

  private offer(events: readonly LogEvent[]): boolean {
    const last = events.at(-1)?.seq ?? this.seq;
    if (this.pending.length === 0 && this.working === undefined && !events.some(isRelevant)) {
      this.advance(last);
      return true;
    }
    this.pending.push(...events);
    this.run(() => this.takeIn());
    return this.pending.length < mostPending;
  }

  private drained(): Promise<void> {
    if (this.pending.length < mostPending) return Promise.resolve();
    return new Promise((resolve) => this.level.push(resolve));
  }

  private async takeIn(): Promise<void> {
    const { index } = this.options;
    while (this.pending.length > 0 && !this.closed) {
      const events = [...this.pending];
      const wanted = recordsIn(events);
      await index.remove(this.workspaceId, wanted.removed);
      await this.putRecords(wanted);
      const { seq } = events.at(-1) as LogEvent;
      if (events.some(isRelevant) && seq > this.marked) {
        await index.saveCheckpoint?.(this.workspaceId, seq);
        this.marked = seq;
      }
      this.pending.splice(0, events.length);
      this.advance(seq);
      for (const resume of this.level.splice(0)) resume();
    }
  }

  private async putRecords(wanted: Wanted): Promise<void> {
    const { decisions, conventions, learnings, meetings, files } = wanted;
    const { database, index } = this.options;
    const { workspaceId } = this;
    const db = database.reader;
    const rows = await selectDecisionsById(db, workspaceId, decisions);
    const rules = await selectConventionsById(db, workspaceId, conventions);
    const notes = await selectLearningsById(db, workspaceId, learnings);
    const held = await selectMeetingsById(db, workspaceId, meetings);
    const passages = [
      ...rows.map(decisionPassage),
      ...rules.map(conventionPassage),
      ...notes.map(learningPassage),
      ...held.map(meetingPassage),
    ];
    if (passages.length > 0) await index.put(passages);
    for (let at = 0; at < files.length; at += filesAtOnce) {
      const fileKeys = files.slice(at, at + filesAtOnce).map(pathKey);
      const symbols = await selectSymbolsOfFiles(db, workspaceId, fileKeys);
      if (symbols.length > 0) await index.put(symbols.map(symbolPassage));
    }
  }

  /** The log no longer has what comes next. */
  private startAnew(): void {
    this.unfollow?.();
    this.unfollow = undefined;
    this.pending = [];
    void (this.working ?? Promise.resolve()).then(() => this.run(() => this.open('the records')));
  }

  private advance(seq: number): void {
    this.seq = Math.max(this.seq, seq);
    this.tell();
  }

  private tell(): void {
    for (const check of [...this.waiting]) check();
  }
}

/** An index that does not answer must not keep the relay from ending; its mark says where to go on. */
async function atMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, patience]);
  clearTimeout(timer);
}

interface Wanted {
  readonly decisions: readonly string[];
  readonly conventions: readonly string[];
  readonly learnings: readonly string[];
  readonly meetings: readonly string[];
  readonly files: readonly string[];
  /** Symbol ids. */
  readonly removed: readonly string[];
}

const relevant: ReadonlySet<LogEvent['type']> = new Set([
  ...knowledgeEvents,
  'decision_proposed',
  'meeting_completed',
  'graph_changed',
]);

function isRelevant({ type }: LogEvent): boolean {
  return relevant.has(type);
}

/** The records that the events are about, each once. */
function recordsIn(events: readonly LogEvent[]): Wanted {
  const decisions = new Set<string>();
  const conventions = new Set<string>();
  const learnings = new Set<string>();
  const meetings = new Set<string>();
  const files = new Set<string>();
  const removed = new Set<string>();
  for (const event of events) {
    if ('decision' in event && event.decision.id !== undefined) decisions.add(event.decision.id);
    if ('convention' in event) conventions.add(event.convention.id);
    if ('learning' in event) learnings.add(event.learning.id);
    if (event.type === 'meeting_completed') meetings.add(event.meeting.id);
    if (event.type !== 'graph_changed') continue;
    for (const id of event.removed) removed.add(id);
    for (const file of event.files) files.add(file);
  }
  return {
    decisions: [...decisions],
    conventions: [...conventions],
    learnings: [...learnings],
    meetings: [...meetings],
    files: [...files],
    removed: [...removed],
  };
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
