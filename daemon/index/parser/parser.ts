import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ts, typeScript } from '../../../shared/node/typescript.ts';
import { LRUCache } from 'lru-cache';
import { boundedCall } from '../../../shared/node/time/bounded-call.ts';
import { isParsable } from '../../../shared/symbols/parsable.ts';
import {
  leastBundleLength,
  maxLineLength,
  maxParsedLength,
  maxParseMs,
} from '../../kernel/text-limits.ts';
import { type Analysis, createFactsReader } from './analysis.ts';
import { type Layout, layoutOf } from './layout.ts';
import { type Compiler, compilerOf } from './tree/compiler.ts';
import { withoutMarks } from './tree/own-side.ts';
import { hasSyntaxErrors } from './tree/syntax-errors.ts';
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
  /** What `analyse` answers for each of the texts, under one watch: each watch costs as much as parsing a small text. */
  analyseAll(texts: readonly NamedText[]): (Analysis | undefined)[];
  /** Where the file has imports and comments; `undefined` as for `parse`. */
  layout(path: string, text: string): Layout | undefined;
}

export interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** What reads a file for the index. */
export type FileParser = Pick<Parser, 'analyse' | 'mentions'>;

/** The latest texts that took too long: they are not tried again. */
const overdue = new LRUCache<string, true>({ max: 64 });

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

function createParser(compiler: Compiler): Parser {
  const hasher = new MeaningHasher(compiler);
  const options = parseOptions(compiler);

  const factsOf = createFactsReader(compiler);

  const mentionsOf = createMentionReader(compiler);

  function anyTreeOf(path: string, text: string): Tree {
    // Offsets are into the caller's text, and a shebang is only one at offset 0: the parser must not see the mark.
    const shift = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const parse = (body: string) => compiler.createSourceFile(path, body, options, false);
    return { source: withoutMarks(parse(text.slice(shift)), parse), shift };
  }

  function read<T>(
    path: string,
    text: string,
    { known, of }: { known?: Tree | undefined; of: (tree: Tree) => T },
  ): T | undefined {
    if (known === undefined && !canBeParsed(path, text)) return undefined;
    return withinBounds(text, () => {
      const tree = withoutErrors(known ?? anyTreeOf(path, text));
      return tree && of(tree);
    });
  }

  function analysisOf({ path, text }: NamedText): Analysis | undefined {
    if (!canBeParsed(path, text)) return undefined;
    const tree = withoutErrors(anyTreeOf(path, text));
    return tree && factsOf(tree.source, tree.shift);
  }

  return {
    parse: (path, text) =>
      read(path, text, {
        of: ({ source, shift }) => collectSymbols(source, { compiler, hasher, shift }),
      }),
    analyseAll: (texts) => allWithinBounds(texts, analysisOf),
    analyse: (path, text, known) =>
      read(path, text, { known, of: ({ source, shift }) => factsOf(source, shift) }),
    mentions: (path, text) => {
      const found = canBeParsed(path, text)
        ? withinBounds(text, () => mentionsOf(anyTreeOf(path, text).source))
        : undefined;
      return found ?? loadsOf(compiler, text);
    },
    layout: (path, text) =>
      read(path, text, { of: ({ source, shift }) => layoutOf(source, compiler, shift) }),
  };
}

/** Whether a parse is tried at all. */
export function canBeParsed(path: string, text: string): boolean {
  if (!isParsable(path) || text.length > maxParsedLength || isBundle(text)) return false;
  return !text.includes('\0') && !overdue.has(text);
}

function isBundle(text: string): boolean {
  return text.length >= leastBundleLength && text.length > maxLineLength * linesIn(text);
}

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
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

/**
 * HOK-2: what `run` makes of a text. `undefined` when the text nests deeper than the stack, or keeps the compiler busy for longer
 * than any text of an honest program does: TypeScript reads some nestings again for each of their levels.
 */
export function withinBounds<T>(text: string, run: () => T): T | undefined {
  const outcome = boundedCall(maxParseMs, run);
  if (outcome.kind === 'overdue') overdue.set(text, true);
  return outcome.kind === 'ended' ? outcome.value : undefined;
}

/** The same for several texts under one watch. After the one that is stopped the others go on under the next. */
function allWithinBounds<T>(
  texts: readonly NamedText[],
  run: (text: NamedText) => T | undefined,
): (T | undefined)[] {
  const results: (T | undefined)[] = [];
  while (results.length < texts.length) {
    const { kind } = boundedCall(maxParseMs, () => {
      for (const text of texts.slice(results.length)) results.push(run(text));
    });
    const stopped = texts[results.length];
    if (stopped === undefined) break;
    if (kind === 'overdue') overdue.set(stopped.text, true);
    results.push(undefined);
  }
  return results;
}
