import { isServerAddress } from './address.ts';
import type { Database } from './database.ts';

/** Opens and migrates; chooses by the address: `postgres://...` or the path of a SQLite file. */
export async function openDatabase(address: string): Promise<Database> {
  if (isServerAddress(address)) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(address);
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(address);
}
