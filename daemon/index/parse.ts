import type { ts } from 'ts-morph';
import { createMeaningHasher } from './meaning.ts';
import { collectSymbols } from './symbols.ts';

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

export interface Parser {
  /** RSV-10: the symbols of a file; `undefined` when it cannot be parsed or is in another language. */
  parse(path: string, text: string): ParsedFile | undefined;
}

export const maxParsedLength = 2 * 1024 * 1024;

const parsableExtension = /\.(?:[cm]?[tj]s|[tj]sx)$/i;

let loading: Promise<Parser> | undefined;

/** Loads the compiler on first use, so that the daemon can listen before it is there. */
export function loadParser(): Promise<Parser> {
  loading ??= import('ts-morph').then((module) => createParser(module.ts));
  return loading;
}

/** Whether the path's extension is one of TypeScript's or JavaScript's. */
export function isParsable(path: string): boolean {
  return parsableExtension.test(path);
}

function createParser(compiler: typeof ts): Parser {
  const hasher = createMeaningHasher(compiler);
  const options: ts.CreateSourceFileOptions = {
    languageVersion: compiler.ScriptTarget.Latest,
    jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
  };

  function parseText(path: string, text: string): ParsedFile | undefined {
    // Offsets are into the caller's text, and a shebang is only one at offset 0: the parser must not see the mark.
    const shift = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const source = compiler.createSourceFile(path, text.slice(shift), options, false);
    if (hasSyntaxErrors(source)) return undefined;
    return collectSymbols(source, { compiler, hasher, shift });
  }

  return {
    parse(path, text) {
      if (!isParsable(path) || text.length > maxParsedLength || text.includes('\0'))
        return undefined;
      try {
        return parseText(path, text);
      } catch (error) {
        // The compiler and the walk recurse: nesting deeper than the stack is one more file that cannot be parsed.
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    },
  };
}

function hasSyntaxErrors(source: ts.SourceFile): boolean {
  const { parseDiagnostics } = source as ts.SourceFile & {
    readonly parseDiagnostics: readonly ts.Diagnostic[];
  };
  return parseDiagnostics.length > 0;
}
