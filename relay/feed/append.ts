import type { DraftEvent, LogEvent } from '../../shared/contract/events.ts';
import { toTimestamp } from '../../shared/kernel/clock.ts';
import type { Connection } from '../store/database.ts';
import { writeRows } from '../store/rows.ts';
import { insertEvents, updateSeq } from './queries.ts';

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

  constructor(private readonly nowMs: number) {}

  /** Notes the counter of a workspace whose row this transaction holds. */
  opened(workspaceId: string, seq: number): void {
    if (!this.seqs.has(workspaceId)) this.seqs.set(workspaceId, seq);
  }

  isOpen(workspaceId: string): boolean {
    return this.seqs.has(workspaceId);
  }

  /** Gives the draft the next seq of its workspace. */
  append(workspaceId: string, draft: DraftEvent): LogEvent {
    const seq = (this.seqs.get(workspaceId) ?? Number.NaN) + 1;
    if (Number.isNaN(seq)) throw new Error('append to a workspace whose row is not held');
    this.seqs.set(workspaceId, seq);
    this.changed.add(workspaceId);
    const event = { ...draft, seq, at: toTimestamp(this.nowMs) };
    this.appended.push({ workspaceId, event });
    return event;
  }

  flush(connection: Connection): void {
    const rows = this.appended.map(({ workspaceId, event }) => {
      const { seq, at: _at, type, ...payload } = event;
      return [workspaceId, seq, this.nowMs, type, JSON.stringify(payload)];
    });
    writeRows(connection, insertEvents, rows);
    for (const id of this.changed) connection.write(updateSeq, [this.seqs.get(id), id]);
  }
}
