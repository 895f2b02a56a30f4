import { LRUCache } from 'lru-cache';

/** What a sync reports to the team. */
export interface SyncReport {
  /** Empty when the caller is no session. */
  readonly sessionId: string;
  readonly task: string;
  readonly files: readonly string[];
  readonly branch: string | undefined;
}

const everyMs = 30_000;
const maxSessions = 1_000;

/** Agents call sync far more often than they have something to report: a repeated report goes to the relay every 30 seconds. */
export class SyncReportThrottle {
  private readonly reported = new LRUCache<
    string,
    { readonly content: string; readonly atMs: number }
  >({ max: maxSessions });

  /** Whether the report should be sent; then it counts as sent. */
  isDue({ sessionId, ...rest }: SyncReport, nowMs: number): boolean {
    const content = JSON.stringify(rest);
    const last = this.reported.get(sessionId);
    if (last?.content === content && nowMs - last.atMs < everyMs) return false;
    this.reported.set(sessionId, { content, atMs: nowMs });
    return true;
  }
}
