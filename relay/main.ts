import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { invalidInput } from '../shared/contract/invalid.ts';
import { newPerson } from '../shared/users/contract.ts';
import { isRefusal, refuse, type Refusal } from '../shared/kernel/refusal.ts';
import { makeFolders } from '../shared/node/disk/folders.ts';
import { describeTrouble, diskTroubleOf, newerVersion } from '../shared/node/disk/disk-trouble.ts';
import { durationsFrom } from '../shared/sessions/settings.ts';
import type { WorkspaceTier } from './usage/queries.ts';
import { addKey, addUser, tiersOnStore, type TierRequest, type UserKey } from './bootstrap.ts';
import { identityProviderFrom } from './auth/identity-provider.ts';
import { modelsFrom } from './models/from-environment.ts';
import { languageModelFrom } from './models/language-model.ts';
import { speechFrom } from './models/speech-settings.ts';
import { startRelay, type Relay } from './relay.ts';
import { addressRefusal, isServerAddress } from './store/address.ts';
import { defaultTierFrom } from '../shared/contract/default-tier.ts';

export type { UserKey, WorkspaceTier };
export { languageModelFrom, speechFrom };

export interface StoreOptions {
  /** A folder for the SQLite file. */
  readonly data: string;
  /** `postgres://...`, or the path of an SQLite file; wins over `data`. */
  readonly database?: string | undefined;
}

export interface RunRelayOptions extends StoreOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly environment: Environment;
  /** Aborted by who no longer wants the relay while it waits for its database. */
  readonly stop?: AbortSignal;
  onError(error: unknown): void;
  /** Told what an operator should know, in a sentence. */
  readonly onNotice?: (sentence: string) => void;
}

type Environment = Readonly<Record<string, string | undefined>>;

const databaseFile = 'relay.db';

/** The team's relay as a process of its own. The refusal says what to change when it cannot start. */
export async function runRelay(options: RunRelayOptions): Promise<Relay | Refusal> {
  const { host, port, environment, stop, onError, onNotice } = options;
  const durations = durationsFrom(environment);
  if (isRefusal(durations)) return durations;
  const defaultTier = defaultTierFrom(environment);
  if (isRefusal(defaultTier)) return defaultTier;
  const identityProvider = await identityProviderFrom(environment);
  if (isRefusal(identityProvider)) return identityProvider;
  const perAddress = perAddressFrom(environment);
  if (isRefusal(perAddress)) return perAddress;
  const residentBytes = () => process.memoryUsage.rss();
  try {
    const database = await databaseOf(options);
    if (isRefusal(database)) return database;
    const models = await modelsFrom(environment, {
      searchFile: searchFileOf(options),
      onError,
      onNotice,
    });
    if (isRefusal(models)) return models;
    return await startRelay({
      host,
      port,
      database,
      stop,
      durations,
      defaultTier,
      identityProvider,
      residentBytes,
      connections: perAddress === undefined ? undefined : { perAddress },
      ...models,
      onError,
      ...(onNotice !== undefined && { onNotice }),
    });
  } catch (error) {
    return cannotStart(error, options);
  }
}

/** Makes a user and their first key on the store itself: how the first person gets in. */
export async function runUserAdd(
  options: StoreOptions & { readonly email: string; readonly name: string },
): Promise<UserKey | Refusal> {
  const person = newPerson.safeParse(options);
  if (!person.success) return invalidInput(person.error, options);
  return onStore(options, (database) => addUser({ database, ...person.data }));
}

/** Makes another key of a user on the store itself, beside those that they have: how somebody gets in again who has none left. */
export async function runUserKey(
  options: StoreOptions & { readonly email: string },
): Promise<UserKey | Refusal> {
  return onKept(options, (database) => addKey({ database, email: options.email }));
}

/** LIM-1: sets the tier of a workspace on the store itself, or answers the tiers that are set. */
export async function runTier(
  options: StoreOptions & Omit<TierRequest, 'database'>,
): Promise<readonly WorkspaceTier[] | Refusal> {
  const { workspace, tier } = options;
  return onKept(options, (database) => tiersOnStore({ database, workspace, tier }));
}

