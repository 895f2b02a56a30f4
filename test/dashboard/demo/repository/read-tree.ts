import type { SymbolKind } from '../../../../shared/symbols/contract.ts';

/** Folders with their files, and the top-level symbols of each file in one line. */
export type Tree = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface NamedSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly members: readonly string[];
}

export interface SourceFile {
  readonly path: string;
  readonly symbols: readonly NamedSymbol[];
}

export function filesOf(tree: Tree): SourceFile[] {
  return Object.entries(tree).flatMap(([folder, files]) =>
    Object.entries(files).map(([name, symbols]) => {
      return { path: `${folder}/${name}`, symbols: symbols.split(' ').map(symbolIn) };
    }),
  );
}

const kinds: Readonly<Record<string, SymbolKind>> = { '*': 'interface', '!': 'enum' };

function symbolIn(word: string): NamedSymbol {
  const [name = '', members] = word.split(/[{}]/);
  if (members !== undefined) return { name, kind: 'class', members: members.split(',') };
  const kind = kinds[name.slice(-1)];
  return kind === undefined
    ? { name, kind: 'function', members: [] }
    : { name: name.slice(0, -1), kind, members: [] };
}
