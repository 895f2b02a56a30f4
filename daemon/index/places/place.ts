import type { ts } from '../parser/tree/compiler.ts';

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

/** One declaration or statement that makes a place, alone or together with others of its name. */
export interface Piece {
  /** Inside its container, as it stands in the code; not cleaned or cut yet. */
  readonly name: string;
  /**
   * `named`: all of one name are one place. `numbered`: each is a place, the second of a name ends with `~2`. `set`: all are one
   * place, whose meaning is a set of imports or exports.
   */
  readonly way: 'named' | 'numbered' | 'set';
  /** The symbol of the symbol graph that it declares. */
  readonly symbol: string | undefined;
  /** What carries the meaning. */
  readonly node: ts.Node;
  /** Of a variable: its modifiers and `const` or `let` belong to the meaning. */
  readonly statement: ts.VariableStatement | undefined;
  /** UTF-16 offsets in the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** What stands outside the span and belongs to the meaning: `export const ` of one among several variables. */
  readonly context: string;
  /** What of the container is not the container's own code because of this piece. */
  readonly omitted: ts.Node;
  readonly parts: readonly Piece[];
}
