import Database from 'better-sqlite3';
import { isUnreadable, openDerivedFile, setAside } from '../../shared/node/disk/derived-file.ts';
import { describeTrouble, diskTroubleOf } from '../../shared/node/disk/disk-trouble.ts';
import { makePrivateFile } from '../../shared/node/disk/files.ts';
import type { Stamp } from './disk/disk-file.ts';
import {
  decodeMentions,
  encodeMentions,
  type FileMentions,
} from './parser/mentions/file-mentions.ts';
import { decodeFacts, encodeFacts, type FileFacts } from './parser/facts.ts';

/** What is known of one file; where `facts` are missing, the last ones stay. */
export interface FileRecord extends Stamp {
  readonly path: string;
  /** False for a file that cannot be parsed. */
  readonly isParsed: boolean;
  readonly facts?: FileFacts | undefined;
  /** Missing for what is no text. */
  readonly mentions?: FileMentions | undefined;
}

/** What the graph needs of one file. */
export interface FactsRow {
  readonly path: string;
  /** Whether the facts are of the file as it is; otherwise it cannot be parsed now, and they are from before. */
  readonly isParsed: boolean;
  readonly facts: FileFacts | undefined;
}

/** A row as it stands in the index file. */
interface StoredFacts {
  readonly path: string;
  readonly is_parsed: 0 | 1;
  readonly facts: string | null;
}

interface StoredStamp {
  readonly mtime_ms: number;
  readonly size: number;
}

/** The local index on disk. Everything in it can be rebuilt from the files. */
export interface IndexStore {
  stampOf(path: string): Stamp | undefined;
  putMany(rows: readonly FileRecord[]): void;
  remove(paths: readonly string[]): void;
  /** The stamps of the next files after the path, by path and in order. */
  stampsAfter(path: string, limit: number): Map<string, Stamp>;
  /** The paths of the files in a directory and those below it. */
  pathsIn(directory: string): string[];
  count(): number;
  facts(path: string): FactsRow | undefined;
  /** What the file names, as it is; undefined for what is no text, or not known. */
  mentions(path: string): FileMentions | undefined;
  /** The next rows after the path, in order. */
  factsAfter(path: string, limit: number): FactsRow[];
  close(): void;
  /** Why rows are not kept on disk now; undefined while they are. */
  readonly problem: string | undefined;
}

/** To be raised whenever the form of a row changes, or the meaning hash or the mentions of unchanged code. */
const schemaVersion = 5;

/**
 * DUR-6: opens or makes the index file (mode 0600; its directory must be there). A broken or older one is rebuilt, also while
 * it is in use; then `onLost` is called, as the store is empty. What the disk does not take is no error: the rows are read from
 * the repository's files again, and `problem` says why.
 */
export function openIndexStore(file: string, onLost: () => void = () => undefined): IndexStore {
  return new ReopeningStore(file, onLost);
}

