import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { overlapUnder, type ConflictOptions } from '../../shared/reservations/collisions.ts';
import { askedPlaces, placeNamed } from '../../shared/reservations/places.ts';
import { acquire, type GrantedPlace } from '../../shared/reservations/rules.ts';
import { symbolIdUnlessWhole } from '../../shared/reservations/symbol-names.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import {
  optionsOf,
  grantReservations,
  type Expiry,
  type Grant,
  type Holder,
  releasedEvents,
} from './grant.ts';
import { reservationsOfFiles, type ReservationWithHolder } from './queries.ts';
import { decideTransfer } from './rules.ts';
import type { Target } from './target.ts';
import { ReservationUnitOfWork } from './unit-of-work.ts';

/** What the two parties hold after a transfer: ids of symbols, and the path for the whole file. */
export interface TransferredSymbols {
  readonly taken: readonly string[];
  readonly kept: readonly string[];
}

/**
 * Grants reservations of some files, and transfers them between sessions, in one transaction. Events are appended with each
 * step; the reservations are written by `save`.
 */
export class ReservationTransfer {
  readonly nowMs: number;
  readonly options: ConflictOptions;

  private constructor(
    readonly transaction: Transaction,
    readonly workspaceId: string,
    private readonly reservations: ReservationUnitOfWork,
    private readonly expiry: Expiry,
  ) {
    this.nowMs = transaction.nowMs;
    this.options = optionsOf(transaction, workspaceId);
  }

  static async load(
    transaction: Transaction,
    workspaceId: string,
    { durations, keys }: { durations: Durations; keys: readonly string[] },
  ): Promise<ReservationTransfer> {
    const files = [...new Set(keys)].map((key) => [workspaceId, key] as const);
    const found = await reservationsOfFiles(transaction.connection, files);
    const reservations = new ReservationUnitOfWork(found);
    const atMs = transaction.nowMs + durations.reservationTtlMs;
    const expiry = { atMs, timestamp: toTimestamp(atMs) };
    return new ReservationTransfer(transaction, workspaceId, reservations, expiry);
  }

  reservationsOf(key: string): readonly ReservationWithHolder[] {
    return this.reservations.reservationsOf(this.workspaceId, key);
  }

  /** NEG-2, NEG-4: releases what the giver loses, then grants the taker its symbols, and the giver those that it keeps. */
  transfer(
    { path, key, symbols }: Target,
    { from, to, kept }: { from: Holder; to: Holder; kept: readonly string[] },
  ): TransferredSymbols {
    const request = { from: from.sessionId, to: to.sessionId, given: symbols, kept };
    const decided = decideTransfer(this.reservationsOf(key), request, this.options);
    for (const lost of [...decided.released, ...decided.absorbed]) this.reservations.remove(lost);
    this.appendReleased(path, decided.released);
    this.grant(to, { path, key }, decided.granted);
    this.grant(from, { path, key }, decided.regranted);
    const own = this.reservationsOf(key).filter(({ sessionId }) => sessionId === from.sessionId);
    const keeps = kept.filter((name) =>
      own.some((one) => overlapUnder(this.options.policy, placeNamed(name), one)),
    );
    return { taken: shown(path, namesOf(decided.granted)), kept: shown(path, keeps) };
  }

  /** Grants the symbols that no other session holds; returns those, as `TransferredSymbols` names them. */
  grantFree(holder: Holder, { path, key, symbols }: Target): readonly string[] {
    const request = { sessionId: holder.sessionId, places: askedPlaces(symbols) };
    const { granted, absorbed } = acquire(this.reservationsOf(key), request, this.options);
    for (const reservation of absorbed) this.reservations.remove(reservation);
    this.grant(holder, { path, key }, granted);
    return shown(path, namesOf(granted));
  }

  save(): void {
    this.reservations.save(this.transaction.connection);
  }

  private grant(holder: Holder, file: Grant['file'], places: readonly GrantedPlace[]): void {
    if (places.length === 0) return;
    const { workspaceId, expiry } = this;
    const grant = { workspaceId, holder, file, places, expiry, isAsked: true };
    grantReservations(this.transaction, this.reservations, grant);
  }

  private appendReleased(path: string, released: readonly ReservationWithHolder[]): void {
    const [first] = released;
    if (first === undefined) return;
    const symbols = released.map(({ symbol }) => symbol);
    const about = { holder: first, reason: 'negotiated' as const };
    for (const event of releasedEvents(path, symbols, about))
      this.transaction.log.append(this.workspaceId, event);
  }
}

function shown(path: string, symbols: readonly string[]): string[] {
  return symbols.map((symbol) => symbolIdUnlessWhole(path, symbol) ?? path);
}

function namesOf(places: readonly GrantedPlace[]): string[] {
  return places.map(({ symbol }) => symbol);
}
