import type { DraftEvent, LogEvent } from '../../shared/contract/events/events.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { Connection } from './database.ts';
import { writeRows } from './rows.ts';
import { insertEvents, updateSeq } from './event-queries.ts';

/** An event with the workspace whose log it belongs to. */
export interface AppendedEvent {
  readonly workspaceId: string;
  readonly event: LogEvent;
}

/**
 * The events that one transaction appends. The workspace's row must be locked first (`open`), so that `seq` has no gap and
 * never goes backwards. `flush` writes events and counters, in the transaction that changed the state.
 */
export class LogWriter {
  readonly appended: AppendedEvent[] = [];
  private readonly seqs = new Map<string, number>();
  private readonly changed = new Set<string>();
  private readonly rows: unknown[][] = [];
  private readonly at: string;

  constructor(private readonly nowMs: number) {
    this.at = toTimestamp(nowMs);
  }

  /** Sets where the log of a workspace continues. Its row must be locked by this transaction. */
  open(workspaceId: string, seq: number): void {
    if (!this.seqs.has(workspaceId)) this.seqs.set(workspaceId, seq);
  }

  /** The seq of the workspace's newest event, those of this transaction included; undefined when its row is not locked. */
  seqOf(workspaceId: string): number | undefined {
    return this.seqs.get(workspaceId);
  }

  /** Gives the draft the next seq of its workspace. */
  append(workspaceId: string, draft: DraftEvent): LogEvent {
    const seq = (this.seqs.get(workspaceId) ?? Number.NaN) + 1;
    if (Number.isNaN(seq)) throw new Error('append to a workspace whose row is not locked');
    this.seqs.set(workspaceId, seq);
    this.changed.add(workspaceId);
    // A spread with fields after it takes several times as long.
    const event = Object.assign({}, draft, { seq, at: this.at });
    this.appended.push({ workspaceId, event });
    this.rows.push([workspaceId, seq, this.nowMs, draft.type, JSON.stringify(draft)]);
    return event;
  }

  flush(connection: Connection): void {
    writeRows(connection, insertEvents, this.rows);
    for (const id of this.changed) connection.write(updateSeq, [this.seqs.get(id), id]);
  }
}
