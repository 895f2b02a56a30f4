import { databaseKinds, type DatabaseKind } from './databases.ts';

/** Where a scenario runs: through which transport, on which database. */
export interface Target {
  readonly transport: 'relay' | 'daemon';
  readonly database: DatabaseKind;
}

/** Every transport on every database that is there. */
export function targets(): readonly Target[] {
  const relays = databaseKinds.map((database) => ({ transport: 'relay', database }) as const);
  // A daemon sees nothing of its relay's database, so one kind of database behind it is enough.
  return databaseKinds.includes('sqlite')
    ? [...relays, { transport: 'daemon', database: 'sqlite' }]
    : relays;
}

export function nameOf({ transport, database }: Target): string {
  return `${transport} on ${database}`;
}
