import { importPlace } from '../../../shared/reservations/places.ts';
import type { Place, PlaceNode } from './place.ts';
import type { Piece } from './pieces/piece.ts';
import { partName } from './pieces/symbol-text.ts';

interface Draft {
  readonly base: string;
  readonly local: string;
  readonly pieces: Piece[];
}

/** Names the pieces of a text and puts those of one name together. */
export function placeTree(pieces: readonly Piece[]): PlaceNode[] {
  return levelOf(pieces, undefined, 1);
}

/** All places of a tree, containers before their parts. */
export function flattened(tree: readonly PlaceNode[], places: Place[] = []): Place[] {
  for (const place of tree) {
    places.push(place);
    flattened(place.parts, places);
  }
  return places;
}

function levelOf(
  pieces: readonly Piece[],
  container: Pick<Place, 'symbol' | 'within'> | undefined,
  level: number,
): PlaceNode[] {
  return draftsOf(pieces).map(({ base, local, pieces: declared }) => {
    const [first] = declared as [Piece];
    const symbol = partName(container?.symbol ?? '', local, level);
    const within = container?.within ?? withinOf(declared);
    const [only, ...others] = declared;
    const parts = others.length === 0 ? only?.parts : declared.flatMap((piece) => piece.parts);
    return {
      symbol,
      within,
      base,
      start: first.start,
      end: declared.at(-1)?.end ?? first.end,
      spans: declared.map(({ start, end }) => ({ start, end })),
      pieces: declared,
      parts: levelOf(parts ?? [], { symbol, within }, level + 1),
    };
  });
}

function draftsOf(pieces: readonly Piece[]): Draft[] {
  const drafts = new Map<string, Draft>();
  const counts = new Map<string, number>();
  for (const piece of pieces) {
    const { name: base, way } = piece;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const local = way === 'numbered' && count > 1 ? `${base}~${count}` : base;
    const draft = drafts.get(local);
    if (draft === undefined) drafts.set(local, { base, local, pieces: [piece] });
    else draft.pieces.push(piece);
  }
  return [...drafts.values()];
}

/** The symbol of the symbol graph that the declarations of one name make, or the part that they belong to. */
function withinOf(pieces: readonly Piece[]): string {
  const [first] = pieces;
  if (first?.way === 'set' && first.name === importPlace) return importPlace;
  return pieces.find(({ symbol }) => symbol !== undefined)?.symbol ?? '';
}
