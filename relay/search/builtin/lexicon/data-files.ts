import { readFileSync } from 'node:fs';

/** One entry of a word list: `head: item, item`. */
export interface Entry {
  readonly head: string;
  readonly items: readonly string[];
}

/** The build copies the lists to `dist/lexicon/data`, which is as far from the built code in `dist/chunks` as from here. */
const folder = new URL('../lexicon/data/', import.meta.url);

/** Where a word list is, by its path inside `data/`. */
export function dataFile(path: string): URL {
  return new URL(path, folder);
}

/**
 * The entries of a word list, in the format that `README.md` beside this file describes. Reads some 300 KB at most, in about a
 * millisecond. Throws when the file is missing, and for a line that belongs to no entry.
 */
export function readEntries(path: string): Entry[] {
  const entries: { head: string; items: string[] }[] = [];
  for (const line of readFileSync(dataFile(path), 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const colon = line.startsWith(' ') ? -1 : line.indexOf(':');
    if (colon > 0) entries.push({ head: line.slice(0, colon), items: [] });
    const entry = entries.at(-1);
    if (entry === undefined || (colon <= 0 && !line.startsWith(' '))) {
      throw new Error(`not an entry of the word list ${path}: ${line}`);
    }
    entry.items.push(...itemsIn(line.slice(colon + 1)));
  }
  return entries;
}

function itemsIn(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
