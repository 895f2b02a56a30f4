import { type Curve, usualCurve } from './similarity.ts';

/** Turns texts into vectors of unit length whose products say how near their meanings are. */
export interface Embedder {
  /** Shown to people, and identifies the vectors: `builtin-concepts-3`, `openai-compatible:<model>`, `onnx:<model>`. */
  readonly name: string;
  readonly dimensions: number;
  /** How many texts to embed in one call; few for an embedder that computes on this thread. 64 by default. */
  readonly batchSize?: number;
  /** How its cosines are read (SIM-2); the usual curve without it. */
  readonly curve?: Curve;
  /** One vector for each text, in their order. Rejects when the model cannot be reached. */
  embed(
    texts: readonly string[],
    purpose: 'passage' | 'question',
  ): Promise<readonly Float32Array[]>;
  /** Loads what the first text would wait for. An embedder without it has nothing to load. */
  warm?(): Promise<void>;
  /**
   * How well it knows each word of a question that was embedded, 0 to 1, by the word in lower case. An embedder without it
   * knows every word.
   */
  knownWords?(question: string): ReadonlyMap<string, number>;
}

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

/** A copy of unit length. Throws when the dimensions differ or a number is not finite. */
export function unitVector(vector: Float32Array, dimensions: number): Float32Array {
  if (vector.length !== dimensions) {
    throw new Error(`the model gave ${vector.length} dimensions, not ${dimensions}`);
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length))
    throw new Error('the model gave a vector with a number that is not finite');
  return length === 0 ? vector.slice() : vector.map((value) => value / length);
}
