import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SearchIndex } from '../../relay/search/search-index.ts';
import type { Passage } from '../../relay/search/port.ts';
import { exactNearest, nearTo, randomUnit, tableEmbedder } from '../search/support.ts';
import { randomFrom } from '../support/random.ts';
import type { Bench } from './support/bench.ts';
import { alone } from './support/report.ts';
import type { Figure } from './support/report.ts';
import { median, quantile } from './support/statistics.ts';

const decisions = 100_000;
const dimensions = 384;
const topics = 2_000;
/** How far decisions and questions lie from the middle of their topic, in its length. */
const spread = 0.8;
const questions = 200;
const questionWords = 8;
const recallQuestions = 100;
const nearest = 10;
const vocabulary = 20_000;
const workspaceId = 'ws_bench';

/** Whole hybrid searches over 100,000 decisions, and how many of the exact nearest ones are found by meaning. */
export const bench: Bench = {
  name: 'search',
  run: async ({ directory, defer }) => {
    const random = randomFrom(1);
    const centres = Array.from({ length: topics }, () => randomUnit(random, dimensions));
    const near = (): Float32Array =>
      nearTo(centres[Math.floor(random() * topics)] ?? new Float32Array(dimensions), {
        random,
        spread,
      });
    const stored = Array.from({ length: decisions }, near);
    const asked = Array.from({ length: questions }, near);
    const vectors = new Map([
      ...stored.map((vector, index) => [`#d${index}`, vector] as const),
      ...asked.map((vector, index) => [`#q${index}`, vector] as const),
    ]);
    const words = wordSource(random);
    const bytesBefore = memoryBytes();
    const index = new SearchIndex({
      file: join(directory, 'search.db'),
      embedder: tableEmbedder(vectors, { dimensions }),
      batchSize: 512,
    });
    defer(() => index.close());
    const filledMs = await timed(async () => {
      await index.put(stored.map((_, number) => passageOf(number, words)));
      while (index.status().embedded < decisions) await sleep(10);
    });
    const times = await searchTimes(index, words);
    const heldBytes = memoryBytes() - bytesBefore;
    const found = await recall(index, stored, asked);
    return [
      alone(median(times), { name: 'hybrid search, median', unit: 'ms', limit: 10, note }),
      alone(quantile(times, 0.99), { name: 'hybrid search, p99', unit: 'ms', note }),
      alone(1 - found, {
        name: 'of the 10 nearest, missed',
        unit: 'share',
        limit: 0.01,
        note: `against exact search, ${recallQuestions} questions`,
      }),
      alone(filledMs / 1000, { name: 'search index, filled', unit: 's', note }),
      alone(heldBytes / 2 ** 20, { name: 'search index, memory', unit: 'MB', note }),
    ] satisfies Figure[];
  },
};

const note = `${decisions.toLocaleString('en')} decisions, ${dimensions} dimensions`;

async function searchTimes(index: SearchIndex, words: () => string): Promise<number[]> {
  const times: number[] = [];
  for (let number = -20; number < questions; number += 1) {
    const text = Array.from({ length: questionWords }, words).join(' ');
    const query = `${text} #q${Math.abs(number)}`;
    const search = async (): Promise<void> => {
      const hits = await index.search({ workspaceId, kinds: ['decision'], query, limit: nearest });
      if (hits.length !== nearest) throw new Error(`found ${hits.length}`);
    };
    const elapsedMs = await timed(search);
    if (number >= 0) times.push(elapsedMs);
  }
  return times;
}

/** The questions have no word that a decision has, so meaning alone decides. */
async function recall(
  index: SearchIndex,
  stored: readonly Float32Array[],
  asked: readonly Float32Array[],
): Promise<number> {
  let hit = 0;
  for (const [number, question] of asked.slice(0, recallQuestions).entries()) {
    const query = `#q${number}`;
    const found = await index.search({ workspaceId, kinds: ['decision'], query, limit: nearest });
    const ids = new Set(found.map(({ id }) => id));
    const exact = exactNearest(stored, question, nearest);
    hit += exact.filter((at) => ids.has(`dec_${at}`)).length;
  }
  return hit / (recallQuestions * nearest);
}

function passageOf(number: number, words: () => string): Passage {
  return {
    workspaceId,
    id: `dec_${number}`,
    kind: 'decision',
    title: `${Array.from({ length: 7 }, words).join(' ')} #d${number}`,
    text: Array.from({ length: 40 }, words).join(' '),
    state: 'fresh',
  };
}

/** Words that are as unequally common as those of a language. */
function wordSource(random: () => number): () => string {
  const sums = new Float64Array(vocabulary);
  let sum = 0;
  for (let rank = 0; rank < vocabulary; rank += 1) sums[rank] = sum += 1 / (rank + 3);
  return () => {
    const wanted = random() * sum;
    let from = 0;
    let to = vocabulary - 1;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sums[middle] ?? 0) < wanted) from = middle + 1;
      else to = middle;
    }
    return lettersOf(from);
  };
}

function lettersOf(rank: number): string {
  const letters = [...(rank + vocabulary).toString(20)];
  return letters.map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 20))).join('');
}

function memoryBytes(): number {
  global.gc?.();
  return process.memoryUsage.rss();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