function openFile(file: string): SqliteStore {
  if (file !== ':memory:') makePrivateFile(file);
  const database = new Database(file);
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    migrate(database);
    return storeOn(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: Database.Database): void {
  if (database.pragma('user_version', { simple: true }) === schemaVersion) return;
  database.exec(`
    BEGIN IMMEDIATE;
    DROP TABLE IF EXISTS files;
    CREATE TABLE files (
      path TEXT PRIMARY KEY, mtime_ms REAL NOT NULL, size INTEGER NOT NULL,
      is_parsed INTEGER NOT NULL, facts TEXT, mentions TEXT
    ) STRICT;
    PRAGMA user_version = ${schemaVersion};
    COMMIT`);
}

type SqliteStore = Omit<IndexStore, 'problem'>;

class ReopeningStore implements IndexStore {
  private current: SqliteStore;
  private openProblem: string | undefined;
  private writeProblem: string | undefined;

  constructor(
    private readonly file: string,
    private readonly onLost: () => void,
  ) {
    const { opened, problem } = openDerivedFile(file, openFile);
    this.current = opened;
    this.openProblem = problem;
  }

  get problem(): string | undefined {
    return this.openProblem ?? this.writeProblem;
  }

  stampOf = (path: string) => this.read((store) => store.stampOf(path));
  stampsAfter = (path: string, limit: number) =>
    this.read((store) => store.stampsAfter(path, limit));
  pathsIn = (directory: string) => this.read((store) => store.pathsIn(directory));
  count = () => this.read((store) => store.count());
  facts = (path: string) => this.read((store) => store.facts(path));
  mentions = (path: string) => this.read((store) => store.mentions(path));
  factsAfter = (path: string, limit: number) => this.read((store) => store.factsAfter(path, limit));
  putMany = (rows: readonly FileRecord[]) => this.write((store) => store.putMany(rows));
  remove = (paths: readonly string[]) => this.write((store) => store.remove(paths));
  close = () => this.current.close();

  private read<T>(work: (store: SqliteStore) => T): T {
    try {
      return work(this.current);
    } catch (error) {
      if (!isLoss(error)) throw error;
      this.renew();
      return work(this.current);
    }
  }

  /** A row that is not written has not the stamp of its file, so it is read again when it is needed. */
  private write(work: (store: SqliteStore) => void): void {
    try {
      this.read(work);
      this.writeProblem = undefined;
    } catch (error) {
      const trouble = diskTroubleOf(error, this.file);
      if (trouble === undefined) throw error;
      this.writeProblem = describeTrouble(trouble);
    }
  }

  private renew(): void {
    this.current.close();
    const { opened, problem } = openDerivedFile(this.file, (path) => {
      if (path === this.file) setAside(path);
      return openFile(path);
    });
    this.current = opened;
    this.openProblem = problem;
    this.onLost();
  }
}

/** What is stored is of no use, also if SQLite does not see it: text that is no JSON. */
function isLoss(error: unknown): boolean {
  const kind = diskTroubleOf(error)?.kind;
  return error instanceof SyntaxError || (kind !== undefined && isUnreadable(kind));
}

function storeOn(database: Database.Database): SqliteStore {
  const selectStamp = database.prepare<[string], StoredStamp>(
    'SELECT mtime_ms, size FROM files WHERE path = ?',
  );
  const selectStamps = database.prepare<[string, number], StoredStamp & { path: string }>(
    'SELECT path, mtime_ms, size FROM files WHERE path > ? ORDER BY path LIMIT ?',
  );
  // `0` is what comes after `/`.
  const selectPathsIn = database
    .prepare<[string, string], string>('SELECT path FROM files WHERE path > ? AND path < ?')
    .pluck();
  const countRows = database.prepare<[], number>('SELECT count(*) FROM files').pluck();
  const remove = database.prepare<[string]>('DELETE FROM files WHERE path = ?');
  const put = database.prepare<[string, number, number, 0 | 1, string | null, string | null]>(
    `INSERT INTO files (path, mtime_ms, size, is_parsed, facts, mentions) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (path) DO UPDATE SET mtime_ms = excluded.mtime_ms, size = excluded.size,
       is_parsed = excluded.is_parsed, facts = coalesce(excluded.facts, facts), mentions = excluded.mentions`,
  );
  const factsColumns = 'path, is_parsed, facts';
  const selectFacts = database.prepare<[string], StoredFacts>(
    `SELECT ${factsColumns} FROM files WHERE path = ?`,
  );
  const selectMentions = database
    .prepare<[string], string | null>('SELECT mentions FROM files WHERE path = ?')
    .pluck();
  const selectFactsAfter = database.prepare<[string, number], StoredFacts>(
    `SELECT ${factsColumns} FROM files WHERE path > ? ORDER BY path LIMIT ?`,
  );
  return {
    stampOf(path) {
      const row = selectStamp.get(path);
      return row && { mtimeMs: row.mtime_ms, size: row.size };
    },
    putMany: database.transaction((rows: readonly FileRecord[]) => {
      for (const { path, mtimeMs, size, isParsed, facts, mentions } of rows) {
        const texts = [facts && encodeFacts(facts), mentions && encodeMentions(mentions)] as const;
        put.run(path, mtimeMs, size, isParsed ? 1 : 0, texts[0] ?? null, texts[1] ?? null);
      }
    }),
    remove: database.transaction((paths: readonly string[]) => {
      for (const path of paths) remove.run(path);
    }),
    stampsAfter(after, limit) {
      const found = selectStamps.all(after, limit);
      return new Map(found.map((row) => [row.path, { mtimeMs: row.mtime_ms, size: row.size }]));
    },
    pathsIn: (directory) => selectPathsIn.all(`${directory}/`, `${directory}0`),
    count: () => countRows.get() ?? 0,
    facts: (path) => factsRows(selectFacts.all(path))[0],
    mentions(path) {
      const json = selectMentions.get(path);
      return typeof json === 'string' ? decodeMentions(json) : undefined;
    },
    factsAfter: (path, limit) => factsRows(selectFactsAfter.all(path, limit)),
    close: () => void database.close(),
  };
}

function factsRows(rows: readonly StoredFacts[]): FactsRow[] {
  return rows.map(({ path, is_parsed, facts }) => ({
    path,
    isParsed: is_parsed === 1,
    facts: facts === null ? undefined : decodeFacts(facts),
  }));
}
