import type Sqlite from 'better-sqlite3';
import { nearestCandidates } from '../../relay/search/vectors/nearest.ts';
import { Quantiser } from '../../relay/search/vectors/quantiser.ts';
import { VectorIndex } from '../../relay/search/vectors/vector-index.ts';
import { openDerived } from '../../relay/store/derived.ts';
import { quantile } from '../bench/support/statistics.ts';
import { randomFrom, type Random } from '../support/random.ts';
import { exactNearest, nearTo, randomUnit, unit, withFile } from './support.ts';

/**
 * Measures the vector index of the search against two ways with sqlite-vec: `node --import tsx test/search/sqlite-vec.ts [rows]...`.
 * One sorts a table by its function of Hamming distance, one is its own index of bits (vec0). They have the same signs as ours, in
 * a file, and the filters of a search. All leave the nearest of so many candidates to the exact vectors, and take turns at each
 * question. Prints the share of the ten nearest that is missed, and milliseconds for a question.
 */
const dimensions = 384;
const questions = 100;
const nearest = 10;
/** As many as the search compares exactly, and more, as signs alone need them. */
const ours = 200;
const theirs = [200, 1_000];
const rowsOfTopic = 50;

interface Way {
  readonly name: string;
  candidates(question: Float32Array): ArrayLike<number>;
}

type Source = (random: Random, rows: number) => () => Float32Array;

const sources: Record<string, Source> = {
  clusters: (random, rows) => {
    const length = rows / rowsOfTopic;
    const centres = Array.from({ length }, () => randomUnit(random, dimensions));
    const centre = () => centres[Math.floor(random() * length)] ?? new Float32Array(dimensions);
    return () => nearTo(centre(), { random, spread: 0.8 });
  },
  'most numbers zero': (random) => () => {
    const values = new Float32Array(dimensions);
    for (let i = 0; i < 25; i += 1) values[Math.floor(random() ** 2 * dimensions)] = random();
    return unit(values);
  },
};

async function measure(rows: number, name: string, source: Source): Promise<void> {
  const next = source(randomFrom(1), rows);
  const stored = Array.from({ length: rows }, next);
  const asked = Array.from({ length: questions }, next);
  const exact = asked.map((question) => exactNearest(stored, question, nearest));
  await withFile(async (path) => {
    const { file } = openDerived(path, (opened) => fill(opened, stored));
    const ways = [ownIndex(stored), ...theirs.flatMap((count) => waysOf(file, count))];
    for (const line of compare(ways, { file, asked, exact })) console.log(rows, name, line);
    file.close();
  });
}

const quantiser = new Quantiser(dimensions);

function signsOf(vector: Float32Array): Uint8Array {
  return quantiser.encode(vector).subarray(0, quantiser.planeBytes);
}

function fill(file: Sqlite.Database, stored: readonly Float32Array[]): boolean {
  file.exec(`CREATE TABLE vectors (row INTEGER PRIMARY KEY, vector BLOB NOT NULL);
    CREATE TABLE signs (row INTEGER PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, signs BLOB NOT NULL);
    CREATE VIRTUAL TABLE bits USING vec0(row INTEGER PRIMARY KEY, workspace INTEGER PARTITION KEY,
      signs bit[${dimensions}], kind TEXT, state TEXT);`);
  const vector = file.prepare('INSERT INTO vectors VALUES (?, ?)');
  const signs = file.prepare(`INSERT INTO signs VALUES (?, 'decision', 'fresh', ?)`);
  const bits = file.prepare(`INSERT INTO bits VALUES (?, 1, vec_bit(?), 'decision', 'fresh')`);
  file.transaction(() => {
    for (const [at, values] of stored.entries()) {
      const row = (1n << 32n) | BigInt(at + 1);
      vector.run(row, bytesOf(values));
      signs.run(row, signsOf(values));
      bits.run(row, signsOf(values));
    }
  })();
  return true;
}

function ownIndex(stored: readonly Float32Array[]): Way {
  const index = new VectorIndex(quantiser);
  for (const [at, values] of stored.entries()) {
    index.set(at + 1, { kind: 'decision', state: 'fresh', length: 1 });
    index.setVector(at + 1, quantiser.encode(values));
  }
  const allowed = index.allowed(['decision'], ['fresh', 'stale']);
  return {
    name: `own index, ${ours} candidates`,
    candidates: (question) => nearestCandidates(index, question, { allowed, keep: ours }),
  };
}

const filter = `kind IN ('decision') AND state IN ('fresh', 'stale')`;

function waysOf(file: Sqlite.Database, count: number): Way[] {
  const table = file.prepare(`SELECT row & 4294967295 FROM signs
    WHERE row BETWEEN (1 << 32) AND ((1 << 32) | 4294967295) AND ${filter}
    ORDER BY vec_distance_hamming(vec_bit(signs), vec_bit(?)) LIMIT ?`);
  const index = file.prepare(`SELECT row & 4294967295 FROM bits
    WHERE workspace = 1 AND ${filter} AND signs MATCH vec_bit(?) AND k = ?`);
  return Object.entries({ table, vec0: index }).map(([name, statement]) => ({
    name: `sqlite-vec, ${name}, ${count} candidates`,
    candidates: (question) => statement.pluck().all(signsOf(question), count) as number[],
  }));
}

interface Run {
  readonly file: Sqlite.Database;
  readonly asked: readonly Float32Array[];
  readonly exact: readonly (readonly number[])[];
}

function compare(ways: readonly Way[], { file, asked, exact }: Run): string[] {
  const rescored = file.prepare(`SELECT row & 4294967295 FROM vectors
    WHERE row IN (SELECT (1 << 32) | value FROM json_each(?))
    ORDER BY vec_distance_cosine(vector, ?) LIMIT ${nearest}`);
  const results = ways.map((way) => ({ ...way, times: [] as number[], found: 0 }));
  for (const [at, question] of asked.entries()) {
    for (const way of results) {
      const begunMs = performance.now();
      const candidates = JSON.stringify(Array.from(way.candidates(question)));
      const rows = new Set(rescored.pluck().all(candidates, bytesOf(question)));
      way.times.push(performance.now() - begunMs);
      way.found += (exact[at] ?? []).filter((one) => rows.has(one + 1)).length;
    }
  }
  return results.map(({ name, times, found }) => {
    const missed = (1 - found / (nearest * asked.length)).toFixed(3);
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1));
    return `${name}: missed ${missed}, p50 ${p50} ms, p99 ${p99} ms`;
  });
}

function bytesOf(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

const given = process.argv.slice(2).map(Number);
for (const rows of given.length === 0 ? [10_000, 100_000] : given)
  for (const [name, source] of Object.entries(sources)) await measure(rows, name, source);
