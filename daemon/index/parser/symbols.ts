import type { Compiler, ts } from './tree/compiler.ts';
import { digest, type HashState } from './meaning/meaning-digest.ts';
import type { MeaningHasher } from './meaning/meaning-hasher.ts';
import type { ParsedFile, ParsedSymbol, SymbolKind } from './facts.ts';
import { givenOut, isCommonJs, kindOfValue } from './tree/syntax.ts';

interface Tools {
  readonly compiler: Compiler;
  readonly hasher: MeaningHasher;
  /** Added to every offset. */
  readonly shift: number;
  /** Told of every part of the file, right after its meaning has been hashed. */
  readonly visitor?: PartVisitor;
}

/** Sees the same declarations as the hashes. A name that is declared several times comes several times. */
export interface PartVisitor {
  /** `node` is what is declared, `outer` the same or the statement around it. */
  symbol(name: string, node: ts.Node, outer: ts.Node): void;
  topLevel(): void;
}

/** A declaration that makes a symbol, and the nodes that carry its meaning. */
interface Declaration {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly node: ts.Node;
  readonly outer: ts.Node;
  readonly meaning: () => void;
}

interface Draft {
  readonly kind: SymbolKind;
  readonly startLine: number;
  readonly start: number;
  endLine: number;
  end: number;
  state: HashState;
}

/** The top-level symbols of a source file, in the order of their first declaration, and the rest as one part. */
export function collectSymbols(source: ts.SourceFile, tools: Tools): ParsedFile {
  const drafts = new Map<string, Draft>();
  const lineAt = lineCounter(source.text);
  let topLevel: HashState | undefined;

  function addSymbol({ name, kind, node, outer, meaning }: Declaration): void {
    const draft = drafts.get(name);
    tools.hasher.resume(draft?.state);
    meaning();
    const state = tools.hasher.state();
    tools.visitor?.symbol(name, node, outer);
    const start = outer.getStart(source);
    const startLine = lineAt(start);
    const endLine = lineAt(outer.end);
    const end = outer.end + tools.shift;
    if (draft) Object.assign(draft, { end, endLine, state });
    else drafts.set(name, { kind, startLine, endLine, start: start + tools.shift, end, state });
  }

  function addTopLevel(meaning: () => void): void {
    tools.hasher.resume(topLevel);
    meaning();
    topLevel = tools.hasher.state();
    tools.visitor?.topLevel();
  }

  for (const statement of source.statements) {
    if (countsForNothing(tools.compiler, statement)) continue;
    for (const part of partsOf(tools, source, statement)) {
      if (typeof part === 'function') addTopLevel(part);
      else addSymbol(part);
    }
  }
  return {
    symbols: finished(drafts),
    topLevelHash: topLevel === undefined ? '' : digest(topLevel),
  };
}

function countsForNothing(compiler: Compiler, statement: ts.Statement): boolean {
  if (compiler.isImportEqualsDeclaration(statement)) return statement.modifiers === undefined;
  return compiler.isImportDeclaration(statement) || compiler.isEmptyStatement(statement);
}

/** A statement's symbols, and as bare functions what of it belongs to the top-level part. */
function partsOf(
  tools: Tools,
  source: ts.SourceFile,
  statement: ts.Statement,
): (Declaration | (() => void))[] {
  const { compiler, hasher } = tools;
  if (compiler.isVariableStatement(statement)) return variableParts(tools, statement);
  const named =
    namedDeclaration(compiler, statement) ??
    (isCommonJs(source) ? givenOut(compiler, statement) : undefined);
  const meaning = () => hasher.feed(statement);
  return [named === undefined ? meaning : { ...named, node: statement, outer: statement, meaning }];
}

function namedDeclaration(
  compiler: Compiler,
  statement: ts.Statement,
): Pick<Declaration, 'name' | 'kind'> | undefined {
  if (compiler.isFunctionDeclaration(statement)) return named(statement.name, 'function');
  if (compiler.isClassDeclaration(statement)) return named(statement.name, 'class');
  if (compiler.isInterfaceDeclaration(statement)) return named(statement.name, 'interface');
  if (compiler.isEnumDeclaration(statement)) return named(statement.name, 'enum');
  if (!compiler.isExportAssignment(statement) || statement.isExportEquals === true)
    return undefined;
  const kind = kindOfValue(compiler, statement.expression);
  return kind && named(undefined, kind);
}

function named(
  name: ts.Identifier | undefined,
  kind: SymbolKind,
): Pick<Declaration, 'name' | 'kind'> {
  return { name: name?.text ?? 'default', kind };
}

/** Each variable that holds a function or a class is a symbol of its own; the others are top-level code. */
function variableParts(
  tools: Tools,
  statement: ts.VariableStatement,
): (Declaration | (() => void))[] {
  const { compiler, hasher } = tools;
  const list = statement.declarationList;
  return list.declarations.map((declaration) => {
    const meaning = () => {
      statement.modifiers?.forEach((modifier) => hasher.feed(modifier));
      hasher.feedNumber(list.flags & compiler.NodeFlags.BlockScoped);
      hasher.feed(declaration);
    };
    const kind = kindOfValue(compiler, declaration.initializer);
    if (kind === undefined || !compiler.isIdentifier(declaration.name)) return meaning;
    const outer = list.declarations.length === 1 ? statement : declaration;
    return { name: declaration.name.text, kind, node: declaration, outer, meaning };
  });
}

/** Whether a top-level variable is a symbol of its own, as it holds a function or a class. */
export function isSymbolVariable(
  compiler: Compiler,
  { name, initializer }: ts.VariableDeclaration,
): boolean {
  return compiler.isIdentifier(name) && kindOfValue(compiler, initializer) !== undefined;
}

function finished(drafts: ReadonlyMap<string, Draft>): ParsedSymbol[] {
  return Array.from(drafts, ([name, { state, ...draft }]) => ({
    name,
    ...draft,
    hash: digest(state),
  }));
}

/** Line numbers from 1 for offsets asked in rising order; cheaper than the compiler's table of all lines. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next !== -1 && next < offset) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
