import { collectBindings } from './bindings.ts';
import type { Compiler, ts } from './tree/compiler.ts';
import {
  type FileFacts,
  maxSignatureLength,
  type ParsedFile,
  type ParsedSymbol,
  type SymbolFacts,
  type Use,
} from './facts.ts';
import { digest, type HashState } from './meaning/meaning-digest.ts';
import { MeaningHasher } from './meaning/meaning-hasher.ts';
import type { FileMentions } from './mentions/file-mentions.ts';
import { createMentionReader } from './mentions/mention-reader.ts';
import { limits } from '../../../shared/contract/fields.ts';
import { collectReferences } from './references/reference-observers.ts';
import { bounded, SignatureReader, SourceTextReader } from './signature-reader.ts';
import { collectSymbols, isSymbolVariable, type PartVisitor } from './symbols.ts';
import { assignedValue } from './tree/syntax.ts';

/** A parse with what the graph needs. */
export interface Analysis {
  readonly parsed: ParsedFile;
  readonly facts: FileFacts;
  readonly mentions: FileMentions;
}

interface Draft {
  signature: string;
  state: HashState;
  doc: string;
  readonly members: Set<string>;
  readonly uses: Set<Use>;
}

/** Answers a function that reads the symbols, the facts and the mentions of a file out of its tree. */
export function createFactsReader(
  compiler: Compiler,
): (source: ts.SourceFile, shift: number) => Analysis {
  const references = collectReferences(compiler);
  const hasher = new MeaningHasher(compiler, references.observers);
  const texts = new SourceTextReader(compiler);
  const signatures = new SignatureReader(compiler, new MeaningHasher(compiler), texts);
  const mentionsOf = createMentionReader(compiler);
  const isSymbol = (declaration: ts.VariableDeclaration) => isSymbolVariable(compiler, declaration);

  return (source, shift) => {
    const bindings = collectBindings(source, compiler, isSymbol);
    references.begin(bindings);
    texts.begin(source);
    const drafts = new Map<string, Draft>();
    const topLevel = new Set<Use>();
    const visitor: PartVisitor = {
      symbol(name, node, outer) {
        const draft = drafts.get(name);
        const { text, state } = signatures.read(node, draft?.state);
        const doc = draft?.doc || texts.docOf(outer);
        const uses = addAll(draft?.uses ?? new Set<Use>(), references.take());
        const members = addAll(draft?.members ?? new Set<string>(), memberNames(compiler, node));
        const signature = draft ? `${draft.signature}; ${text}` : text;
        drafts.set(name, { signature, state, doc, members, uses });
      },
      topLevel: () => void addAll(topLevel, references.take()),
    };
    const parsed = collectSymbols(source, { compiler, hasher, shift, visitor });
    const { imports, exports, instances } = bindings;
    const exported = new Set(
      exports.filter(({ specifier }) => specifier === undefined).map(({ of }) => of),
    );
    const facts: FileFacts = {
      symbols: symbolFacts(parsed, drafts, exported),
      imports,
      exports,
      instances,
      uses: sorted(topLevel),
    };
    return { parsed, facts, mentions: mentionsOf(source) };
  };
}

function symbolFacts(
  { symbols }: ParsedFile,
  drafts: ReadonlyMap<string, Draft>,
  exported: ReadonlySet<string>,
): SymbolFacts[] {
  return symbols.flatMap((symbol) => {
    const draft = drafts.get(symbol.name);
    return draft === undefined ? [] : [factsOf(symbol, draft, exported.has(symbol.name))];
  });
}

function factsOf(symbol: ParsedSymbol, draft: Draft, exported: boolean): SymbolFacts {
  const { name, kind, startLine, endLine, hash } = symbol;
  return {
    name,
    kind,
    startLine,
    endLine,
    signature: bounded(draft.signature, maxSignatureLength),
    signatureHash: digest(draft.state),
    meaningHash: hash,
    exported,
    doc: draft.doc,
    members: [...draft.members].slice(0, limits.membersPerSymbol),
    uses: sorted(draft.uses),
  };
}

function addAll<T>(set: Set<T>, added: Iterable<T>): Set<T> {
  for (const item of added) set.add(item);
  return set;
}

/** So that equal code gives equal facts, in whatever order it stands. */
function sorted(uses: ReadonlySet<Use>): Use[] {
  return [...uses].sort();
}

/** DEC-3: the names of what a class, an interface or an enum has in it, as they are written; without `#`. */
function memberNames(compiler: Compiler, declaration: ts.Node): string[] {
  const names = membersOf(compiler, declaration).flatMap(({ name }) => {
    if (name === undefined) return [];
    if (compiler.isPrivateIdentifier(name)) return name.text.slice(1);
    return compiler.isIdentifier(name) || compiler.isStringLiteral(name) ? name.text : [];
  });
  const fitting = names.filter((name) => name !== '' && name.length <= limits.symbolName);
  return [...new Set(fitting)].slice(0, limits.membersPerSymbol);
}

function membersOf(
  compiler: Compiler,
  node: ts.Node,
): readonly { readonly name?: ts.PropertyName | undefined }[] {
  if (compiler.isClassDeclaration(node) || compiler.isInterfaceDeclaration(node))
    return node.members;
  if (compiler.isEnumDeclaration(node)) return node.members;
  const value = assignedValue(compiler, valueIn(compiler, node));
  return value !== undefined && compiler.isClassExpression(value) ? value.members : [];
}

function valueIn(compiler: Compiler, node: ts.Node): ts.Expression | undefined {
  if (compiler.isVariableDeclaration(node)) return node.initializer;
  if (compiler.isExportAssignment(node) || compiler.isExpressionStatement(node))
    return node.expression;
  return undefined;
}
