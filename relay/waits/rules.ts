import type { ConflictOptions, Reservation } from '../../shared/reservations/collisions.ts';
import { askedPlaces, covers, namesOverlap } from '../../shared/reservations/places.ts';
import { findConflict, isLive } from '../../shared/reservations/rules.ts';

/** A wait in the queue of one file. */
export interface QueuedWait {
  readonly id: string;
  readonly sessionId: string;
  /** Names, or `*` for the whole file. */
  readonly symbols: readonly string[];
  readonly wish: 'grant' | 'tell';
  readonly isSessionAlive: boolean;
}

/** A wait that leaves the queue, and how. */
export interface EndedWait<W extends QueuedWait = QueuedWait> {
  readonly wait: W;
  readonly status: 'granted' | 'told' | 'given_up';
}

/**
 * QUE-2 to QUE-4: the waits of a file's queue that end now, first come first served. A wait gets all its symbols together or
 * goes on waiting, it passes no earlier wait for the same symbols, and it is given up when its session is dead. What one wait
 * is granted blocks the waits behind it.
 */
export function resolveQueue<W extends QueuedWait>(
  queue: readonly W[],
  reservations: readonly Reservation[],
  options: ConflictOptions,
): EndedWait<W>[] {
  const ended: EndedWait<W>[] = [];
  const staying: W[] = [];
  const taken: Reservation[] = [...reservations];
  for (const wait of queue) {
    const status = wait.isSessionAlive ? outcomeOf(wait, { staying, taken }, options) : 'given_up';
    if (status === undefined) staying.push(wait);
    else ended.push({ wait, status });
    if (status === 'granted') taken.push(...reservationsFor(wait));
  }
  return ended;
}

/** How many earlier waits of the queue compete with this one. */
export function countBefore(queue: readonly QueuedWait[], id: string): number {
  const at = queue.findIndex((wait) => wait.id === id);
  const own = queue[at];
  if (own === undefined) return 0;
  return queue.slice(0, at).filter((earlier) => compete(earlier, own)).length;
}

function outcomeOf(
  wait: QueuedWait,
  { staying, taken }: { staying: readonly QueuedWait[]; taken: readonly Reservation[] },
  options: ConflictOptions,
): 'granted' | 'told' | undefined {
  const isBehind = staying.some((earlier) => compete(earlier, wait));
  if (isBehind && !hasAll(wait, taken, options.nowMs)) return undefined;
  const request = { sessionId: wait.sessionId, places: askedPlaces(wait.symbols) };
  if (findConflict(taken, request, options) !== undefined) return undefined;
  return wait.wish === 'grant' ? 'granted' : 'told';
}

/** Whether its session has all of it already: those before it wait for that very session. */
function hasAll(
  { sessionId, symbols }: QueuedWait,
  taken: readonly Reservation[],
  nowMs: number,
): boolean {
  const own = taken.filter((one) => one.sessionId === sessionId && isLive(one, nowMs));
  return askedPlaces(symbols).every((place) => own.some((one) => covers(one, place)));
}

/** QUE-3: whether two waits are of different sessions and for the same symbols. */
function compete(one: QueuedWait, other: QueuedWait): boolean {
  if (one.sessionId === other.sessionId) return false;
  return one.symbols.some((symbol) => other.symbols.some((wanted) => namesOverlap(symbol, wanted)));
}

function reservationsFor({ sessionId, symbols }: QueuedWait): Reservation[] {
  return askedPlaces(symbols).map((place) => ({
    ...place,
    filePath: '',
    sessionId,
    fence: 0,
    expiresAt: Number.POSITIVE_INFINITY,
  }));
}
