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

/** What the graph knows of a symbol. Lines count from 1, inclusive. Never holds a body, an initialiser or a default. */
export interface SymbolFacts {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly startLine: number;
  readonly endLine: number;
  /** One line, at most `maxSignatureLength` characters. */
  readonly signature: string;
  readonly signatureHash: string;
  readonly meaningHash: string;
  readonly exported: boolean;
  /** Empty when there is none. */
  readonly doc: string;
  /** Of a class, an interface or an enum: the names of what is in it. */
  readonly members: readonly string[];
  /** What its code refers to. */
  readonly uses: readonly Use[];
}

/**
 * A name bound at the top of the file, and after blanks the members read from it as far as they matter:
 * `login`, `auth login`.
 */
export type Use = string;

/** `local` is bound to an export of another module; `*` stands for the module itself. */
export interface ImportFact {
  readonly local: string;
  readonly specifier: string;
  readonly imported: string;
}

/**
 * An exported name: of a local binding, or where `specifier` is given of another module's export. `*` as `name` passes
 * on all names of the module, `*` as `of` the module itself. `export =` has the name `export=`.
 */
export interface ExportFact {
  readonly name: string;
  readonly of: string;
  readonly specifier?: string;
}

/** A top-level variable that plainly holds an instance of a class. */
export interface InstanceFact {
  readonly local: string;
  readonly className: string;
}

/** All that one file says of itself, by local names; nothing in it depends on another file. */
export interface FileFacts {
  readonly symbols: readonly SymbolFacts[];
  readonly imports: readonly ImportFact[];
  readonly exports: readonly ExportFact[];
  readonly instances: readonly InstanceFact[];
  /** What the code outside every symbol refers to. */
  readonly uses: readonly Use[];
}

export const maxSignatureLength = 1_000;
export const maxDocLength = 1_000;

type EncodedSymbol = [
  name: string,
  kind: SymbolKind,
  startLine: number,
  endLine: number,
  signature: string,
  signatureHash: string,
  meaningHash: string,
  exported: 0 | 1,
  doc: string,
  uses: readonly string[],
  members: readonly string[],
];

type EncodedFacts = [
  symbols: EncodedSymbol[],
  imports: [string, string, string][],
  exports: ([string, string] | [string, string, string])[],
  instances: [string, string][],
  uses: readonly string[],
];

/** A compact text that `decodeFacts` reads back. */
export function encodeFacts(facts: FileFacts): string {
  const encoded: EncodedFacts = [
    facts.symbols.map(encodeSymbol),
    facts.imports.map(({ local, specifier, imported }) => [local, specifier, imported]),
    facts.exports.map(({ name, of, specifier }) =>
      specifier === undefined ? [name, of] : [name, of, specifier],
    ),
    facts.instances.map(({ local, className }) => [local, className]),
    facts.uses,
  ];
  return JSON.stringify(encoded);
}

export function decodeFacts(json: string): FileFacts {
  const [symbols, imports, exports, instances, uses] = JSON.parse(json) as EncodedFacts;
  return {
    symbols: symbols.map(decodeSymbol),
    imports: imports.map(([local, specifier, imported]) => ({ local, specifier, imported })),
    exports: exports.map(([name, of, specifier]) =>
      specifier === undefined ? { name, of } : { name, of, specifier },
    ),
    instances: instances.map(([local, className]) => ({ local, className })),
    uses,
  };
}

function encodeSymbol(symbol: SymbolFacts): EncodedSymbol {
  return [
    symbol.name,
    symbol.kind,
    symbol.startLine,
    symbol.endLine,
    symbol.signature,
    symbol.signatureHash,
    symbol.meaningHash,
    symbol.exported ? 1 : 0,
    symbol.doc,
    symbol.uses,
    symbol.members,
  ];
}

function decodeSymbol(encoded: EncodedSymbol): SymbolFacts {
  const [name, kind, startLine, endLine, signature, signatureHash, meaningHash, exported] = encoded;
  const [, , , , , , , , doc, uses, members] = encoded;
  return {
    name,
    kind,
    startLine,
    endLine,
    signature,
    signatureHash,
    meaningHash,
    exported: exported === 1,
    doc,
    members,
    uses,
  };
}
