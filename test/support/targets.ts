import { databaseKinds, type DatabaseKind } from './databases.ts';

/** Where a scenario runs: through which transport, on which database. */
export interface Target {
  readonly transport: 'relay' | 'edge';
  readonly database: DatabaseKind;
}

/** Every transport on every database that is there. */
export function targets(): readonly Target[] {
  return databaseKinds.map((database) => ({ transport: 'relay', database }));
}

export function nameOf({ transport, database }: Target): string {
  return `${transport} on ${database}`;
}
