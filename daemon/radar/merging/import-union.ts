import { filledLines, type RegionLayers } from './region-layers.ts';

const maxLines = 10;

/**
 * RAD-2: the import lines of both sides. Undefined where a region holds anything else, or a name would come in twice: then
 * a union of the lines does not solve it.
 */
export function importUnion(regions: readonly RegionLayers[]): readonly string[] | undefined {
  const union: string[] = [];
  for (const { ours, theirs } of regions) {
    if (![ours, theirs].every(hasOnlyImports)) return undefined;
    union.push(...new Set([...filledLines(ours.imports), ...filledLines(theirs.imports)]));
  }
  const names = union.flatMap(namesIn);
  if (union.length === 0 || new Set(names).size < names.length) return undefined;
  return union.slice(0, maxLines);
}

function hasOnlyImports({ code, imports, comments }: RegionLayers['ours']): boolean {
  const [other, comment, own] = [code, comments, imports].map((text) => filledLines(text).length);
  return other === 0 && comment === 0 && own !== undefined && own > 0;
}

const words = new Set(['import', 'from', 'type', 'as', 'const', 'let', 'var', 'require']);

/** The names that an import line, or a line of a longer import, brings in. */
function namesIn(line: string): string[] {
  const binding = line
    .replace(/=.*$/, '')
    .replaceAll(/(['"]).*?\1/g, '')
    .replaceAll(/[\p{ID_Continue}$]+\s*(?:\bas\b|:)/gu, '');
  const found = binding.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [];
  return found.filter((word) => !words.has(word));
}
