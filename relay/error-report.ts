import type { Clock } from '../shared/kernel/clock.ts';
import { ModelTrouble } from '../shared/models/language-model.ts';
import { describeTrouble, diskTroubleOf } from '../shared/node/disk/disk-trouble.ts';
import { IdentityKeysAway } from './auth/identity-provider.ts';
import { isDatabaseAway } from './kernel/database-away.ts';
import { isServerAddress } from './store/address.ts';
import type { Database } from './store/database.ts';

interface ErrorReportOptions {
  readonly onError: (error: unknown) => void;
  readonly onNotice: (sentence: string) => void;
  /** The path of the SQLite file, or the address of a database. */
  readonly database: string;
  /** What an answer of a database server means, where it is one. */
  readonly trouble: Database['trouble'];
  /** Of elapsed time. */
  readonly clock: Clock;
}

/** A full disk fails once a second at least; a model, a database or a provider that is away, with every request. */
const quietForMs = 60_000;

/**
 * DUR-8: an operator reads what is wrong with the disk, that the database server is away or refuses the relay, why a model has not
 * answered, or that an identity provider's keys cannot be fetched, as a sentence, once a minute at most; any other error goes on as it
 * is.
 */
export class ErrorReport {
  private readonly saidAtMs = new Map<string, number>();
  private isServerMissed = false;

  constructor(private readonly options: ErrorReportOptions) {}

  readonly onError = (error: unknown): void => {
    const { onError, onNotice, clock } = this.options;
    const trouble = troubleOf(error, this.options);
    if (trouble === undefined) return onError(error);
    const { kind } = trouble;
    const nowMs = clock.now();
    if (nowMs - (this.saidAtMs.get(kind) ?? -Infinity) < quietForMs) return;
    this.saidAtMs.set(kind, nowMs);
    this.isServerMissed ||= trouble.isOfServer === true;
    onNotice(trouble.sentence());
  };

  /** The database answers and takes what is written, which is told where the operator has read that it did not. */
  readonly onAnswered = (): void => {
    if (!this.isServerMissed) return;
    this.isServerMissed = false;
    this.options.onNotice('The database answers again.');
  };
}

interface Trouble {
  readonly kind: string;
  readonly isOfServer?: true;
  readonly sentence: () => string;
}

function troubleOf(
  error: unknown,
  { database, trouble: troubleOfServer }: Pick<ErrorReportOptions, 'database' | 'trouble'>,
): Trouble | undefined {
  if (error instanceof ModelTrouble) return { kind: 'model', sentence: () => error.message };
  if (error instanceof IdentityKeysAway) return { kind: 'identity', sentence: () => error.message };
  const isServer = isServerAddress(database);
  if (isServer && isDatabaseAway(error))
    return { kind: 'away', isOfServer: true, sentence: () => away(database) };
  const refused = troubleOfServer(error);
  if (refused !== undefined)
    return { kind: codeOf(error), isOfServer: true, sentence: () => refused.message };
  // The address of a server may have a password in it.
  const trouble = diskTroubleOf(error, isServer ? '' : database);
  return trouble && { kind: trouble.kind, sentence: () => describeTrouble(trouble) };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function away(database: string): string {
  const { host } = new URL(database);
  return `The database${host && ` at ${host}`} does not answer, and requests get a 503 until it does. Start it, or check the way to it.`;
}
