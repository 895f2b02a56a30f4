import { importPlace } from '../../../shared/reservations/places.ts';
import type { Place, PlaceNode } from './place.ts';
import type { Piece } from './pieces/piece.ts';
import { partName, plainName } from './pieces/symbol-text.ts';

/** A piece, and the symbol of the symbol graph around it; `undefined` at the top. */
interface Found {
  readonly piece: Piece;
  readonly around: string | undefined;
}

interface Draft {
  readonly base: string;
  readonly local: string;
  readonly found: Found[];
}

/** Names the pieces of a text and puts those of one name together. */
export function placeTree(pieces: readonly Piece[]): PlaceNode[] {
  return levelOf(
    pieces.map((piece) => ({ piece, around: undefined })),
    '',
    1,
  );
}

/** All places of a tree, containers before their parts. */
export function flattened(tree: readonly PlaceNode[], places: Place[] = []): Place[] {
  for (const place of tree) {
    places.push(place);
    flattened(place.parts, places);
  }
  return places;
}

function levelOf(all: readonly Found[], container: string, level: number): PlaceNode[] {
  return draftsOf(all).map(({ base, local, found }) => {
    const symbol = partName(container, local, level);
    const pieces = found.map(({ piece }) => piece);
    const spans = pieces.map(({ start, end }) => ({ start, end }));
    // A namespace with the name of a function is no symbol, so its parts belong to another symbol than the function's.
    const parts = found.flatMap((one) =>
      one.piece.parts.map((piece) => ({ piece, around: withinOf(one) })),
    );
    return {
      symbol,
      within: found.map(withinOf).find((within) => within !== '') ?? '',
      base,
      start: spans[0]?.start ?? 0,
      end: spans.at(-1)?.end ?? 0,
      spans,
      pieces,
      parts: levelOf(parts, symbol, level + 1),
    };
  });
}

function draftsOf(all: readonly Found[]): Draft[] {
  const drafts = new Map<string, Draft>();
  const counts = new Map<string, number>();
  for (const found of all) {
    const base = plainName(found.piece.name);
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const local = found.piece.way === 'numbered' && count > 1 ? `${base}~${count}` : base;
    const draft = drafts.get(local);
    if (draft === undefined) drafts.set(local, { base, local, found: [found] });
    else draft.found.push(found);
  }
  return [...drafts.values()];
}

function withinOf({ piece, around }: Found): string {
  if (around !== undefined) return around;
  return piece.way === 'set' && piece.name === importPlace ? importPlace : (piece.symbol ?? '');
}
