import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { decideTransfer } from './rules.ts';
import { isLive, acquire, type Reservation } from '../../shared/reservations/rules.ts';
import {
  symbolIdUnlessWhole,
  symbolIdsUnlessWhole,
} from '../../shared/reservations/symbol-names.ts';
import type { Target } from './target.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { Transaction } from '../store/group-committer.ts';
import { ReservationUnitOfWork } from './unit-of-work.ts';
import { reservationsOfFiles, type ReservationWithHolder } from './queries.ts';

/** Who gets a hold. */
export type Holder = Pick<
  ReservationWithHolder,
  'sessionId' | 'userId' | 'userName' | 'conversationId' | 'agentType' | 'task'
>;

/** What changed hands, by id; a whole file by its path. */
export interface TransferredSymbols {
  readonly taken: readonly string[];
  readonly kept: readonly string[];
}

/**
 * The holds of some files while it is decided, in one transaction, who gets them from whom. Events are written as it is
 * decided, holds by `save`.
 */
export class ReservationTransfer {
  readonly nowMs: number;

  private constructor(
    readonly transaction: Transaction,
    readonly workspaceId: string,
    private readonly board: ReservationUnitOfWork,
    private readonly reservationTtlMs: number,
  ) {
    this.nowMs = transaction.nowMs;
  }

  static async load(
    transaction: Transaction,
    workspaceId: string,
    { durations, keys }: { durations: Durations; keys: readonly string[] },
  ): Promise<ReservationTransfer> {
    const files = [...new Set(keys)].map((key) => [workspaceId, key] as const);
    const board = new ReservationUnitOfWork(
      await reservationsOfFiles(transaction.connection, files),
    );
    return new ReservationTransfer(transaction, workspaceId, board, durations.reservationTtlMs);
  }

  reservationsOf(key: string): readonly ReservationWithHolder[] {
    return this.board.reservationsOf(this.workspaceId, key);
  }

  /** NEG-2, NEG-4: first the giver lets go, then the taker, and the giver where it keeps a part, are granted theirs. */
  transfer(
    { path, key, symbols }: Target,
    { from, to, kept }: { from: Holder; to: Holder; kept: readonly string[] },
  ): TransferredSymbols {
    const parties = { from: from.sessionId, to: to.sessionId };
    const outcome = decideTransfer(
      this.reservationsOf(key),
      { ...parties, given: symbols, kept },
      this.nowMs,
    );
    for (const hold of [...outcome.released, ...outcome.absorbed]) this.board.remove(hold);
    this.tellReleased(path, outcome.released);
    this.put(to, { path, key, symbols: outcome.granted });
    this.put(from, { path, key, symbols: outcome.regranted });
    const held = this.reservationsOf(key).filter((hold) => hold.sessionId === from.sessionId);
    const keeps = kept.filter((symbol) => held.some((hold) => hold.symbol === symbol));
    return { taken: names(path, outcome.granted), kept: names(path, keeps) };
  }

  /** Grants what nobody else holds; answers what that is. */
  grantFree(holder: Holder, { path, key, symbols }: Target): readonly string[] {
    const claim = { sessionId: holder.sessionId, symbols };
    const { granted, absorbed } = acquire(this.reservationsOf(key), claim, this.nowMs);
    for (const hold of absorbed) this.board.remove(hold);
    this.put(holder, { path, key, symbols: granted });
    return names(path, granted);
  }

  save(): void {
    this.board.save(this.transaction.connection);
  }

  /** A hold that goes on keeps the fence at which it began. */
  private put(holder: Holder, { path, key, symbols }: Target): void {
    if (symbols.length === 0) return;
    const { workspaceId, nowMs } = this;
    const isOwn = (hold: ReservationWithHolder) =>
      hold.sessionId === holder.sessionId && isLive(hold, nowMs);
    const own = new Map(
      this.reservationsOf(key).flatMap((h) => (isOwn(h) ? [[h.symbol, h.fence] as const] : [])),
    );
    const expiresAt = nowMs + this.reservationTtlMs;
    const { seq } = this.transaction.log.append(workspaceId, {
      type: 'file_reserved',
      file: path,
      by: holder.userName,
      symbols: symbolIdsUnlessWhole(path, symbols),
      session_id: holder.sessionId,
      task: holder.task,
      expires_at: toTimestamp(expiresAt),
      fresh: symbols.some((symbol) => !own.has(symbol)),
    });
    const hold = { ...holder, workspaceId, pathKey: key, filePath: path, expiresAt };
    for (const symbol of symbols)
      this.board.put({ ...hold, symbol, fence: own.get(symbol) ?? seq });
  }

  private tellReleased(path: string, released: readonly Reservation[]): void {
    const [first] = released;
    if (first === undefined) return;
    const symbols = released.map((hold) => hold.symbol);
    this.transaction.log.append(this.workspaceId, {
      type: 'file_released',
      file: path,
      symbols: symbolIdsUnlessWhole(path, symbols),
      session_id: first.sessionId,
      reason: 'negotiated',
    });
  }
}

function names(path: string, symbols: readonly string[]): string[] {
  return symbols.map((symbol) => symbolIdUnlessWhole(path, symbol) ?? path);
}
