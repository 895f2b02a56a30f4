import { nameOfSymbol } from '../../shared/kernel/symbol-id.ts';
import type { ConflictRecord } from '../../shared/reservations/contract.ts';
import { loadPlaceReader } from '../index/places/place-reader.ts';
import type { Change } from '../work-trees/expected-write.ts';

/** RSV-6: those of the conflicts of one write whose place, or whose whole file, the write has removed. */
export async function removedAmong(
  path: string,
  { before, after }: Change,
  conflicts: readonly ConflictRecord[],
): Promise<readonly ConflictRecord[]> {
  if (conflicts.length === 0 || before === undefined) return [];
  if (after === undefined) return conflicts;
  const reader = await loadPlaceReader();
  const [old, now] = [reader.read(path, before), reader.read(path, after)];
  if (old === undefined || now === undefined) return [];
  const left = new Set(now.places.map(({ symbol }) => symbol));
  const gone = new Set(old.places.map(({ symbol }) => symbol).filter((name) => !left.has(name)));
  return conflicts.filter(({ symbol_id: id }) => id !== undefined && gone.has(nameOfSymbol(id)));
}
