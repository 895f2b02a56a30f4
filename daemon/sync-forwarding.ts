/** What of a sync the team is told. */
export interface SyncNews {
  /** Empty when the caller is no session. */
  readonly sessionId: string;
  readonly task: string;
  readonly files: readonly string[];
  readonly branch: string | undefined;
}

const everyMs = 30_000;
const mostRemembered = 1_000;

/** Agents call sync far more often than they have something to tell: the team hears of what is new, and that one is alive. */
export class SyncForwarding {
  private readonly told = new Map<string, { readonly news: string; readonly atMs: number }>();

  /** Whether the team should be told; then it counts as told. */
  isDue({ sessionId, ...rest }: SyncNews, nowMs: number): boolean {
    const news = JSON.stringify(rest);
    const last = this.told.get(sessionId);
    if (last?.news === news && nowMs - last.atMs < everyMs) return false;
    if (this.told.size >= mostRemembered) this.told.clear();
    this.told.set(sessionId, { news, atMs: nowMs });
    return true;
  }
}
