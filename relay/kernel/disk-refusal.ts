import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { diskTroubleOf, type DiskTroubleKind } from '../../shared/node/disk/disk-trouble.ts';
import { isDatabaseAway, OutcomeUnknown } from './database-away.ts';

const diskReasons: Partial<Record<DiskTroubleKind, string>> = {
  full: 'its disk is full',
  read_only: 'its disk is read-only',
  forbidden: 'it may not use its files',
  failing: 'its disk reports an error',
  damaged: 'its database is damaged',
  not_a_file: 'its database is damaged',
  replaced: 'its database file was deleted or replaced',
};
/** PostgreSQL's codes. */
const serverReasons: Readonly<Record<string, string>> = {
  '53100': 'the disk of its database is full',
  '25006': 'its database is read-only',
  '58030': 'the disk of its database reports an error',
  '42501': 'it has no right to write to its database',
};
/** Of a server that does not let the relay in, so that it cannot read either. */
const closedReasons: Readonly<Record<string, string>> = {
  '28P01': 'it does not take the password',
  '28000': 'it does not let the user in',
  '3D000': 'it is not there',
  '53300': 'it has no connection left',
};

/** DUR-5: the store does not take it. The path is for the operator; `/ready` and the relay's own output have it. */
export function diskRefusal(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const closed = closedReasons[code];
  if (closed !== undefined) return unchanged(`The database refuses the relay: ${closed}.`);
  const kind = diskTroubleOf(error)?.kind;
  const reason = serverReasons[code] ?? (kind && diskReasons[kind]);
  return reason === undefined
    ? undefined
    : unchanged(`The relay cannot store anything: ${reason}.`);
}

function unchanged(sentence: string): Refusal {
  return refuse(
    'Unavailable',
    `${sentence} Nothing was changed. Try again when its operator has seen to that.`,
  );
}

const outcomeUnknown = refuse(
  'Unavailable',
  'The database was lost while it saved this, so it is not known whether it is saved. Look before you repeat it. With the Idempotency-Key that it had it can be repeated as it is.',
);

/** DUR-5: the store takes nothing, its server does not answer, or nobody knows what it took. */
export function storeRefusal(error: unknown): Refusal | undefined {
  if (error instanceof OutcomeUnknown) return outcomeUnknown;
  if (!isDatabaseAway(error)) return diskRefusal(error);
  return refuse(
    'Unavailable',
    'The database does not answer. Nothing is known to be lost; try again in a moment.',
  );
}
