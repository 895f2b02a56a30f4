import type { Piece } from './pieces/piece.ts';

/** UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * One part of a file that is reserved by itself (RSV-16). `symbol` is the part of its id behind `#`; `within` is the symbol of
 * the symbol graph that it belongs to, empty for the top-level part, `import` for the import block. A leading comment does not
 * belong to it. `start` and `end` reach over all declarations of the name, `spans` has each.
 */
export interface Place extends Span {
  readonly symbol: string;
  readonly within: string;
  readonly spans: readonly Span[];
}

/** A place with what comparing it needs. */
export interface PlaceNode extends Place {
  /** The name inside its container, without a number. */
  readonly base: string;
  readonly pieces: readonly Piece[];
  readonly parts: readonly PlaceNode[];
}
