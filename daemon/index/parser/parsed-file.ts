/** The compiler's types, for the files that read its tree. */
export type { ts } from 'ts-morph';

export type SymbolKind = 'function' | 'class' | 'interface' | 'enum';

/**
 * One top-level symbol. `start` and `end` are UTF-16 offsets (end exclusive), `startLine` and `endLine` count from 1
 * and are inclusive; a name declared several times spans all its declarations. `hash` changes with its meaning only.
 */
export interface ParsedSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly startLine: number;
  readonly endLine: number;
  readonly start: number;
  readonly end: number;
  readonly hash: string;
}

/** `topLevelHash` is for the code outside every symbol, imports left out; empty when there is no such code. */
export interface ParsedFile {
  readonly symbols: readonly ParsedSymbol[];
  readonly topLevelHash: string;
}
