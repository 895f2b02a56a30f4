import { repeatAfterMs } from './rules.ts';

/** Beyond this the oldest are dropped, and may be sent again. */
const maxKept = 20_000;

/** The warnings that were sent recently. Only in memory: after a restart one may be sent twice, but none is lost. */
export class RecentWarnings {
  /** When each was sent, by workspace and warning; the oldest first. */
  private readonly sentAt = new Map<string, number>();

  isRecent(workspaceId: string, key: string, nowMs: number): boolean {
    const sentAt = this.sentAt.get(`${workspaceId} ${key}`);
    return sentAt !== undefined && nowMs - sentAt < repeatAfterMs;
  }

  note(workspaceId: string, key: string, nowMs: number): void {
    const name = `${workspaceId} ${key}`;
    this.sentAt.delete(name);
    this.sentAt.set(name, nowMs);
    if (this.sentAt.size <= maxKept) return;
    const [oldest] = this.sentAt.keys();
    if (oldest !== undefined) this.sentAt.delete(oldest);
  }
}
