import { pathKey } from '../../shared/kernel/paths.ts';
import { wholeFile } from '../../shared/reservations/rules.ts';
import type { TrackedHold, TrackedSession } from './plan.ts';

/**
 * Why a hold stands here and not yet in the plan: the relay granted it and the stream has not said so yet, or the relay
 * could not be asked and the command waits in the outbox.
 */
export type HoldOrigin =
  | { readonly kind: 'granted'; readonly fence: number }
  | { readonly kind: 'provisional'; readonly commandKey: string };

export interface OverlayHold extends TrackedHold {
  readonly origin: HoldOrigin;
}

/** What this daemon knows beyond the plan: its own writes that the stream has not confirmed (read your writes). */
export class Overlay {
  private readonly holds = new Map<string, readonly OverlayHold[]>();
  /** Sessions by conversation key that the plan does not know yet. */
  private readonly sessions = new Map<string, TrackedSession>();
  /** Sessions that ended here; what the plan still shows of their holds does not count. */
  private readonly released = new Set<string>();

  holdsOf(fileKey: string): readonly OverlayHold[] | undefined {
    return this.holds.get(fileKey);
  }

  allHolds(): OverlayHold[] {
    return [...this.holds.values()].flat();
  }

  isReleased(sessionId: string): boolean {
    return this.released.has(sessionId);
  }

  get releasesAny(): boolean {
    return this.released.size > 0;
  }

  /** One hold per symbol; a whole-file hold takes the place of its session's symbol holds. */
  put(hold: OverlayHold): void {
    const key = pathKey(hold.filePath);
    const others = (this.holds.get(key) ?? []).filter(
      (other) =>
        other.sessionId !== hold.sessionId ||
        (hold.symbol !== wholeFile && other.symbol !== hold.symbol),
    );
    this.holds.set(key, [...others, hold]);
  }

  /** The stream has told everything up to `seq`. */
  confirm(seq: number): void {
    this.keep(({ origin }) => origin.kind !== 'granted' || origin.fence > seq);
  }

  /** The relay has answered the command: what it granted stands elsewhere now, what it refused is lost. */
  settle(commandKey: string): void {
    this.keep(({ origin }) => origin.kind !== 'provisional' || origin.commandKey !== commandKey);
  }

  /** The session ended here: it holds nothing any more, whatever the plan says. */
  release(sessionId: string): void {
    this.keep((hold) => hold.sessionId !== sessionId);
    this.released.add(sessionId);
  }

  /** The relay has spoken about the session since: the plan counts again. */
  heardOf(sessionId: string): void {
    this.released.delete(sessionId);
  }

  session(conversationKey: string): TrackedSession | undefined {
    return this.sessions.get(conversationKey);
  }

  allSessions(): TrackedSession[] {
    return [...this.sessions.values()];
  }

  putSession(conversationKey: string, session: TrackedSession): void {
    this.sessions.set(conversationKey, session);
  }

  dropSession(conversationKey: string): void {
    this.sessions.delete(conversationKey);
  }

  /** A session that was opened while offline got its real id. */
  rename(localId: string, id: string): void {
    for (const [key, holds] of this.holds) {
      const renamed = holds.map((hold) =>
        hold.sessionId === localId ? { ...hold, sessionId: id } : hold,
      );
      this.holds.set(key, renamed);
    }
  }

  private keep(belongs: (hold: OverlayHold) => boolean): void {
    for (const [key, holds] of this.holds) {
      const kept = holds.filter(belongs);
      if (kept.length === 0) this.holds.delete(key);
      else if (kept.length < holds.length) this.holds.set(key, kept);
    }
  }
}
