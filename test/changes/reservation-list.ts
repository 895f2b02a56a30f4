import { isRefusal } from '../../shared/kernel/refusal.ts';
import { changesOf, grantedPlaces, placesOf } from '../../shared/reservations/changed-places.ts';
import type { ConflictPolicy, Reservation } from '../../shared/reservations/collisions.ts';
import { linesOnly, type Place } from '../../shared/reservations/places.ts';
import { acquire, type Conflict, type GrantedPlace } from '../../shared/reservations/rules.ts';
import { symbolIdsUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { FakeClock } from '../support/fake-clock.ts';

/** How long a reservation lasts after the last write to it. */
export const ttlMs = 600_000;

/** The reservations of one file as the relay has them, and as the daemons learn of them. */
export class ReservationList {
  private all: readonly Reservation[] = [];
  private seq = 0;

  constructor(
    private readonly path: string,
    private readonly policy: ConflictPolicy,
    private readonly clock: FakeClock,
  ) {}

  ofOthers(sessionId: string): Reservation[] {
    const nowMs = this.clock.now();
    return this.all.filter((one) => one.sessionId !== sessionId && one.expiresAt > nowMs);
  }

  /** Those that have ended too, until the team is told. */
  of(sessionId: string): Reservation[] {
    return this.all.filter((one) => one.sessionId === sessionId);
  }

  dropExpired(): void {
    this.all = this.all.filter((one) => one.expiresAt > this.clock.now());
  }

  release(sessionId: string): void {
    this.all = this.all.filter((one) => one.sessionId !== sessionId);
  }

  /** What a daemon reports as written; answers what is not granted. */
  acquire(sessionId: string, written: readonly Place[]): readonly Conflict[] {
    if (written.length === 0) return [];
    const request = { sessionId, places: this.received(written) };
    const options = { nowMs: this.clock.now(), policy: this.policy };
    const { granted, conflicts, absorbed } = acquire(this.all, request, options);
    const names = new Set([...granted, ...absorbed].map(({ symbol }) => symbol));
    this.all = [
      ...this.all.filter((one) => one.sessionId !== sessionId || !names.has(one.symbol)),
      ...this.logged(granted).map((place) => this.reservationOf(sessionId, place)),
    ];
    return conflicts;
  }

  private reservationOf(sessionId: string, place: Place): Reservation {
    return {
      ...place,
      asked: false,
      filePath: this.path,
      sessionId,
      fence: ++this.seq,
      expiresAt: this.clock.now() + ttlMs,
    };
  }

  /** As the relay gets them from the daemon. */
  private received(places: readonly Place[]): readonly Place[] {
    const names = places.map(({ symbol }) => symbol).filter((symbol) => symbol !== linesOnly);
    const ids = symbolIdsUnlessWhole(this.path, names);
    const received = placesOf(this.path, ids, changesOf(this.path, places));
    if (isRefusal(received)) throw new Error(received.message);
    return received;
  }

  /** As the log shows them. */
  private logged(granted: readonly GrantedPlace[]): readonly Place[] {
    if (granted.length === 0) return [];
    const names = granted.map(({ symbol }) => symbol);
    const ids = symbolIdsUnlessWhole(this.path, names);
    return grantedPlaces(this.path, ids, changesOf(this.path, granted));
  }
}
