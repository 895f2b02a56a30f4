import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Passage } from '../../relay/search/port.ts';
import type { Embedder } from '../../relay/search/embedder.ts';

/** Runs `use` with the path of a search file in a directory that is removed afterwards. */
export async function withFile(use: (file: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'coord-search-'));
  try {
    await use(join(directory, 'search.db'));
  } finally {
    await rm(directory, { recursive: true });
  }
}

export function passage(id: string, text: string, rest: Partial<Passage> = {}): Passage {
  return {
    workspaceId: 'ws_1',
    id,
    kind: 'decision',
    title: text,
    text: '',
    ...rest,
  };
}

/** A vector of unit length that points anywhere. */
export function randomUnit(random: () => number, dimensions: number): Float32Array {
  const values = Float32Array.from({ length: dimensions }, () => bell(random));
  return unit(values);
}

/** A vector near another: `spread` is the length of what is added to it. */
export function nearTo(
  centre: Float32Array,
  { random, spread }: { random: () => number; spread: number },
): Float32Array {
  const away = randomUnit(random, centre.length);
  return unit(centre.map((value, i) => value + spread * (away[i] ?? 0)));
}

export function unit(values: Float32Array): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return values.map((value) => value / length);
}

function bell(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** An embedder that looks up the vector of each text's last word, such as `#12`. */
export function tableEmbedder(
  vectors: ReadonlyMap<string, Float32Array>,
  { name = 'table', dimensions }: { name?: string; dimensions: number },
): Embedder {
  return {
    name,
    dimensions,
    embed: async (texts) =>
      texts.map((text) => {
        const key = /#\w+/.exec(text)?.[0] ?? '';
        return vectors.get(key) ?? new Float32Array(dimensions);
      }),
  };
}

/** The indices of the vectors with the greatest products with the question, by comparing all. */
export function exactNearest(
  vectors: readonly Float32Array[],
  question: Float32Array,
  count: number,
): number[] {
  return vectors
    .map((vector, index) => ({ index, product: product(vector, question) }))
    .toSorted((a, b) => b.product - a.product)
    .slice(0, count)
    .map(({ index }) => index);
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
