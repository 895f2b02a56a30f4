import { openDerived, type DerivedDatabase, type Statement } from '../store/derived.ts';
import { tryToSetAside } from '../../shared/node/disk/derived-file.ts';
import type { Passage } from './port.ts';

/** To be raised whenever the form of a row changes, or the way words or codes are made. */
const schemaVersion = 1;

/** A passage is found by the number of its workspace and its own number in it. */
export interface Place {
  readonly workspace: number;
  readonly number: number;
}

export interface PendingPassage extends Place {
  readonly title: string;
  readonly text: string;
  /** Tells apart the versions of a passage that changes while its vector is being made. */
  readonly revision: number;
}

export interface LabelRow {
  readonly number: number;
  readonly kind: string;
  readonly state: string;
  readonly length: number;
  readonly code: Uint8Array | null;
}

export interface EmbedderIdentity {
  readonly name: string;
  readonly dimensions: number;
}

export interface Counts {
  readonly passages: number;
  readonly pending: number;
}

/** The tables of the search index. `row` is `workspace << 32 | number`, so that a workspace is a range of rows. */
export class SearchStore {
  private readonly database: DerivedDatabase;
  private readonly statements = new Map<string, Statement>();

  /** `isLost`: what is at `path` is of no use any more, and is moved aside. */
  constructor(path: string, isLost = false) {
    if (isLost) tryToSetAside(path);
    this.database = openDerived(path, prepare);
  }

  /** Why it is in memory and not on disk. */
  get problem(): string | undefined {
    return this.database.problem;
  }

  /** Deletes all vectors and queues every passage, unless the vectors are this embedder's. */
  adopt({ name, dimensions }: EmbedderIdentity): void {
    const identity = JSON.stringify([name, dimensions]);
    const known = this.get<{ identity: string }>('SELECT identity FROM embedder');
    if (known?.identity === identity) return;
    this.transaction(() => {
      this.database.file.exec(`DROP TABLE vectors; DROP TABLE codes; DELETE FROM embedder;
        ${vectorTables} INSERT OR REPLACE INTO pending SELECT row, 0, 0 FROM passages;`);
      this.run('INSERT INTO embedder (identity) VALUES (?)', identity);
    });
  }

  transaction<T>(work: () => T): T {
    return this.database.file.transaction(work)();
  }

  workspaceNumber(id: string): number {
    const known = this.get<{ number: number }>('SELECT number FROM workspaces WHERE id = ?', id);
    if (known) return known.number;
    return Number(this.run('INSERT INTO workspaces (id) VALUES (?)', id).lastInsertRowid);
  }

  mark(workspaceId: string): number | undefined {
    const text = 'SELECT mark FROM workspaces WHERE id = ?';
    return this.get<{ mark: number | null }>(text, workspaceId)?.mark ?? undefined;
  }

  setMark(workspaceId: string, mark: number): void {
    const workspace = this.workspaceNumber(workspaceId);
    const text = 'UPDATE workspaces SET mark = max(?, ifnull(mark, ?)) WHERE number = ?';
    this.run(text, mark, mark, workspace);
  }

  numberOf(workspace: number, id: string): number | undefined {
    const text = `SELECT row & 4294967295 AS number FROM passages WHERE workspace = ? AND id = ?`;
    return this.get<{ number: number }>(text, workspace, id)?.number;
  }

  /** The next passages after the number, in the order of their numbers. */
  labelsAfter(
    after: number,
    { workspace, limit }: { workspace: number; limit: number },
  ): LabelRow[] {
    return this.all<LabelRow>(
      `SELECT row & 4294967295 AS number, kind, state, length, code FROM passages LEFT JOIN codes USING (row)
       WHERE row > ${row} AND row <= ((? << 32) | 4294967295) ORDER BY row LIMIT ?`,
      workspace,
      after,
      workspace,
      limit,
    );
  }

