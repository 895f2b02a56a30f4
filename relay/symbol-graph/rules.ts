import type { PublishedFile, PublishedSymbol } from '../../shared/symbols/contract.ts';

/** The fields of a stored symbol that a publication is compared with. */
export interface KnownSymbol {
  readonly id: string;
  readonly file: string;
  readonly fileKey: string;
  readonly signature: string;
  readonly meaningHash: string;
  readonly signatureHash: string;
  readonly exported: boolean;
}

/** What a publication of one file changes in the graph. */
export interface FileChange {
  /** Symbols that are new, or whose meaning changed. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly signatures: readonly SignatureChange[];
  /** DEC-9: the paths of files of which an exported symbol has another signature or is gone, and of those without a symbol now. */
  readonly surfaces: readonly string[];
  /** By key: the symbols of `changed` and `removed`, and those that make a surface another one. */
  readonly edits: ReadonlyMap<string, SymbolEdit>;
}

/** One symbol before and after a publication. */
export interface SymbolEdit {
  readonly symbol: string;
  readonly file: string;
  /** Undefined for one that is new. */
  readonly before: string | undefined;
  /** Undefined for one that is gone. */
  readonly after: string | undefined;
  /** Other files could use it, and what they see of it is another one now, or gone. */
  readonly isSurface: boolean;
}

export interface SignatureChange {
  readonly symbol: string;
  readonly oldSignature: string;
  readonly newSignature: string;
}

/** One symbol for each name; of declarations that share a name the first counts. */
export function distinctSymbols(file: PublishedFile): PublishedSymbol[] {
  const byName = new Map<string, PublishedSymbol>();
  for (const symbol of file.symbols) {
    const name = symbol.name.normalize('NFC');
    if (!byName.has(name)) byName.set(name, { ...symbol, name });
  }
  return [...byName.values()];
}

/** Compares the stored symbols of some files with those of now; both by their keys, which two spellings of a path share. */
export function changeOf(
  known: ReadonlyMap<string, KnownSymbol>,
  now: ReadonlyMap<string, KnownSymbol>,
): FileChange {
  const changed: string[] = [];
  const signatures: SignatureChange[] = [];
  for (const [key, { id, signature, meaningHash, signatureHash }] of now) {
    const before = known.get(key);
    if (before?.meaningHash !== meaningHash) changed.push(id);
    if (before === undefined || before.signatureHash === signatureHash) continue;
    signatures.push({ symbol: id, oldSignature: before.signature, newSignature: signature });
  }
  const gone = [...known].filter(([key]) => !now.has(key));
  const removed = gone.map(([, { id }]) => id);
  const surfaces = surfacesOf(known, now);
  return { changed, removed, signatures, surfaces, edits: editsOf(known, now) };
}

function editsOf(
  known: ReadonlyMap<string, KnownSymbol>,
  now: ReadonlyMap<string, KnownSymbol>,
): Map<string, SymbolEdit> {
  const edits = new Map<string, SymbolEdit>();
  for (const [key, { id, file, signature, meaningHash }] of now) {
    const before = known.get(key);
    const isSurface = before !== undefined && changesSurface(before, now.get(key));
    if (before?.meaningHash === meaningHash && !isSurface) continue;
    edits.set(key, { symbol: id, file, before: before?.signature, after: signature, isSurface });
  }
  for (const [key, { id, file, signature, exported }] of known) {
    if (now.has(key)) continue;
    edits.set(key, { symbol: id, file, before: signature, after: undefined, isSurface: exported });
  }
  return edits;
}

/** Only what other files can depend on counts; something that is added breaks nobody. */
function surfacesOf(
  known: ReadonlyMap<string, KnownSymbol>,
  now: ReadonlyMap<string, KnownSymbol>,
): string[] {
  const left = new Set([...now.values()].map(({ fileKey }) => fileKey));
  const changed = new Map<string, string>();
  for (const [key, symbol] of known) {
    const { file, fileKey } = symbol;
    if (!left.has(fileKey) || changesSurface(symbol, now.get(key))) changed.set(fileKey, file);
  }
  return [...changed.values()];
}

function changesSurface(
  { exported, signatureHash }: KnownSymbol,
  after: KnownSymbol | undefined,
): boolean {
  return exported && (after?.exported !== true || after.signatureHash !== signatureHash);
}
