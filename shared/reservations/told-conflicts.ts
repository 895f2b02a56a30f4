import { nameOfSymbol } from '../kernel/symbol-id.ts';
import type { ConflictRecord } from './contract.ts';
import { namesOverlap } from './places.ts';

type Named = Pick<ConflictRecord, 'symbol_id' | 'held_symbol_id' | 'holder_session_id'>;

/**
 * RSV-6: the conflicts of one write that are told. All places of a write may have the same lines, as when a file is removed: a
 * place that only these lines refuse is left out where the held place is named by another conflict.
 */
export function toldConflicts<T extends Named>(conflicts: readonly T[]): T[] {
  const named = new Set(conflicts.filter(isByName).map(heldPlace));
  return conflicts.filter((one) => isByName(one) || !named.has(heldPlace(one)));
}

function isByName({ symbol_id: written, held_symbol_id: held }: Named): boolean {
  if (written === undefined || held === undefined) return true;
  return namesOverlap(nameOfSymbol(written), nameOfSymbol(held));
}

function heldPlace({ held_symbol_id: held = '', holder_session_id: holder }: Named): string {
  return `${holder}\n${held}`;
}