  putPassage(
    { workspace, number }: Place,
    { passage, words, revision }: { passage: Passage; words: readonly string[]; revision: number },
  ): void {
    const { id, kind, title, text, state = '' } = passage;
    this.run(
      `INSERT INTO passages (row, workspace, id, kind, state, title, text, length)
       VALUES (${row}, ?, ?, ?, ?, ?, ?, ?)`,
      workspace,
      number,
      workspace,
      id,
      kind,
      state,
      title,
      text,
      words.length,
    );
    const indexed = `INSERT INTO words (rowid, text) VALUES (${row}, ?)`;
    this.run(indexed, workspace, number, words.join(' '));
    const waiting = `INSERT OR REPLACE INTO pending (row, revision) VALUES (${row}, ?)`;
    this.run(waiting, workspace, number, revision);
  }

  /** Changes only what a passage is filtered by; its text is the same. */
  relabel({ workspace, number }: Place, { kind, state }: { kind: string; state: string }): void {
    const text = `UPDATE passages SET kind = ?, state = ? WHERE row = ${row}`;
    this.run(text, kind, state, workspace, number);
  }

  hasText({ workspace, number }: Place, { title, text }: Passage): boolean {
    const query = `SELECT 1 FROM passages WHERE row = ${row} AND title = ? AND text = ?`;
    return this.get(query, workspace, number, title, text) !== undefined;
  }

  removePassage({ workspace, number }: Place): void {
    this.run(`DELETE FROM words WHERE rowid = ${row}`, workspace, number);
    for (const table of ['passages', 'pending', 'vectors', 'codes']) {
      this.run(`DELETE FROM ${table} WHERE row = ${row}`, workspace, number);
    }
  }

  /** The numbers of the newest passages with a word, at most `limit`. */
  withWord(workspace: number, { word, limit }: { word: string; limit: number }): number[] {
    const text = `SELECT rowid & 4294967295 FROM words WHERE words MATCH ?
      AND rowid BETWEEN (? << 32) AND ((? << 32) | 4294967295) ORDER BY rowid DESC LIMIT ?`;
    const statement = this.prepare(text).pluck();
    return statement.all(`"${word}"`, workspace, workspace, limit) as number[];
  }

  /** Title and text of each of these passages. */
  textsOf(workspace: number, numbers: readonly number[]): { number: number; text: string }[] {
    return this.all(
      `SELECT row & 4294967295 AS number, title || char(10) || text AS text FROM passages
       WHERE row IN (SELECT (? << 32) | value FROM json_each(?))`,
      workspace,
      JSON.stringify(numbers),
    );
  }

  pending(limit: number): PendingPassage[] {
    return this.all<PendingPassage>(
      `SELECT row >> 32 AS workspace, row & 4294967295 AS number, title, text, revision
       FROM pending JOIN passages USING (row) ORDER BY attempts LIMIT ?`,
      limit,
    );
  }

  pendingCount(): number {
    return this.get<{ count: number }>('SELECT count(*) AS count FROM pending')?.count ?? 0;
  }

  /** Passages that failed wait behind those that did not. */
  postpone(places: readonly Place[]): void {
    const text = `UPDATE pending SET attempts = attempts + 1 WHERE row = ${row}`;
    this.transaction(() => {
      for (const { workspace, number } of places) this.run(text, workspace, number);
    });
  }

  /** Answers false, and keeps nothing, when the passage is no longer the one that was embedded. */
  putVector(
    { workspace, number, revision }: PendingPassage,
    { vector, code }: { vector: Float32Array; code: Uint8Array },
  ): boolean {
    const done = `DELETE FROM pending WHERE row = ${row} AND revision = ?`;
    if (this.run(done, workspace, number, revision).changes === 0) return false;
    const bytes = bytesOf(vector);
    this.run(`INSERT INTO vectors (row, vector) VALUES (${row}, ?)`, workspace, number, bytes);
    this.run(`INSERT INTO codes (row, code) VALUES (${row}, ?)`, workspace, number, code);
    return true;
  }

