import { LRUCache } from 'lru-cache';
import { repeatAfterMs } from './rules.ts';

/** Beyond this those asked for least recently are dropped, and may be sent again. */
const maxKept = 20_000;

/** The warnings that were sent recently. Only in memory: after a restart one may be sent twice, but none is lost. */
export class RecentWarnings {
  /** When each was sent, by workspace and warning. */
  private readonly sentAt = new LRUCache<string, number>({ max: maxKept });

  isRecent(workspaceId: string, key: string, nowMs: number): boolean {
    const sentAt = this.sentAt.get(`${workspaceId} ${key}`);
    return sentAt !== undefined && nowMs - sentAt < repeatAfterMs;
  }

  note(workspaceId: string, key: string, nowMs: number): void {
    this.sentAt.set(`${workspaceId} ${key}`, nowMs);
  }
}
