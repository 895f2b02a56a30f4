import type { FileFacts, SymbolFacts } from './facts.ts';
import { symbolId } from './touched.ts';

/** What became of a file's symbols; ids, in the order of the file. */
export interface SymbolChanges {
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly meaningChanged: readonly string[];
  readonly signatureChanged: readonly SignatureChanged[];
}

export interface SignatureChanged {
  readonly id: string;
  readonly oldSignature: string;
  readonly newSignature: string;
}

/** `undefined` when nothing changed. A symbol whose signature changed is among those whose meaning did. */
export function symbolChanges(
  path: string,
  before: FileFacts | undefined,
  after: FileFacts | undefined,
): SymbolChanges | undefined {
  const known = byName(before);
  const now = byName(after);
  const added = [...now.keys()].filter((name) => !known.has(name));
  const removed = [...known.keys()].filter((name) => !now.has(name));
  const meaningChanged: string[] = [];
  const signatureChanged: SignatureChanged[] = [];
  for (const [name, symbol] of now) {
    const old = known.get(name);
    if (old === undefined || old.meaningHash === symbol.meaningHash) continue;
    const id = symbolId(path, name);
    meaningChanged.push(id);
    if (old.signatureHash !== symbol.signatureHash)
      signatureChanged.push({ id, oldSignature: old.signature, newSignature: symbol.signature });
  }
  if (added.length + removed.length + meaningChanged.length === 0) return undefined;
  const ids = (names: readonly string[]) => names.map((name) => symbolId(path, name));
  return { path, added: ids(added), removed: ids(removed), meaningChanged, signatureChanged };
}

function byName(facts: FileFacts | undefined): Map<string, SymbolFacts> {
  return new Map((facts?.symbols ?? []).map((symbol) => [symbol.name, symbol]));
}
