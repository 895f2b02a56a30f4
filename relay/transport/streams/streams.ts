import type { Duplex, Writable } from 'node:stream';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { closeCodes } from '../../../shared/contract/close-codes.ts';
import { isRefusal, type Refusal, refuse } from '../../../shared/kernel/refusal.ts';
import type { Authorizer } from '../../access/authorizer.ts';
import { bearerOf } from '../../../shared/node/http/bearer.ts';
import type { Authenticator } from '../auth.ts';

/** By what a stream was opened, and for which workspace. */
interface StreamAccess {
  readonly authorization: string | undefined;
  readonly workspaceId: string;
}

/** An open SSE or WebSocket stream of one member. */
interface OpenStream extends StreamAccess {
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

  /** FED-4: closes the streams whose key or membership is gone; those of one workspace, where it is given. */
  async recheck(workspaceId?: string): Promise<void> {
    for (const stream of this.open) {
      if (workspaceId !== undefined && stream.workspaceId !== workspaceId) continue;
      const ended = await this.endOf(stream);
      if (ended !== undefined) this.drop(stream, ended);
    }
  }

  /** ACC-4: why who opened a stream may go on no more; undefined for who may. To be asked before what comes on it is done. */
  async endOf({ authorization, workspaceId }: StreamAccess): Promise<Refusal | undefined> {
    const caller = await this.authenticator.authenticate(authorization);
    if (isRefusal(caller)) return caller;
    const scope = await this.authorizer.enter({ caller }, { id: workspaceId }, 'member');
    return isRefusal(scope) ? scope : undefined;
  }

  closeAll(): void {
    for (const stream of this.open) this.drop(stream);
  }

  private drop(stream: OpenStream, refusal?: Refusal): void {
    // Two checks at once may find the same.
    if (this.open.delete(stream)) stream.close(refusal);
  }
}

/** Closes a WebSocket: with a refusal because its access has ended, else because the relay stops. */
export function closeSocket(socket: WebSocket, refusal: Refusal | undefined): void {
  if (refusal === undefined) socket.close(closeCodes.stopping);
  else socket.close(closeCodes.noAccess, accessEnded);
}

const accessEnded = 'The key was revoked, or its user is no member any more.';

/** How many streams one key may have open, and how much a follower may say. */
export interface StreamLimits {
  readonly streamsPerKey: number;
  /** A follower that has said more is cut off; with every heartbeat a little of it is forgotten. */
  readonly followerBytes: number;
}

interface Place {
  readonly socket: Socket;
  readSoFar: number;
  said: number;
}

/** What a follower may say between two heartbeats for as long as it likes: a ping and its answer. */
const forgottenBytes = 64;

/** CON-7: the places of open streams: so many for each key. Who only follows may say next to nothing. */
export class StreamPlaces {
  private readonly taken = new Map<string, number>();
  private readonly followers = new Set<Place>();

  constructor(private readonly limits: StreamLimits) {}

  /** Takes a place until `stream`, or else the connection, is closed; `authorization` has the key that opens it. */
  take(
    authorization: string | undefined,
    socket: Duplex,
    { mayTalk, stream = socket }: { mayTalk: boolean; stream?: Writable },
  ): Refusal | undefined {
    // Its `close` event is over, so the place would never be free again.
    if (stream.destroyed) return undefined;
    // The same key may be sent with more spaces, or another case of the scheme.
    const key = bearerOf(authorization) ?? '';
    const taken = this.taken.get(key) ?? 0;
    if (taken >= this.limits.streamsPerKey) return tooMany;
    this.taken.set(key, taken + 1);
    const { bytesRead: readSoFar } = socket as Socket;
    const place: Place = { socket: socket as Socket, readSoFar, said: 0 };
    if (!mayTalk) this.followers.add(place);
    stream.once('close', () => {
      this.followers.delete(place);
      const left = (this.taken.get(key) ?? 0) - 1;
      if (left > 0) this.taken.set(key, left);
      else this.taken.delete(key);
    });
    return undefined;
  }

  /** To be called with every heartbeat. */
  cutOffTalkers(): void {
    for (const place of this.followers) {
      const { bytesRead } = place.socket;
      place.said = Math.max(0, place.said - forgottenBytes) + bytesRead - place.readSoFar;
      place.readSoFar = bytesRead;
      if (place.said > this.limits.followerBytes) place.socket.destroy();
    }
  }
}

const tooMany = refuse(
  'RateLimited',
  'This key has as many streams open as it may have. Close one, or try again in a while.',
  { retry_after: 5 },
);
