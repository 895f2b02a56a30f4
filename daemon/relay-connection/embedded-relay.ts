import { dirname, join } from 'node:path';
import { modelsFrom } from '../../relay/models/from-environment.ts';
import { startRelay } from '../../relay/relay.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Durations } from '../../shared/sessions/rules.ts';

export interface EmbeddedRelayOptions {
  /** The path of its SQLite file. */
  readonly database: string;
  readonly durations: Durations;
  /** Names the models that the relay uses, if any. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  onError(error: unknown): void;
}

/** The relay of a developer who has none: the same one, on the loopback address, for this daemon. */
export type EmbeddedRelay = Awaited<ReturnType<typeof startRelay>>;

export async function startEmbeddedRelay({
  database,
  durations,
  environment,
  onError,
}: EmbeddedRelayOptions): Promise<EmbeddedRelay | Refusal> {
  const searchFile = join(dirname(database), 'search.db');
  const models = await modelsFrom(environment, { searchFile, onError });
  if (isRefusal(models)) return models;
  try {
    return await startRelay({
      host: '127.0.0.1',
      port: 0,
      database,
      durations,
      onError,
      ...models,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'DATABASE_SERVED') throw error;
    return refuse('Unavailable', `Another relay serves from ${database}. Stop that one.`);
  }
}
