import { isModelClient } from '../../shared/node/model-clients.ts';
import { dirname, join } from 'node:path';
import { modelsFrom } from '../../relay/models/from-environment.ts';
import { startRelay } from '../../relay/relay.ts';
import { defaultTierFrom } from '../../shared/contract/default-tier.ts';
import { isUnreadable } from '../../shared/node/disk/derived-file.ts';
import {
  describeTrouble,
  diskTroubleOf,
  newerVersion,
} from '../../shared/node/disk/disk-trouble.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Durations } from '../../shared/sessions/rules.ts';

export interface EmbeddedRelayOptions {
  /** The path of its SQLite file. */
  readonly database: string;
  readonly durations: Durations;
  /** Names the models that the relay uses, if any. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  onError(error: unknown): void;
  onNotice(sentence: string): void;
}

/** The relay of a developer who has none: the same one, on the loopback address, for this daemon. */
export type EmbeddedRelay = Awaited<ReturnType<typeof startRelay>>;

/** An `Unavailable` relay is tried again; everything else a person has to put right first. */
function refusalOf(error: unknown, database: string): Refusal | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'DATABASE_SERVED':
      return refuse('Unavailable', `Another relay serves from ${database}. Stop that one.`);
    case 'DATABASE_NEWER':
      return refuse('Conflict', newerVersion(database));
  }
  const trouble = diskTroubleOf(error, database);
  const name = trouble !== undefined && isUnreadable(trouble.kind) ? 'Conflict' : 'Unavailable';
  return trouble && refuse(name, describeTrouble(trouble));
}

export async function startEmbeddedRelay({
  database,
  durations,
  environment,
  onError,
  onNotice,
}: EmbeddedRelayOptions): Promise<EmbeddedRelay | Refusal> {
  const defaultTier = defaultTierFrom(environment);
  if (isRefusal(defaultTier)) return defaultTier;
  const searchFile = join(dirname(database), 'search.db');
  try {
    const models = await modelsFrom(forRelay(environment), { searchFile, onError, onNotice });
    if (isRefusal(models)) return models;
    return await startRelay({
      host: '127.0.0.1',
      port: 0,
      database,
      durations,
      defaultTier,
      onError,
      onNotice,
      ...models,
    });
  } catch (error) {
    const refusal = refusalOf(error, database);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/** A client of this machine is the daemon's model, not the relay's (MTG-16). */
function forRelay(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  if (!isModelClient(environment['COORD_LLM_PROVIDER'])) return environment;
  return { ...environment, COORD_LLM_PROVIDER: 'none' };
}
