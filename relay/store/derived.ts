import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { load as loadVectorFunctions } from 'sqlite-vec';
import { isUnreadable, openDerivedFile } from '../../shared/node/disk/derived-file.ts';
import { diskTroubleOf } from '../../shared/node/disk/disk-trouble.ts';
import { makePrivateFile } from '../../shared/node/disk/files.ts';
import { makeFolders } from '../../shared/node/disk/folders.ts';

/** A SQLite file whose whole content can be derived again from the records. */
export interface DerivedDatabase {
  readonly file: Sqlite.Database;
  /** Whether the functions of sqlite-vec are there; it has no build for some platforms. */
  readonly hasVectorFunctions: boolean;
  /** Why it is in memory and not on disk. */
  readonly problem?: string | undefined;
}

/** KiB. The file is not mapped into memory, where a file that somebody truncates would end the process. */
const cacheSize = 32_768;

export type Statement = Sqlite.Statement<unknown[]>;

/**
 * DUR-6: opens (and makes, mode 0600) the file at `path`; `prepare` brings it into shape. A damaged file is moved aside and
 * made again; one of another version, for which `prepare` answers false, is deleted and made again.
 */
export function openDerived(
  path: string,
  prepare: (file: Sqlite.Database) => boolean,
): DerivedDatabase {
  const { opened, problem } = openDerivedFile(path, (at) => {
    const found = open(at);
    if (prepared(found, prepare)) return found;
    discard(at);
    const fresh = open(at);
    if (!prepared(fresh, prepare)) throw new Error('a new file has the wrong version');
    return fresh;
  });
  return { ...opened, problem };
}

/** Removes the file with all that belongs to it. */
function discard(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** Whether an error means that the file is damaged, rather than that the statement was wrong. */
export function isDamaged(error: unknown): boolean {
  const kind = error instanceof Sqlite.SqliteError ? diskTroubleOf(error)?.kind : undefined;
  return kind !== undefined && isUnreadable(kind);
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
  if (path !== ':memory:') {
    makeFolders(dirname(path));
    makePrivateFile(path);
  }
  const file = new Sqlite(path);
  try {
    file.pragma('journal_mode = WAL');
    // Writes just before a power cut may be lost; whoever fills the file notices by the seq stored in it.
    file.pragma('synchronous = NORMAL');
    file.pragma('busy_timeout = 5000');
    file.pragma(`cache_size = -${cacheSize}`);
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
