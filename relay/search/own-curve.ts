import type { Embedder } from './embedder.ts';
import { unitVector } from './embedding-queue.ts';
import { usualCurve, type Curve } from './similarity.ts';

/** Questions and what answers them, each of another matter. */
const pairs: readonly (readonly [question: string, passage: string])[] = [
  ['how do people sign in', 'Log-ins use single sign-on with a second factor'],
  ['where are pictures kept', 'Uploaded images lie in an object store'],
  ['what happens when a payment fails', 'A declined card is charged again after three days'],
  ['how do we make the page load faster', 'Scripts are split and cached by the browser'],
  ['who must approve a change', 'Two reviewers read every pull request'],
  ['how long are logs kept', 'Log files are deleted after ninety days'],
  ['which language for new services', 'Services are written in Go from now on'],
  ['how are mails sent', 'Messages to customers leave through a queue'],
];

/** A model whose answers lie closer to the unrelated ones cannot be measured by so few. */
const leastDistance = 0.05;

/**
 * SIM-2: the curve of a model, from its own cosines of a few texts that are always the same: models differ much in what cosine
 * unrelated texts have. The usual curve for a model that does not tell them apart.
 */
export async function ownCurve({ dimensions, embed }: Omit<Embedder, 'name'>): Promise<Curve> {
  const questions = await embed(
    pairs.map(([question]) => question),
    'question',
  );
  const passages = await embed(
    pairs.map(([, passage]) => passage),
    'passage',
  );
  const unit = (vector: Float32Array): Float32Array => unitVector(vector, dimensions);
  const [asked, told] = [questions.map(unit), passages.map(unit)];
  const same: number[] = [];
  const unrelated: number[] = [];
  asked.forEach((question, i) =>
    told.forEach((passage, j) => (i === j ? same : unrelated).push(product(question, passage))),
  );
  const curve = { same: mean(same), unrelated: mean(unrelated) + deviation(unrelated) };
  return curve.same - curve.unrelated < leastDistance ? usualCurve : curve;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
