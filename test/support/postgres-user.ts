import type { Relay } from '../../relay/relay.ts';
import { onServer } from './databases.ts';
import type { World } from './harness.ts';
import { startRelay } from './start-relay.ts';

export interface RelayOfUser {
  readonly relay: Relay;
  /** What the relay's operator reads. */
  readonly told: readonly string[];
  /** Changes the user, as `ALTER ROLE` does. */
  alter(change: string): Promise<unknown>;
  /** Runs a statement in the relay's database, as its owner. */
  run(statement: string): Promise<unknown>;
  /** Ends the relay's connections whose last statement is like this, and answers how many. */
  cut(like?: string): Promise<number>;
}

/** Another relay on the world's database, whose user of PostgreSQL, `user`, may do what a relay does, and no more. */
export async function withUser(
  world: World,
  user: string,
  use: (made: RelayOfUser) => Promise<void>,
): Promise<void> {
  const address = new URL(world.database.address);
  const run = (statement: string) => onServer(statement, world.database.address);
  await onServer(`CREATE ROLE ${user} LOGIN`);
  await run(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${user}`);
  address.username = user;
  const told: string[] = [];
  const relay = await startRelay({
    host: '127.0.0.1',
    port: 0,
    database: address.href,
    onError: (error) => world.errors.push(error),
    onNotice: (sentence) => told.push(sentence),
  });
  const alter = (change: string) => onServer(`ALTER ROLE ${user} ${change}`);
  const cut = async (like = '%') => {
    const found = await onServer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = '${user}' AND query ILIKE '${like}'`,
    );
    return found.rowCount ?? 0;
  };
  try {
    await use({ relay, told, alter, run, cut });
  } finally {
    await relay.close();
    await run(`DROP OWNED BY ${user}`);
    await onServer(`DROP ROLE ${user}`);
  }
}
