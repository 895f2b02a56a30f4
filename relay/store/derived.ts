import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { load as loadVectorFunctions } from 'sqlite-vec';

/** A SQLite file whose whole content can be derived again from the records. */
export interface DerivedDatabase {
  readonly file: Sqlite.Database;
  /** Whether the functions of sqlite-vec are there; it has no build for some platforms. */
  readonly hasVectorFunctions: boolean;
}

/** Reading a vector here and there is several times faster from mapped memory. */
const mappedBytes = 2 ** 30;

export type Statement = Sqlite.Statement<unknown[]>;

/**
 * Opens (and makes, mode 0600) the file at `path`; `prepare` brings it into shape. A damaged file is
 * deleted and made again; so is one of another version, for which `prepare` answers false.
 */
export function openDerived(
  path: string,
  prepare: (file: Sqlite.Database) => boolean,
): DerivedDatabase {
  try {
    const opened = open(path);
    if (prepared(opened, prepare)) return opened;
  } catch (error) {
    if (!isDamaged(error)) throw error;
  }
  discardDerived(path);
  const fresh = open(path);
  if (!prepared(fresh, prepare)) throw new Error('a new file has the wrong version');
  return fresh;
}

/** Removes the file with all that belongs to it. */
export function discardDerived(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** Whether an error means that the file is damaged, rather than that the statement was wrong. */
export function isDamaged(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT)/.test(error.code)
  );
}

function prepared({ file }: DerivedDatabase, prepare: (file: Sqlite.Database) => boolean): boolean {
  let isReady = false;
  try {
    isReady = prepare(file);
  } finally {
    if (!isReady) file.close();
  }
  return isReady;
}

function open(path: string): DerivedDatabase {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const file = new Sqlite(path);
  try {
    file.pragma('journal_mode = WAL');
    // Writes just before a power cut may be lost; whoever fills the file notices by the seq stored in it.
    file.pragma('synchronous = NORMAL');
    file.pragma('busy_timeout = 5000');
    file.pragma(`mmap_size = ${mappedBytes}`);
    return { file, hasVectorFunctions: addVectorFunctions(file) };
  } catch (error) {
    file.close();
    throw error;
  }
}

function addVectorFunctions(file: Sqlite.Database): boolean {
  try {
    loadVectorFunctions(file);
    return true;
  } catch (error) {
    if (isDamaged(error)) throw error;
    return false;
  }
}
