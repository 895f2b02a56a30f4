/**
 * A symbol by its file and its name, for example `src/auth.ts#login`. The code of a file outside every symbol, its top
 * level, has the empty name: `src/auth.ts#`. A path may contain `#`, a name never does, so the last one divides them.
 */
export type SymbolId = `${string}#${string}`;

const separator = '#';

/** The id of the symbol `name` in the file `path`. */
export function symbolId(path: string, name: string): SymbolId {
  return `${path}#${name}`;
}

/** The id of a file's top level. */
export function topLevelOf(path: string): SymbolId {
  return `${path}#`;
}

export function isTopLevel(id: string): boolean {
  return id.endsWith(separator);
}

/** Whether the text names a file and a symbol of it, rather than a bare name or a bare path. */
export function isSymbolId(text: string): text is SymbolId {
  return text.includes(separator);
}

/** The path in an id; empty for a bare name. */
export function fileOfSymbol(id: string): string {
  const at = id.lastIndexOf(separator);
  return at === -1 ? '' : id.slice(0, at);
}

/** The name in an id; the whole text of a bare name. */
export function nameOfSymbol(id: string): string {
  return id.slice(id.lastIndexOf(separator) + 1);
}

/** Both parts of an id. A bare name has the empty path. */
export function parseSymbolId(id: string): { readonly path: string; readonly name: string } {
  const at = id.lastIndexOf(separator);
  return { path: at === -1 ? '' : id.slice(0, at), name: id.slice(at + 1) };
}
