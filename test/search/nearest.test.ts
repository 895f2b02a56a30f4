/** Search by meaning against comparing all vectors (SRCH: filters before ranking, recall of the shortened vectors). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nearestCandidates } from '../../relay/search/vectors/nearest.ts';
import { Quantiser } from '../../relay/search/vectors/quantiser.ts';
import { VectorIndex } from '../../relay/search/vectors/vector-index.ts';
import { randomFrom } from '../support/random.ts';
import { exactNearest, nearTo, randomUnit, unit } from './support.ts';

const nearest = suite('search: nearest vectors');

const keep = 300;
const count = 12_000;
const questions = 30;
const dimensions = 384;

type Source = (random: () => number) => () => Float32Array;

const sources: Record<string, Source> = {
  'vectors that point anywhere': (random) => () => randomUnit(random, dimensions),
  'vectors in clusters': (random) => {
    const centres = Array.from({ length: 300 }, () => randomUnit(random, dimensions));
    return () => nearTo(pick(centres, random), { random, spread: 0.7 });
  },
  'vectors without negative numbers, most of them zero': (random) => () => {
    const values = new Float32Array(dimensions);
    for (let i = 0; i < 25; i += 1) values[Math.floor(random() ** 2 * dimensions)] = random();
    return unit(values);
  },
};

/** Where nothing is near anything, as no text is, the nearest hardly differ from the next. */
const leastFound: Record<string, number> = { 'vectors that point anywhere': 0.96 };

for (const [name, source] of Object.entries(sources)) {
  const least = leastFound[name] ?? 0.99;
  nearest(`at least ${100 * least} of 100 nearest ${name} are among the candidates`, () => {
    const next = source(randomFrom(5));
    const vectors = Array.from({ length: count }, next);
    const vectorIndex = indexWith(vectors);
    const allowed = vectorIndex.allowed(['decision'], undefined);
    let found = 0;
    for (let asked = 0; asked < questions; asked += 1) {
      const question = next();
      const candidates = new Set(nearestCandidates(vectorIndex, question, { allowed, keep }));
      const exact = exactNearest(vectors, question, 10);
      found += exact.filter((index) => candidates.has(index + 1)).length;
    }
    assert.ok(found / (10 * questions) >= least, `recall ${found / (10 * questions)}`);
  });
}

nearest('what the filter leaves out takes no place from what it lets through', () => {
  const random = randomFrom(6);
  const vectorIndex = new VectorIndex(new Quantiser(dimensions));
  const question = randomUnit(random, dimensions);
  for (let number = 1; number <= 5_000; number += 1) {
    const isRare = number % 1_000 === 0;
    const vector = isRare ? randomUnit(random, dimensions) : question;
    vectorIndex.set(number, { kind: isRare ? 'learning' : 'decision', state: '', length: 1 });
    vectorIndex.setVector(number, vectorIndex.quantiser.encode(vector));
  }
  const allowed = vectorIndex.allowed(['learning'], undefined);
  const found = nearestCandidates(vectorIndex, question, { allowed, keep });
  assert.equal([...found], [1_000, 2_000, 3_000, 4_000, 5_000]);
});

nearest('the rotation keeps every dimension apart, also where they fill no block', () => {
  for (const odd of [3, 100, 129, 1_000, 1_536]) {
    const quantiser = new Quantiser(odd);
    const codes = Array.from({ length: odd }, (_, at) => {
      const vector = new Float32Array(odd);
      vector[at] = 1;
      return quantiser.encode(vector).join();
    });
    assert.is(new Set(codes).size, odd, `${odd} dimensions`);
  }
});

nearest('a number that was given up is given out again, without its old vector', () => {
  const vectorIndex = indexWith(
    Array.from({ length: 600 }, () => unit(new Float32Array([1, 2, 3]))),
  );
  vectorIndex.delete(300);
  assert.is(vectorIndex.nextNumber(), 300);
  vectorIndex.set(300, { kind: 'decision', state: '', length: 1 });
  const allowed = vectorIndex.allowed(['decision'], undefined);
  const found = nearestCandidates(vectorIndex, new Float32Array([1, 0, 0]), {
    allowed,
    keep: 1_000,
  });
  assert.is(found.length, 599);
  assert.not.ok(found.includes(300));
});

function indexWith(vectors: readonly Float32Array[]): VectorIndex {
  const vectorIndex = new VectorIndex(new Quantiser(vectors[0]?.length ?? 0));
  for (const [index, vector] of vectors.entries()) {
    vectorIndex.set(index + 1, { kind: 'decision', state: 'fresh', length: 10 });
    vectorIndex.setVector(index + 1, vectorIndex.quantiser.encode(vector));
  }
  return vectorIndex;
}

function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

nearest.run();
