import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ConceptHead, dataFile } from './concepts.ts';
import type { Lexicon, Phrase, Sense } from './vocabulary.ts';

/** The first line of the file: the word lists that the lexicon was computed from, and the digest of them together. */
interface Head {
  readonly lists: readonly string[];
  readonly digest: string;
}

/** The other lines. */
type Parts = readonly [
  concepts: readonly ConceptHead[],
  neighbours: readonly (readonly Sense[])[],
  words: readonly [string, readonly Sense[]][],
  joined: readonly string[],
  phrases: readonly [string, readonly Phrase[]][],
  usage: readonly [string, readonly Sense[]][],
];

/** The build writes it; there is none beside the sources. */
const preparedFile = dataFile('../prepared.json.gz');

/** The content of the file: lines of JSON, compressed, from which `preparedInParts` makes an equal lexicon. */
export function preparedFrom(lexicon: Lexicon): Buffer {
  const { neighbours, words, joined, phrases, usage } = lexicon;
  const concepts = lexicon.concepts.map(({ name, weight }) => ({ name, weight }));
  const parts: Parts = [concepts, neighbours, [...words], [...joined], [...phrases], [...usage]];
  const lines = [headOf(), ...parts].map((part) => JSON.stringify(part));
  return gzipSync(lines.join('\n'), { level: 9 });
}

/**
 * SIM-4: the lexicon that the build computed, in a sixth of the time that computing it takes. `undefined` where it is missing or
 * damaged, or was computed from other word lists. Yields every few dozen milliseconds.
 */
export function* preparedInParts(): Generator<void, Lexicon | undefined> {
  try {
    const [head = '', ...lines] = gunzipSync(readFileSync(preparedFile)).toString().split('\n');
    const { lists, digest } = JSON.parse(head) as Head;
    if (digestOf(lists) !== digest) return undefined;
    const parts: unknown[] = [];
    for (const line of lines) {
      yield;
      parts.push(JSON.parse(line));
    }
    return lexiconOf(parts as unknown as Parts);
  } catch {
    return undefined;
  }
}

function lexiconOf([concepts, neighbours, words, joined, phrases, usage]: Parts): Lexicon {
  return {
    concepts,
    neighbours,
    nearness: nearnessFrom(neighbours),
    words: new Map(words),
    joined: new Set(joined),
    phrases: new Map(phrases),
    usage: new Map(usage),
  };
}

function nearnessFrom(neighbours: Lexicon['neighbours']): Float32Array {
  const nearness = new Float32Array(neighbours.length ** 2);
  neighbours.forEach((near, place) => {
    for (const { concept, weight } of near) nearness[place * neighbours.length + concept] = weight;
  });
  return nearness;
}

function headOf(): Head {
  const names = readdirSync(dataFile('.'), { recursive: true, encoding: 'utf8' });
  const lists = names.filter((name) => name.endsWith('.txt')).sort();
  return { lists, digest: digestOf(lists) };
}

function digestOf(lists: readonly string[]): string {
  const hash = createHash('sha256');
  for (const list of lists) hash.update(readFileSync(dataFile(list)));
  return hash.digest('hex');
}
