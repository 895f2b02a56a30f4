import type {
  CompareLines,
  ConflictOptions,
  Reservation,
} from '../../shared/reservations/collisions.ts';
import { findConflict, isLive, type Conflict } from '../../shared/reservations/rules.ts';
import type { EditPreview } from './edit-preview.ts';

/** For whom an edit is checked, and by what. */
export interface EditConflictOptions extends Pick<ConflictOptions, 'nowMs' | 'policy'> {
  readonly sessionId: string;
}

/**
 * RSV-11, RSV-12: why an edit may not be made beside what others hold of the file; undefined when it may. First the lines,
 * which need no parsing; then the places, if their names can matter.
 */
export async function editConflict<R extends Reservation>(
  preview: EditPreview,
  reservations: readonly R[],
  { sessionId, nowMs, policy }: EditConflictOptions,
): Promise<Conflict<R> | undefined> {
  const compareLines: CompareLines = (_, held) => preview.relationTo(held);
  const options = { nowMs, policy, compareLines };
  const byLines = findConflict(reservations, { sessionId, places: [preview.lines] }, options);
  if (byLines?.by === 'lines') return byLines;
  const others = reservations.filter((one) => one.sessionId !== sessionId && isLive(one, nowMs));
  const isDecided = others.every(
    (one) => policy === 'lines' && !one.asked && preview.relationTo(one).kind !== 'unknown',
  );
  if (isDecided) return undefined;
  return findConflict(reservations, { sessionId, places: await preview.places() }, options);
}
