import { clockSlackMs, type Clock } from '../../shared/kernel/clock.ts';
import type { GroupCommitter, Handler } from '../store/group-committer.ts';
import { saveUse, type KeyUse } from './queries.ts';

/** How far what is stored may be behind. */
const writeEveryMs = 60_000;

/**
 * ACC-8: when each key was used last. A request only notes it in memory; the sweeper writes it, each key at most once a
 * minute, so that requests cost no write.
 */
export class KeyUses {
  private readonly unwritten = new Map<string, number>();
  /** When the keys of the last minute were written. */
  private readonly writtenAt = new Map<string, number>();

  constructor(
    private readonly committer: GroupCommitter,
    private readonly clock: Clock,
  ) {}

  note(keyId: string): void {
    this.unwritten.set(keyId, this.clock.now());
  }

  /** Writes the keys whose minute is over. */
  async flush(): Promise<void> {
    const nowMs = this.clock.now();
    for (const [keyId, atMs] of this.writtenAt)
      if (Math.abs(nowMs - atMs) >= writeEveryMs) this.writtenAt.delete(keyId);
    await this.write(([keyId]) => !this.writtenAt.has(keyId));
  }

  /** Writes all, before the relay ends. */
  flushAll(): Promise<void> {
    return this.write(() => true);
  }

  private async write(isDue: (use: readonly [keyId: string, atMs: number]) => boolean) {
    // In one order, so that two relays do not wait for each other's rows.
    const due = [...this.unwritten].filter(isDue).sort(([one], [other]) => (one < other ? -1 : 1));
    if (due.length === 0) return;
    const uses = due.map(([keyId, atMs]) => ({ keyId, atMs }));
    await this.committer.submit(saveUses, uses);
    for (const { keyId, atMs } of uses) {
      this.writtenAt.set(keyId, this.clock.now());
      if (this.unwritten.get(keyId) === atMs) this.unwritten.delete(keyId);
    }
  }
}

const saveUses: Handler<readonly KeyUse[], undefined> = ({ connection, nowMs }, commands) => {
  for (const use of commands.flat()) saveUse(connection, use, nowMs + clockSlackMs);
  return Promise.resolve(commands.map(() => undefined));
};
