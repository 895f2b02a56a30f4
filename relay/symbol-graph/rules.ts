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
  return { changed, removed, signatures, surfaces: surfacesOf(known, now) };
}

/** Only what other files can depend on counts; something that is added breaks nobody. */
function surfacesOf(
  known: ReadonlyMap<string, KnownSymbol>,
  now: ReadonlyMap<string, KnownSymbol>,
): string[] {
  const left = new Set([...now.values()].map(({ fileKey }) => fileKey));
  const changed = new Map<string, string>();
  for (const [key, { file, fileKey, exported, signatureHash }] of known) {
    const after = now.get(key);
    const isSame = after?.exported === true && after.signatureHash === signatureHash;
    if (!left.has(fileKey) || (exported && !isSame)) changed.set(fileKey, file);
  }
  return [...changed.values()];
}
