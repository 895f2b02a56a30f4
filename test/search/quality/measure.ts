import { SearchIndex } from '../../../relay/search/search-index.ts';
import type { Hit } from '../../../relay/search/port.ts';
import type { Embedder } from '../../../relay/search/embedder.ts';
import { passage, withFile } from '../support.ts';
import type { LabelledQuestion } from './labelled.ts';
import { decisions, questions } from './set.ts';
import { questionsInOtherWords } from './shared-words.ts';

export interface Quality {
  readonly recallAt5: number;
  readonly ndcgAt10: number;
}

export interface Measured {
  readonly name: string;
  readonly all: Quality;
  /** On the questions that share no content word with their answers. */
  readonly otherWords: Quality;
}

/** Answers the ids of the decisions for a question, best first. */
type Ranker = (question: string) => Promise<readonly string[]>;
type Search = (question: string) => Promise<readonly Hit[]>;

export const depth = 10;

/** The search with words alone, as it is when no embedder can be reached. */
export async function measureWords(): Promise<Measured> {
  const embedder = async (): Promise<never> => Promise.reject(new Error('there is none'));
  return withSearch(embedder, (search) => measure('words alone', idsBy(search)));
}

/** The whole search: words and meaning, fused. */
export async function measureFused(embedder: Embedder): Promise<Measured> {
  return withSearch(embedder, (search) => measure(`${embedder.name} and words`, idsBy(search)));
}

/** The embedder by itself: all decisions by their product with the question. */
export async function measureEmbedder(embedder: Embedder): Promise<Measured> {
  const texts = decisions.map(({ title, rationale }) => `${title}\n${rationale}`);
  const vectors = await embedder.embed(texts, 'passage');
  return measure(`${embedder.name} alone`, async (question) => {
    const [asked] = await embedder.embed([question], 'question');
    return decisions
      .map(({ id }, at) => ({ id, product: product(vectors[at], asked) }))
      .toSorted((a, b) => b.product - a.product)
      .slice(0, depth)
      .map(({ id }) => id);
  });
}

/** The figures as a table for a terminal. */
export function tableOf(rows: readonly Measured[]): string {
  const heads = ['', 'recall@5', 'nDCG@10', 'recall@5 *', 'nDCG@10 *'];
  const lines = rows.map(({ name, all, otherWords }) => [
    name,
    ...[all.recallAt5, all.ndcgAt10, otherWords.recallAt5, otherWords.ndcgAt10].map((figure) =>
      figure.toFixed(3),
    ),
  ]);
  const width = Math.max(...rows.map(({ name }) => name.length));
  const table = [heads, ...lines].map(([name = '', ...cells]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(10))].join('  '),
  );
  const count = questionsInOtherWords().length;
  return [
    `${decisions.length} decisions, ${questions.length} questions`,
    ...table,
    `* the ${count} questions that share no content word with their answers`,
  ].join('\n');
}

/** Runs `use` with a search over all decisions of the labelled set, at most ten hits for a question. */
export async function withSearch<T>(
  embedder: Embedder | (() => Promise<Embedder>),
  use: (search: Search) => Promise<T>,
): Promise<T> {
  const workspaceId = 'ws_quality';
  const results: T[] = [];
  await withFile(async (file) => {
    const index = new SearchIndex({ file, embedder });
    const text = (rationale: string) => ({ text: rationale, workspaceId });
    await index.put(
      decisions.map(({ id, title, rationale }) => passage(id, title, text(rationale))),
    );
    while (typeof embedder === 'object' && index.status().degraded) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const search: Search = (query) =>
      index.search({ workspaceId, kinds: ['decision'], query, limit: depth });
    try {
      results.push(await use(search));
    } finally {
      await index.close();
    }
  });
  const [result] = results;
  if (result === undefined) throw new Error('nothing was measured');
  return result;
}

function idsBy(search: Search): Ranker {
  return async (question) => (await search(question)).map(({ id }) => id);
}

async function measure(name: string, rank: Ranker): Promise<Measured> {
  const inOtherWords = new Set(questionsInOtherWords().map(({ question }) => question));
  const scored = await Promise.all(
    questions.map(async (labelled) => ({
      isOther: inOtherWords.has(labelled.question),
      quality: qualityOf(labelled, await rank(labelled.question)),
    })),
  );
  const other = scored.filter(({ isOther }) => isOther);
  return {
    name,
    all: mean(scored.map(({ quality }) => quality)),
    otherWords: mean(other.map(({ quality }) => quality)),
  };
}

/** Recall counts all labelled decisions alike; nDCG gives a full answer three times the gain of a partial one. */
function qualityOf({ grades }: LabelledQuestion, ranked: readonly string[]): Quality {
  const found = ranked.slice(0, 5).filter((id) => grades.has(id)).length;
  const ideal = [...grades.values()].toSorted((a, b) => b - a);
  const gains = ranked.slice(0, depth).map((id) => grades.get(id) ?? 0);
  return { recallAt5: found / grades.size, ndcgAt10: discounted(gains) / discounted(ideal) };
}

function discounted(grades: readonly number[]): number {
  return grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);
}

function mean(qualities: readonly Quality[]): Quality {
  const over = (figure: (quality: Quality) => number): number =>
    qualities.reduce((sum, quality) => sum + figure(quality), 0) / qualities.length;
  return {
    recallAt5: over(({ recallAt5 }) => recallAt5),
    ndcgAt10: over(({ ndcgAt10 }) => ndcgAt10),
  };
}

function product(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) throw new Error('a vector is missing');
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
