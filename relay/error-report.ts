import type { Clock } from '../shared/kernel/clock.ts';
import { ModelTrouble } from '../shared/models/language-model.ts';
import { describeTrouble, diskTroubleOf } from '../shared/node/disk/disk-trouble.ts';

interface ErrorReportOptions {
  readonly onError: (error: unknown) => void;
  readonly onNotice: (sentence: string) => void;
  /** The path of the SQLite file, or the address of a database. */
  readonly database: string;
  /** Of elapsed time. */
  readonly clock: Clock;
}

/** A full disk fails once a second at least, and a model at every question. */
const quietForMs = 60_000;

/** DUR-8: an operator reads what is wrong with the disk as a sentence, or why a
 * model has not answered, once a minute at most; any other error goes on as it is. */
export function errorReport(options: ErrorReportOptions): (error: unknown) => void {
  const { onError, onNotice, clock } = options;
  // The address of a server may have a password in it.
  const path = options.database.includes('://') ? '' : options.database;
  const saidAtMs = new Map<string, number>();
  return (error) => {
    if (error instanceof ModelTrouble) return sayOnce('model', error.message);
    const trouble = diskTroubleOf(error, path);
    if (trouble === undefined) return onError(error);
    sayOnce(trouble.kind, describeTrouble(trouble));
  };

  function sayOnce(kind: string, sentence: string): void {
    const nowMs = clock.now();
    if (nowMs - (saidAtMs.get(kind) ?? -Infinity) < quietForMs) return;
    saidAtMs.set(kind, nowMs);
    onNotice(sentence);
  }
}
