import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ts, typeScript } from '../../../shared/node/typescript.ts';
import { maxParsedLength } from '../../kernel/text-limits.ts';
import { type Analysis, createFactsReader } from './analysis.ts';
import { type Layout, layoutOf } from './layout.ts';
import { type Compiler, compilerOf } from './tree/compiler.ts';
import { MeaningHasher } from './meaning/meaning-hasher.ts';
import type { FileMentions } from './mentions/file-mentions.ts';
import { createMentionReader, loadsOf } from './mentions/mention-reader.ts';
import type { ParsedFile } from './facts.ts';
import { collectSymbols } from './symbols.ts';

export interface Parser {
  /** RSV-10: the symbols of a file; `undefined` when it cannot be parsed or is in another language. */
  parse(path: string, text: string): ParsedFile | undefined;
  /** The same, and what the file declares, takes in, gives out and refers to; from one walk. Parses only without a tree of the text. */
  analyse(path: string, text: string, known?: Tree): Analysis | undefined;
  /** GAT-0: what a text names, also one that cannot be parsed. */
  mentions(path: string, text: string): FileMentions;
  /** Where the file has imports and comments; `undefined` as for `parse`. */
  layout(path: string, text: string): Layout | undefined;
}

/** What reads a file for the index. */
export type FileParser = Pick<Parser, 'analyse' | 'mentions'>;

const parsableExtension = /\.(?:[cm]?[tj]s|[tj]sx)$/i;

let loading: Promise<Parser> | undefined;
let loadingCompiler: Promise<Compiler> | undefined;

/** Loads the compiler on first use, so that the daemon can listen before it is there. */
export function loadParser(): Promise<Parser> {
  loading ??= loadCompiler().then(createParser);
  return loading;
}

/** The compiler that all readers of trees share; loaded on first use. */
export function loadCompiler(): Promise<Compiler> {
  loadingCompiler ??= nextTurn().then(() => compilerOf(typeScript()));
  return loadingCompiler;
}

/** Whether the path's extension is one of TypeScript's or JavaScript's. */
export function isParsable(path: string): boolean {
  return parsableExtension.test(path);
}

function createParser(compiler: Compiler): Parser {
  const hasher = new MeaningHasher(compiler);
  const options = parseOptions(compiler);

  const factsOf = createFactsReader(compiler);

  const mentionsOf = createMentionReader(compiler);

  function treeOf(path: string, text: string): Tree | undefined {
    const tree = anyTreeOf(path, text);
    return tree && withoutErrors(tree);
  }

  function anyTreeOf(path: string, text: string): Tree | undefined {
    if (!canBeParsed(path, text)) return undefined;
    // Offsets are into the caller's text, and a shebang is only one at offset 0: the parser must not see the mark.
    const shift = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    return { source: compiler.createSourceFile(path, text.slice(shift), options, false), shift };
  }

  return {
    parse: (path, text) =>
      withinStack(() => {
        const tree = treeOf(path, text);
        return tree && collectSymbols(tree.source, { compiler, hasher, shift: tree.shift });
      }),
    analyse: (path, text, known) =>
      withinStack(() => {
        const tree = known === undefined ? treeOf(path, text) : withoutErrors(known);
        return tree && factsOf(tree.source, tree.shift);
      }),
    mentions: (path, text) =>
      withinStack(() => {
        const tree = anyTreeOf(path, text);
        return tree && mentionsOf(tree.source);
      }) ?? loadsOf(compiler, text),
    layout: (path, text) =>
      withinStack(() => {
        const tree = treeOf(path, text);
        return tree && layoutOf(tree.source, compiler, tree.shift);
      }),
  };
}

/** Whether a parse is tried at all. */
export function canBeParsed(path: string, text: string): boolean {
  return isParsable(path) && text.length <= maxParsedLength && !text.includes('\0');
}

export function parseOptions(compiler: Compiler): ts.CreateSourceFileOptions {
  return {
    languageVersion: compiler.ScriptTarget.Latest,
    jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
  };
}

/** A parsed text; it may have syntax errors. */
export interface Tree {
  readonly source: ts.SourceFile;
  /** How much of the text stands before the tree's first character: the length of a byte order mark. */
  readonly shift: number;
}

function withoutErrors(tree: Tree): Tree | undefined {
  return hasSyntaxErrors(tree.source) ? undefined : tree;
}

/** The compiler and the walk recurse: nesting deeper than the stack is one more file that cannot be parsed. */
export function withinStack<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function hasSyntaxErrors(source: ts.SourceFile): boolean {
  const { parseDiagnostics } = source as ts.SourceFile & {
    readonly parseDiagnostics: readonly ts.Diagnostic[];
  };
  return parseDiagnostics.length > 0;
}
