import { findConflict, overlaps, type Reservation } from '../../shared/reservations/rules.ts';

/** Somebody's place in the line for one file: names of symbols, or the whole file. */
export interface QueuedWait {
  readonly id: string;
  readonly sessionId: string;
  readonly symbols: readonly string[];
  readonly wish: 'grant' | 'tell';
  /** Whether its session is alive. */
  readonly isSessionAlive: boolean;
}

/** How the time in the line ended. */
export interface EndedWait<W extends QueuedWait = QueuedWait> {
  readonly wait: W;
  readonly status: 'granted' | 'told' | 'given_up';
}

/**
 * QUE-2 to QUE-4: who of a file's line can leave it, first come first served: all symbols of a wait together or not yet, nobody before an
 * earlier one who waits for the same, and nobody whose session is dead. What is granted is held for those behind.
 */
export function resolveQueue<W extends QueuedWait>(
  line: readonly W[],
  holds: readonly Reservation[],
  nowMs: number,
): EndedWait<W>[] {
  const served: EndedWait<W>[] = [];
  const staying: W[] = [];
  const taken: Reservation[] = [...holds];
  for (const waiting of line) {
    const status = waiting.isSessionAlive
      ? outcomeOf(waiting, { staying, taken }, nowMs)
      : 'given_up';
    if (status === undefined) staying.push(waiting);
    else served.push({ wait: waiting, status });
    if (status === 'granted') taken.push(...reservationsFor(waiting));
  }
  return served;
}

/** How many earlier ones wait for the same. */
export function countBefore(line: readonly QueuedWait[], id: string): number {
  const at = line.findIndex((waiting) => waiting.id === id);
  const own = line[at];
  if (own === undefined) return 0;
  return line.slice(0, at).filter((earlier) => compete(earlier, own)).length;
}

function outcomeOf(
  waiting: QueuedWait,
  { staying, taken }: { staying: readonly QueuedWait[]; taken: readonly Reservation[] },
  nowMs: number,
): 'granted' | 'told' | undefined {
  if (staying.some((earlier) => compete(earlier, waiting))) return undefined;
  const { sessionId, symbols } = waiting;
  if (findConflict(taken, { sessionId, symbols }, nowMs) !== undefined) return undefined;
  return waiting.wish === 'grant' ? 'granted' : 'told';
}

/** The waits of one session do not stand in each other's way. */
function compete(one: QueuedWait, other: QueuedWait): boolean {
  if (one.sessionId === other.sessionId) return false;
  return one.symbols.some((symbol) => other.symbols.some((wanted) => overlaps(symbol, wanted)));
}

function reservationsFor({ sessionId, symbols }: QueuedWait): Reservation[] {
  return symbols.map((symbol) => ({
    filePath: '',
    symbol,
    sessionId,
    fence: 0,
    expiresAt: Number.POSITIVE_INFINITY,
  }));
}