  /** The cosine of each of these passages with a unit vector, greatest first. */
  cosines(
    workspace: number,
    { numbers, question }: { numbers: readonly number[]; question: Float32Array },
  ): { number: number; cosine: number }[] {
    const rows = `SELECT (? << 32) | value FROM json_each(?)`;
    const list = `[${numbers.join(',')}]`;
    if (!this.database.hasVectorFunctions) {
      const text = `SELECT row & 4294967295 AS number, vector FROM vectors WHERE row IN (${rows})`;
      const stored = this.all<{ number: number; vector: Uint8Array }>(text, workspace, list);
      return stored
        .map(({ number, vector }) => ({ number, cosine: productOf(vector, question) }))
        .toSorted((a, b) => b.cosine - a.cosine);
    }
    return this.all(
      `SELECT row & 4294967295 AS number, 1 - vec_distance_cosine(vector, ?) AS cosine
       FROM vectors WHERE row IN (${rows}) ORDER BY cosine DESC`,
      bytesOf(question),
      workspace,
      list,
    );
  }

  identify(
    workspace: number,
    numbers: readonly number[],
  ): Map<number, { id: string; kind: Passage['kind'] }> {
    const found = this.all<{ number: number; id: string; kind: Passage['kind'] }>(
      `SELECT row & 4294967295 AS number, id, kind FROM passages
       WHERE row IN (SELECT (? << 32) | value FROM json_each(?))`,
      workspace,
      JSON.stringify(numbers),
    );
    return new Map(found.map(({ number, ...passage }) => [number, passage]));
  }

  counts(): Counts {
    const text = `SELECT (SELECT count(*) FROM passages) AS passages,
      (SELECT count(*) FROM pending) AS pending`;
    return this.get<Counts>(text) ?? { passages: 0, pending: 0 };
  }

  close(): void {
    this.database.file.close();
  }

  private prepare(text: string): Statement {
    const statement = this.statements.get(text) ?? this.database.file.prepare<unknown[]>(text);
    this.statements.set(text, statement);
    return statement;
  }

  private run(text: string, ...values: readonly Value[]): RunResult {
    return this.prepare(text).run(...values);
  }

  private get<T>(text: string, ...values: readonly Value[]): T | undefined {
    return this.prepare(text).get(...values) as T | undefined;
  }

  private all<T>(text: string, ...values: readonly Value[]): T[] {
    return this.prepare(text).all(...values) as T[];
  }
}

type Value = string | number | Uint8Array;
type RunResult = { readonly changes: number; readonly lastInsertRowid: number | bigint };

const row = '((? << 32) | ?)';

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function productOf(bytes: Uint8Array, question: Float32Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return question.reduce((sum, value, i) => sum + value * view.getFloat32(4 * i, true), 0);
}

/** DUR-1: all tables or none; what an earlier version left half made counts as one of another version. */
const prepare: Parameters<typeof openDerived>[1] = (file) =>
  file
    .transaction(() => {
      const version = file.pragma('user_version', { simple: true });
      if (version !== 0) return version === schemaVersion;
      if (file.prepare('SELECT 1 FROM sqlite_master').get() !== undefined) return false;
      file.exec(`${schema} PRAGMA user_version = ${schemaVersion};`);
      return true;
    })
    .immediate();

const vectorTables = `
  CREATE TABLE vectors (row INTEGER PRIMARY KEY, vector BLOB NOT NULL);
  CREATE TABLE codes (row INTEGER PRIMARY KEY, code BLOB NOT NULL);
`;

const schema = `
  CREATE TABLE embedder (identity TEXT NOT NULL);
  CREATE TABLE workspaces (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, mark INTEGER);
  CREATE TABLE passages (
    row INTEGER PRIMARY KEY, workspace INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
    title TEXT NOT NULL, text TEXT NOT NULL, length INTEGER NOT NULL, UNIQUE (workspace, id)
  );
  CREATE TABLE pending (row INTEGER PRIMARY KEY, attempts INTEGER NOT NULL DEFAULT 0, revision INTEGER NOT NULL);
  CREATE INDEX pending_attempts ON pending (attempts);
  CREATE VIRTUAL TABLE words USING fts5(
    text, content = '', contentless_delete = 1, detail = none, tokenize = 'porter ascii'
  );
  ${vectorTables}
`;
