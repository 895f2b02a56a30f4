import type { DraftEvent, LogEvent } from '../../shared/contract/events.ts';
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
 * The log of one transaction. Whoever appends must hold the workspace's row (`opened`), so that `seq` has no gaps and never
 * runs backwards; events and counters are written together by `flush`, in the transaction that changed the state.
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

  /** Notes the counter of a workspace whose row this transaction holds. */
  opened(workspaceId: string, seq: number): void {
    if (!this.seqs.has(workspaceId)) this.seqs.set(workspaceId, seq);
  }

  /** The seq of the newest event of a workspace whose row is held, with those of this transaction. */
  seqOf(workspaceId: string): number | undefined {
    return this.seqs.get(workspaceId);
  }

  /** Gives the draft the next seq of its workspace. */
  append(workspaceId: string, draft: DraftEvent): LogEvent {
    const seq = (this.seqs.get(workspaceId) ?? Number.NaN) + 1;
    if (Number.isNaN(seq)) throw new Error('append to a workspace whose row is not held');
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
