import { shownId } from '../../../../shared/kernel/display.ts';
import { isTopLevel, nameOfSymbol } from '../../../../shared/kernel/symbol-id.ts';
import { linesOnly } from '../../../../shared/reservations/places.ts';

/** What of its file is reserved, in a word; `symbol` is an id, or empty for the whole file. */
export function holdName(symbol: string): string {
  if (symbol === '') return 'whole file';
  if (isTopLevel(symbol)) return 'top level';
  const name = nameOfSymbol(symbol);
  return name === linesOnly ? 'some lines' : shownId(name, 80);
}
