import { setImmediate as nextTurn } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtinEmbedder, embedText } from '../../relay/search/builtin/index.ts';
import { dataFile } from '../../relay/search/builtin/lexicon/concepts.ts';
import { computeLexicon, readLexicon } from '../../relay/search/builtin/lexicon/lexicon.ts';
import { addRotated, dimensions, hashOf } from '../../relay/search/builtin/projection.ts';
import { stemOf } from '../../relay/search/builtin/lexicon/tokens.ts';
import {
  heldOutExamples,
  secondTuningExamples,
  tuningExamples,
  type Example,
} from './embedder-examples.ts';
import { usageText } from './usage/count-usage.ts';

const test = suite('built-in embedder');
const decisions = [...tuningExamples, ...secondTuningExamples, ...heldOutExamples];

test('gives one vector of unit length for each text, in their order', async () => {
  const embedder = builtinEmbedder(nextTurn);
  const texts = ['JWT for API sign-in', '', 'Redis\nsessions', '🙂', '123'];
  const vectors = await embedder.embed(texts, 'passage');
  assert.equal(embedder.dimensions, 384);
  assert.equal(vectors.length, texts.length);
  vectors.forEach((vector, index) => {
    assert.is(vector.length, 384);
    assert.ok(Math.abs(product(vector, vector) - 1) < 1e-5, texts[index]);
    assert.equal(vector, embedText(texts[index] ?? ''));
  });
});

test('a change of its vectors needs another name', () => {
  const sample = [...tuningExamples.slice(0, 20), ...heldOutExamples.slice(0, 20)];
  const rounded = sample.flatMap(({ title, rationale }) =>
    [...embedText(`${title}\n${rationale}`)].map((value) => Math.round(value * 1_000)),
  );
  assert.equal(
    [builtinEmbedder(nextTurn).name, hashOf(rounded.join(' '))],
    ['builtin-concepts-3', 317688076],
  );
});

test('the counted words are those of the sentences', () => {
  assert.is(
    readFileSync(dataFile('usage.txt'), 'utf8'),
    usageText(),
    'regenerate usage.txt: see relay/search/builtin/lexicon/README.md',
  );
});

test('DEC-6 what means the same is nearer than what does not, without a word in common', () => {
  const triples = [
    ['how do users prove who they are?', 'JWT for API sign-in', 'BullMQ workers'],
    ['where do slow jobs run?', 'BullMQ workers off the request path', 'JWT for API sign-in'],
    [
      'what happens when a call to another service fails?',
      'Retry with exponential backoff',
      'Tailwind for all styles',
    ],
    ['which colours at night?', 'Dark mode follows the system', 'Kafka keyed by order id'],
    ['money amounts', 'Integer cents with a currency code', 'ESM only, no barrel files'],
  ] as const;
  for (const [question, near, far] of triples) {
    const asked = embedText(question);
    const nearness = product(asked, embedText(near));
    assert.ok(nearness > product(asked, embedText(far)) + 0.1, `${question}: ${nearness}`);
  }
});

test('an ambiguous word takes the meaning that fits the rest', () => {
  const branch = embedText('merge the release branch');
  assert.ok(nearer(branch, 'trunk based development with git', 'cookies keep people signed in'));
  const session = embedText('session cookie lifetime');
  assert.ok(nearer(session, 'stay signed in', 'a training course for colleagues'));
});

test('identifiers are read by their parts', () => {
  const written = embedText('refreshToken');
  assert.ok(product(written, embedText('refresh_token')) > 0.99);
  assert.ok(nearer(written, 'keep people signed in', 'resize pictures'));
});

test('words it never saw are near to themselves and to words alike', () => {
  const word = embedText('zorblax');
  assert.ok(nearer(word, 'the zorblax module', 'the quimby module'));
  assert.ok(nearer(word, 'zorblaxes', 'quimby'));
});

test('the title counts more than the rest', () => {
  const asked = embedText('pagination');
  assert.ok(nearer(asked, 'pagination\nencryption', 'encryption\npagination'));
});

test('hostile text is bounded', () => {
  const texts = [
    'retry '.repeat(17_000),
    'a'.repeat(100_000),
    '🙂‍🙃'.repeat(20_000),
    '\u202e\u200f\u0000\n\n'.repeat(20_000),
    'كلمة עברית '.repeat(9_000),
    '漢字'.repeat(50_000),
    '\ufdfa'.repeat(100_000),
    '\ud800'.repeat(1_000),
    'constructor __proto__ toString hasOwnProperty',
  ];
  for (const text of texts) {
    const vector = embedText(text);
    assert.ok(Math.abs(product(vector, vector) - 1) < 1e-5, text.slice(0, 20));
  }
});

test('stems join the forms of a word and keep its maker apart', () => {
  const groups = [
    ['retry', 'retries', 'retried', 'retrying'],
    ['cache', 'caches', 'cached', 'caching'],
    ['authenticate', 'authentication', 'authenticated'],
    ['migrate', 'migration', 'migrations', 'migrating'],
    ['organise', 'organize', 'organisation', 'organization'],
    ['log', 'logs', 'logged', 'logging'],
  ];
  for (const group of groups) assert.is(new Set(group.map(stemOf)).size, 1, group.join(' '));
  assert.is.not(stemOf('worker'), stemOf('work'));
});

test('the lexicon has at most one concept for each dimension, and all with many words', () => {
  const { concepts } = computeLexicon();
  assert.is(new Set(concepts.map(({ name }) => name)).size, concepts.length);
  assert.ok(concepts.length >= 250 && concepts.length <= dimensions);
  const members = concepts.reduce((sum, concept) => sum + concept.members.length, 0);
  assert.ok(members / concepts.length >= 15);
  assert.is(readLexicon().neighbours.length, concepts.length);
});

test('every word for a concept belongs to one that exists', () => {
  assert.not.throws(readLexicon);
});

test('the rotation keeps lengths and angles', () => {
  const rotated = [0, 1, 12, 13, 200, 383].map((concept) => {
    const amounts = new Float64Array(dimensions);
    amounts[concept] = 1;
    const vector = new Float32Array(dimensions);
    addRotated(vector, amounts, 1);
    return vector;
  });
  rotated.forEach((first, row) =>
    rotated.forEach((second, column) => {
      assert.ok(Math.abs(product(first, second) - (row === column ? 1 : 0)) < 1e-5);
    }),
  );
});

test('DEC-6 finds decisions by questions in other words', () => {
  assert.ok(recallAt5(tuningExamples, decisions) >= 0.9);
  const among120 = [...heldOutExamples, ...tuningExamples.slice(0, 40)];
  assert.ok(recallAt5(heldOutExamples, among120) >= 0.75);
});

test.run();

function recallAt5(asked: readonly Example[], among: readonly Example[]): number {
  const vectors = among.map(({ title, rationale }) => embedText(`${title}\n${rationale}`));
  const found = asked.filter((example) => {
    const question = embedText(example.question);
    const products = vectors.map((vector) => product(question, vector));
    const own = products[among.indexOf(example)] ?? 0;
    return products.filter((other) => other > own).length < 5;
  });
  return found.length / asked.length;
}

function nearer(vector: Float32Array, first: string, second: string): boolean {
  return product(vector, embedText(first)) > product(vector, embedText(second));
}

function product(first: Float32Array, second: Float32Array): number {
  return first.reduce((sum, value, index) => sum + value * (second[index] ?? 0), 0);
}
