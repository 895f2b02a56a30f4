import { LRUCache } from 'lru-cache';
import type { PublishedOver as Over, SymbolChange } from '../../shared/symbols/contract.ts';
import type { PublishedFile } from './waiting-files.ts';

type Hashes = SymbolChange['before'];

const maxSymbols = 2_000;
const maxStates = 8;

/**
 * SYM-6: what others had written of the symbols that were published here, where a publication has put another version over it. When
 * an edit is taken back, that comes back, and not what this clone had before the edit.
 */
export class PublishedOver {
  /** By file and symbol, and by the state that this clone had before: what the team had then, where that was another one. */
  private readonly symbols = new LRUCache<string, Map<string, Over | undefined>>({
    max: maxSymbols,
  });

  /** The file was published; `over` is what the relay said of it. */
  note({ path, changes = [] }: PublishedFile, over: readonly Over[] = []): void {
    const others = over.filter((one) => one.path === path);
    for (const { name, before } of changes) {
      const found = others.find((one) => one.name === name);
      this.noteOne(keyOf(path, name), stateOf(before), found);
    }
  }

  private noteOne(key: string, state: string, over: Over | undefined): void {
    const states = this.symbols.get(key) ?? new Map<string, Over | undefined>();
    // It is later than all that this clone had before.
    if (over !== undefined) for (const earlier of states.keys()) states.set(earlier, over);
    states.delete(state);
    states.set(state, over);
    if (states.size > maxStates) states.delete([...states.keys()][0] ?? '');
    this.symbols.set(key, states);
  }

  /** Whether all that has changed is as it was here before something that was published. */
  goesBack({ path, symbols, changes = [] }: PublishedFile): boolean {
    const now = new Map(symbols.map((one) => [one.name, one]));
    const isBack = ({ name }: SymbolChange) =>
      this.symbols.get(keyOf(path, name))?.has(stateOf(now.get(name))) ?? false;
    return changes.length > 0 && changes.every(isBack);
  }

  /** The file with what others had instead of that to which its changes go back. */
  restored(file: PublishedFile): PublishedFile {
    const symbols = new Map(file.symbols.map((one) => [one.name, one]));
    const changes = (file.changes ?? []).map((change) => {
      const { name, before } = change;
      const now = symbols.get(name);
      const over = this.symbols.get(keyOf(file.path, name))?.get(stateOf(now));
      if (over === undefined) return change;
      if (over.symbol === undefined) symbols.delete(name);
      else symbols.set(name, over.symbol);
      return { name, ...(before && { before: asStored(before, now, over.symbol) }) };
    });
    return { ...file, symbols: [...symbols.values()], changes };
  }

  /** The relay may have other data. */
  clear(): void {
    this.symbols.clear();
  }
}

/** The relay keeps the signature of others where an edit left it alone. */
function asStored(edited: NonNullable<Hashes>, now: Hashes, over: Hashes): NonNullable<Hashes> {
  const isKept = over !== undefined && edited.signature_hash === now?.signature_hash;
  const { signature_hash } = isKept ? over : edited;
  return { meaning_hash: edited.meaning_hash, signature_hash };
}

function keyOf(path: string, name: string): string {
  return `${path}\n${name}`;
}

function stateOf(hashes: Hashes): string {
  return hashes === undefined ? '' : `${hashes.meaning_hash} ${hashes.signature_hash}`;
}
