import { shownId } from '../../../../shared/kernel/display.ts';
import { holdName } from './hold-name.ts';

interface Place {
  readonly file: string;
  readonly symbols: readonly string[];
}

/** `total, tax and 3 more · src/checkout/total.ts`. */
export function symbolsLabel({ file, symbols }: Place, most = 2): string {
  const named = symbols.slice(0, most).map(holdName);
  const more = symbols.length > most ? ` and ${symbols.length - most} more` : '';
  return symbols.length === 0 ? shownId(file) : `${named.join(', ')}${more} · ${shownId(file)}`;
}

/** The same with the end of the path alone: what is shown where there is little room, with the whole path at hand. */
export function shortPlace({ file, symbols }: Place): string {
  return symbolsLabel({ file: file.split('/').slice(-2).join('/'), symbols });
}
