import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Authorizer } from '../../access/authorizer.ts';
import type { Authenticator } from '../auth.ts';
import type { StreamPlaces } from './stream-places.ts';

/** An open SSE or WebSocket stream of one member. */
export interface OpenStream {
  readonly authorization: string | undefined;
  readonly workspaceId: string;
  heartbeat(): void;
  /** Makes a daemon take a new snapshot; what others follow is not changed by that. */
  startAnew?(): void;
  close(refusal?: Refusal): void;
}

/** All open streams: sends heartbeats (FED-3), closes those whose access has ended (FED-4), and all of them at the end. */
export class Streams {
  private readonly open = new Set<OpenStream>();
  private readonly withDaemon = new Set<string>();

  constructor(
    private readonly authenticator: Authenticator,
    private readonly authorizer: Authorizer,
    readonly places: StreamPlaces,
  ) {}

  add(stream: OpenStream): () => void {
    this.open.add(stream);
    if (stream.startAnew !== undefined) this.withDaemon.add(stream.workspaceId);
    return () => this.open.delete(stream);
  }

  /** Whether a daemon of the workspace has been connected since this process started. */
  hadDaemon(workspaceId: string): boolean {
    return this.withDaemon.has(workspaceId);
  }

  heartbeat(): void {
    this.places.cutOffTalkers();
    for (const stream of this.open) stream.heartbeat();
  }

  /** What was sent is no longer the state, although no event has changed it (RSV-20). */
  startAnew(): void {
    for (const stream of this.open) stream.startAnew?.();
  }

  /** FED-4: closes the streams whose key or membership is gone. */
  async recheck(): Promise<void> {
    for (const stream of this.open) {
      const caller = await this.authenticator.authenticate(stream.authorization);
      const scope = isRefusal(caller)
        ? caller
        : await this.authorizer.enter({ caller }, { id: stream.workspaceId }, 'member');
      if (isRefusal(scope)) this.drop(stream, scope);
    }
  }

  closeAll(): void {
    for (const stream of this.open) this.drop(stream);
  }

  private drop(stream: OpenStream, refusal?: Refusal): void {
    // Two checks at once may find the same.
    if (this.open.delete(stream)) stream.close(refusal);
  }
}
