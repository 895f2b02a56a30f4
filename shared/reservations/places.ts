import type { Lines } from './lines.ts';

/** The place that is the whole file. The file's top level is the empty name. */
export const wholeFile = '*';
/** The place of changed lines that belong to no meaning: comments, blank lines, formatting. */
export const linesOnly = '~';
/** The place of a file's import block. */
export const importPlace = 'import';
/** The place of a file's export lists. */
export const exportPlace = 'export';

/** One part of a file, as it is asked for or held. */
export interface Place {
  /** Its name: what stands behind `#` in its id. */
  readonly symbol: string;
  /** The symbol of the symbol graph that it belongs to; '' for what is at the top level of the file. */
  readonly within: string;
  /** The lines that a write changed in it; undefined when they are not known. */
  readonly lines?: Lines | undefined;
}

/** Words that name a statement; no symbol can have them as its name. */
const statements: ReadonlySet<string> = new Set(
  'break,case,const,continue,debugger,delete,do,else,export,for,if,new,return,switch,throw,try,typeof,var,void,while,with'.split(
    ',',
  ),
);

/** The place of a bare name, where nobody has said to which symbol it belongs. */
export function placeNamed(symbol: string): Place {
  return { symbol, within: withinOf(symbol) };
}

/** RSV-13: the places of names that a wait or a negotiation asks for. */
export function askedPlaces(symbols: readonly string[]): (Place & { readonly asked: true })[] {
  return symbols.map((symbol) => ({ ...placeNamed(symbol), asked: true }));
}

/** RSV-3, for bare names. */
export function namesOverlap(one: string, other: string): boolean {
  return placesOverlap(placeNamed(one), placeNamed(other));
}

function withinOf(symbol: string): string {
  const [first = ''] = symbol.split('.', 1);
  if (first.includes('(')) return '';
  return statements.has(first.replace(/~\d+$/, '')) ? '' : first;
}

/** RSV-3: the whole file overlaps every place, and a container its parts; two parts of one container do not overlap. */
export function placesOverlap(one: Place, other: Place): boolean {
  if (one.symbol === other.symbol) return true;
  if (one.symbol === wholeFile || other.symbol === wholeFile) return true;
  if (standsAlone(one) || standsAlone(other)) return false;
  return contains(one, other) || contains(other, one);
}

/** Whether who has the one has the other with it. */
export function covers(one: Place, other: Place): boolean {
  if (one.symbol === other.symbol || one.symbol === wholeFile) return true;
  return !standsAlone(one) && !standsAlone(other) && contains(one, other);
}

/** RSV-12: whether two places belong to one symbol of the symbol graph, or overlap. */
export function symbolsOverlap(one: Place, other: Place): boolean {
  return one.within === other.within || placesOverlap(one, other);
}

/** Places of which several sessions may change different lines, whatever the policy. */
export function isShared({ symbol }: Place): boolean {
  return symbol === importPlace || symbol === exportPlace || symbol === linesOnly;
}

/** Imports and lines without a meaning are no part of the code around them. */
function standsAlone({ symbol }: Place): boolean {
  return symbol === importPlace || symbol === linesOnly;
}

/** What only looks like a part by its name is none: `app.use(/x)` of a variable `app`, `Reply.prototype.code` of a function `Reply`. */
function contains(container: Place, part: Place): boolean {
  if (container.symbol === '') return part.within === '';
  if (!part.symbol.startsWith(`${container.symbol}.`)) return false;
  // A bare name does not say where it belongs.
  const isBare = part.within === withinOf(part.symbol);
  if (!isBare && part.within !== container.within) return false;
  if (container.within !== '' || container.symbol.includes('(')) return true;
  const [first = ''] = part.symbol.slice(container.symbol.length + 1).split('.', 1);
  return !first.includes('(');
}