/** Whether there is a store already; that of a database server answers for itself. */
export function hasStore({ data, database }: StoreOptions): boolean {
  return database !== undefined || existsSync(join(data, databaseFile));
}

/** Whoever mistypes the folder would be answered from a new store, in which nothing is. */
async function onKept<T>(
  options: StoreOptions,
  use: (database: string) => Promise<T>,
): Promise<T | Refusal> {
  if (hasStore(options)) return onStore(options, use);
  return refuse(
    'NotFound',
    `There is no relay's store in ${resolve(options.data)}. Name the folder that the relay runs with: --data DIR`,
  );
}

async function onStore<T>(
  options: StoreOptions,
  use: (database: string) => Promise<T>,
): Promise<T | Refusal> {
  try {
    const database = await databaseOf(options);
    return isRefusal(database) ? database : await use(database);
  } catch (error) {
    return cannotStart(error, options);
  }
}

/** The address of the database; the folder of an SQLite file is made, for its owner only. */
async function databaseOf({ data, database }: StoreOptions): Promise<string | Refusal> {
  if (database !== undefined) return addressRefusal(database) ?? database;
  makeFolders(resolve(data));
  return resolve(join(data, databaseFile));
}

/** Relays that share a database may share a machine; each follows the log with an index of its own. */
function searchFileOf({ data, database, port }: RunRelayOptions): string {
  return resolve(join(data, database === undefined ? 'search.db' : `search-${port}.db`));
}

const expected: Record<
  string,
  (options: StoreOptions & { host?: string; port?: number }) => string
> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is taken. Stop what listens there, or choose another with --port.`,
  EADDRNOTAVAIL: ({ host }) =>
    `${host} is not an address of this machine. Choose another with --host.`,
  EACCES: ({ data }) =>
    `${data} or the port may not be used by you. Choose others with --data and --port.`,
  ENOTFOUND: ({ host }) => `The host ${host} is not known here. Choose another with --host.`,
  EEXIST: ({ data }) => notAFolder(data),
  ENOTDIR: ({ data }) => notAFolder(data),
  ENOENT: ({ data }) => notAFolder(data),
  DATABASE_SERVED: ({ data, database }) =>
    `Another relay serves from ${nameOf(database, data)}. Stop it first, or choose another with --data; several relays can share a PostgreSQL database.`,
  DATABASE_FOREIGN: ({ data, database }) =>
    `Another program keeps its tables in ${nameOf(database, data)}. Name another one, or make coord a schema and a user whose search_path is only that.`,
  DATABASE_NEWER: ({ data, database }) => newerVersion(nameOf(database, data)),
};

/** The address of a PostgreSQL database is not repeated: it may hold a password. */
function nameOf(database: string | undefined, data: string): string {
  if (database === undefined) return `the database in ${data}`;
  return isServerAddress(database) ? 'the database' : database;
}

function notAFolder(data: string): string {
  return `${data} is no folder and cannot be made one. Choose another with --data.`;
}

/** What an operator can put right is a refusal; anything else is a bug. */
function cannotStart(
  error: unknown,
  options: StoreOptions & { host?: string; port?: number },
): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message =
    error instanceof Error && code === 'SERVER_UNUSABLE'
      ? error.message
      : (expected[code]?.(options) ?? diskMessage(error, options));
  if (message === undefined) throw error;
  return refuse('Unavailable', message);
}

const perAddressVariable = 'COORD_CONNECTIONS_PER_ADDRESS';

/** Behind a proxy every connection comes from one address (CON-6). */
function perAddressFrom(environment: Environment): number | undefined | Refusal {
  const text = environment[perAddressVariable] || undefined;
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  return refuse('ValidationError', `${perAddressVariable} must be a whole number above 0.`);
}

/** DUR-7, DUR-8: what is wrong with a SQLite file or its folder. */
function diskMessage(error: unknown, { data, database }: StoreOptions): string | undefined {
  const trouble = diskTroubleOf(error, database ?? join(data, databaseFile));
  if (trouble === undefined) return undefined;
  const kept = trouble.kind === 'damaged' ? ' It was left as it is.' : '';
  return `${describeTrouble(trouble)}${kept} Or choose another folder with --data.`;
}
