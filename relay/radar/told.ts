import { tellAgainMs } from './rules.ts';

/** Beyond this the oldest are forgotten, and may be told once more. */
const mostKept = 20_000;

/** Which warnings the team was given lately; in memory, as a restart may tell one twice but must not lose one. */
export class Told {
  /** By workspace and warning, when; in the order in which they were told. */
  private readonly at = new Map<string, number>();

  isRecent(workspaceId: string, key: string, nowMs: number): boolean {
    const toldAt = this.at.get(`${workspaceId} ${key}`);
    return toldAt !== undefined && nowMs - toldAt < tellAgainMs;
  }

  note(workspaceId: string, key: string, nowMs: number): void {
    const name = `${workspaceId} ${key}`;
    this.at.delete(name);
    this.at.set(name, nowMs);
    if (this.at.size <= mostKept) return;
    const [oldest] = this.at.keys();
    if (oldest !== undefined) this.at.delete(oldest);
  }
}
