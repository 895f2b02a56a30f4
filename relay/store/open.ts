import { isServerAddress } from './address.ts';
import type { Database } from './database.ts';

/**
 * Opens and migrates; chooses by the address: `postgres://...` or the path of a SQLite file. `stop` gives up a server that does
 * not answer yet. Throws `ServerUnusable` where a server cannot be used.
 */
export async function openDatabase(address: string, stop?: AbortSignal): Promise<Database> {
  if (isServerAddress(address)) {
    const { explained, greetServer } = await import('./postgres-greeting.ts');
    await greetServer(address, stop);
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(address).catch((error: unknown) => {
      throw explained(error, address);
    });
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(address);
}
