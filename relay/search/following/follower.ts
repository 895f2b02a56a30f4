import { allWorkspaces } from '../../access/queries.ts';
import { WorkspaceFollower, type FollowerOptions } from './workspace-follower.ts';

/**
 * Keeps the index up to date with the logs of all workspaces. It reads events after their commit. An event only says which
 * record to read again, so reading one twice, or late, does no harm.
 */
export class SearchFollower {
  private readonly followers = new Map<string, WorkspaceFollower>();
  private closed = false;

  constructor(private readonly options: FollowerOptions) {}

  /** How many logs it reads. The status subtracts these from the streams of clients. */
  get size(): number {
    let size = 0;
    for (const one of this.followers.values()) size += one.isOpen ? 1 : 0;
    return size;
  }

  /** Begins to follow the workspaces that exist; one that is made later is followed from its first search on. */
  async start(): Promise<void> {
    this.options.index.onLost?.(() => {
      for (const one of this.followers.values()) one.startAnew();
    });
    const workspaceIds = await allWorkspaces(this.options.database.reader);
    if (this.closed) return;
    for (const workspaceId of workspaceIds) this.followerOf(workspaceId);
    this.options.index.warm?.(workspaceIds).catch(this.options.onError);
  }

  /** Resolves when the index has everything up to `seq`, or after `timeoutMs`. */
  reached(workspaceId: string, seq: number, timeoutMs: number): Promise<void> {
    return this.closed ? Promise.resolve() : this.followerOf(workspaceId).reached(seq, timeoutMs);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.followers.values()].map((one) => one.close()));
  }

  private followerOf(workspaceId: string): WorkspaceFollower {
    let one = this.followers.get(workspaceId);
    if (one === undefined) {
      this.followers.set(workspaceId, (one = new WorkspaceFollower(workspaceId, this.options)));
      one.begin();
    }
    return one;
  }
}
