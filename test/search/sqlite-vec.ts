import Sqlite from 'better-sqlite3';
import { load } from 'sqlite-vec';
import { nearestCandidates } from '../../relay/search/vectors/nearest.ts';
import { Quantiser } from '../../relay/search/vectors/quantiser.ts';
import { VectorIndex } from '../../relay/search/vectors/vector-index.ts';
import { quantile } from '../bench/support/statistics.ts';
import { randomFrom } from '../support/random.ts';
import { exactNearest, nearTo, randomUnit } from './support.ts';

/**
 * Measures the vector index of the search against sqlite-vec's own, which keeps a bit for each coordinate and compares them by
 * Hamming distance: `node --import tsx test/search/sqlite-vec.ts [rows]...`. Both leave the nearest of so many candidates to the
 * exact vectors. Prints the share of the ten nearest that are found, and milliseconds for a question.
 */
const dimensions = 384;
const questions = 100;
const nearest = 10;
/** As many as the search compares exactly, and more, as sqlite-vec needs them. */
const ours = 200;
const theirs = [200, 1_000, 4_000];
const spread = 0.8;
const rowsOfTopic = 50;

interface Way {
  readonly name: string;
  candidates(question: Float32Array): ArrayLike<number>;
}

function measure(rows: number): void {
  const random = randomFrom(1);
  const centres = Array.from({ length: rows / rowsOfTopic }, () => randomUnit(random, dimensions));
  const next = () => {
    const centre = centres[Math.floor(random() * centres.length)] ?? new Float32Array(dimensions);
    return nearTo(centre, { random, spread });
  };
  const stored = Array.from({ length: rows }, next);
  const asked = Array.from({ length: questions }, next);
  const exact = asked.map((question) => exactNearest(stored, question, nearest));
  const database = databaseOf(stored);
  const ways = [ownIndex(stored), ...theirs.map((count) => bitsOf(database, count))];
  for (const way of ways) report(`${rows} rows, ${way.name}`, { way, database, asked, exact });
  database.close();
}

function databaseOf(stored: readonly Float32Array[]): Sqlite.Database {
  const database = new Sqlite(':memory:');
  load(database);
  database.exec(`CREATE TABLE vectors (row INTEGER PRIMARY KEY, vector BLOB NOT NULL);
    CREATE VIRTUAL TABLE bits USING vec0(row INTEGER PRIMARY KEY, signs bit[${dimensions}])`);
  const vector = database.prepare('INSERT INTO vectors VALUES (?, ?)');
  const bits = database.prepare('INSERT INTO bits VALUES (?, vec_quantize_binary(?))');
  database.transaction(() => {
    for (const [at, values] of stored.entries()) {
      vector.run(BigInt(at + 1), bytesOf(values));
      bits.run(BigInt(at + 1), bytesOf(values));
    }
  })();
  return database;
}

function ownIndex(stored: readonly Float32Array[]): Way {
  const index = new VectorIndex(new Quantiser(dimensions));
  for (const [at, values] of stored.entries()) {
    index.set(at + 1, { kind: 'decision', state: '', length: 1 });
    index.setVector(at + 1, index.quantiser.encode(values));
  }
  const allowed = index.allowed(['decision'], undefined);
  return {
    name: `own index, ${ours} candidates`,
    candidates: (question) => nearestCandidates(index, question, { allowed, keep: ours }),
  };
}

function bitsOf(database: Sqlite.Database, count: number): Way {
  const statement = database
    .prepare('SELECT row FROM bits WHERE signs MATCH vec_quantize_binary(?) AND k = ?')
    .pluck();
  return {
    name: `sqlite-vec's bits, ${count} candidates`,
    candidates: (question) => statement.all(bytesOf(question), count) as number[],
  };
}

interface Run {
  readonly way: Way;
  readonly database: Sqlite.Database;
  readonly asked: readonly Float32Array[];
  readonly exact: readonly (readonly number[])[];
}

function report(name: string, { way, database, asked, exact }: Run): void {
  const rescored = database
    .prepare(
      `SELECT row FROM vectors WHERE row IN (SELECT value FROM json_each(?))
       ORDER BY vec_distance_cosine(vector, ?) LIMIT ${nearest}`,
    )
    .pluck();
  const times: number[] = [];
  let found = 0;
  for (const [at, question] of asked.entries()) {
    const begunMs = performance.now();
    const candidates = JSON.stringify(Array.from(way.candidates(question)));
    const rows = new Set(rescored.all(candidates, bytesOf(question)));
    times.push(performance.now() - begunMs);
    found += (exact[at] ?? []).filter((one) => rows.has(one + 1)).length;
  }
  const recall = (found / (nearest * asked.length)).toFixed(3);
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1));
  console.log(`${name}: recall ${recall}, p50 ${p50} ms, p99 ${p99} ms`);
}

function bytesOf(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

const given = process.argv.slice(2).map(Number);
for (const rows of given.length === 0 ? [10_000, 100_000] : given) measure(rows);
