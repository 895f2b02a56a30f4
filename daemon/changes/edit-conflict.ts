import type { Blocked } from '../../shared/reservations/also-held.ts';
import type {
  CompareLines,
  ConflictOptions,
  Reservation,
} from '../../shared/reservations/collisions.ts';
import { placeNamed, wholeFile } from '../../shared/reservations/places.ts';
import { conflictsOf, isLive, type Conflict } from '../../shared/reservations/rules.ts';
import type { EditPreview, Meeting } from './edit-preview.ts';

/** For whom an edit is checked, and by what. */
export interface EditConflictOptions extends Pick<ConflictOptions, 'nowMs' | 'policy'> {
  readonly sessionId: string;
}

/**
 * RSV-11, RSV-12: why an edit may not be made beside what others hold of the file; empty when it may. First the lines, which
 * need no parsing; then the places, if their names can matter.
 */
export async function editConflicts<R extends Reservation>(
  preview: EditPreview,
  reservations: readonly R[],
  { sessionId, nowMs, policy }: EditConflictOptions,
): Promise<Conflict<R>[]> {
  const compareLines: CompareLines = (_, held) => preview.relationTo(held);
  const options = { nowMs, policy, compareLines };
  const found = [...conflictsOf(reservations, { sessionId, places: [preview.lines] }, options)];
  const byLines = found.filter(({ by }) => by === 'lines');
  const touched = new Set(byLines.map(({ reservation }) => reservation));
  const holder = byLines[0]?.reservation.sessionId;
  // Of the first holder only the rest is told (RSV-9).
  const matters = (one: R) =>
    holder === undefined || one.sessionId === holder || one.sessionId === sessionId;
  const left = reservations.filter(
    (one) => isLive(one, nowMs) && !touched.has(one) && matters(one),
  );
  const isDecided = left.every(
    (one) =>
      one.sessionId === sessionId ||
      (policy === 'lines' && !one.asked && preview.relationTo(one).kind !== 'unknown'),
  );
  if (isDecided) return byLines;
  return [...byLines, ...conflictsOf(left, { sessionId, places: await preview.places() }, options)];
}

/**
 * RSV-9: lines collide in the holder's place, whatever the place is in which they are written here. Who has changed or removed the whole
 * file holds the file, and not one part after the other.
 */
export function metAt<R extends Reservation>(
  { conflict, alsoHeld }: Blocked<R>,
  preview: EditPreview | undefined,
): Blocked<R> & { readonly meeting?: Meeting | undefined } {
  if (conflict.by === 'name') return { conflict, alsoHeld };
  const { reservation } = conflict;
  const meeting = preview?.meetingWith(reservation);
  const isOfFile =
    meeting?.isRemoved === true || (meeting?.isWhole === true && alsoHeld.length > 0);
  const held = isOfFile ? { ...reservation, ...placeNamed(wholeFile) } : reservation;
  const named = { ...conflict, symbol: held.symbol, reservation: held };
  return { conflict: named, meeting, alsoHeld: isOfFile ? [] : alsoHeld };
}
