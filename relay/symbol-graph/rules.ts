import type { PublishedFile, PublishedSymbol } from '../../shared/symbols/contract.ts';

/** The fields of a stored symbol that a publication is compared with. */
export interface KnownSymbol {
  readonly id: string;
  readonly signature: string;
  readonly meaningHash: string;
  readonly signatureHash: string;
}

/** What a publication of one file changes in the graph. */
export interface FileChange {
  /** Symbols that are new, or whose meaning changed. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly signatures: readonly SignatureChange[];
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

/** Compares the stored symbols of a file with the published ones; both by symbol id. */
export function changeOf(
  known: ReadonlyMap<string, KnownSymbol>,
  published: ReadonlyMap<string, KnownSymbol>,
): FileChange {
  const changed: string[] = [];
  const signatures: SignatureChange[] = [];
  for (const [id, now] of published) {
    const before = known.get(id);
    if (before?.meaningHash !== now.meaningHash) changed.push(id);
    if (before === undefined || before.signatureHash === now.signatureHash) continue;
    signatures.push({ symbol: id, oldSignature: before.signature, newSignature: now.signature });
  }
  const removed = [...known.keys()].filter((id) => !published.has(id));
  return { changed, removed, signatures };
}
