/** Where a server was asked for, and as whom; never a password. */
export interface ServerPlace {
  /** `host:port`, or the folder of a socket. */
  readonly at: string;
  readonly user: string;
  readonly database: string;
}

type Sentence = (place: ServerPlace, detail: string) => string;

const unreachable: Sentence = ({ at }) =>
  `The database at ${at} cannot be reached. Start it, or correct the address after --database.`;
const noRight: Sentence = ({ at, user, database }, detail) =>
  `The user ${user} may not make or use the relay's tables in the database ${database} at ${at} (${detail}). Make ${user} their owner, or grant it the schema.`;
const othersTables: Sentence = ({ at, database }, detail) =>
  `Another program has tables in the database ${database} at ${at} (${detail}). Name another one, or make coord a schema and a user whose search_path is only that.`;
const unknownHost: Sentence = ({ at }) =>
  `The host of the database, ${at}, is not known. Correct the address after --database.`;
const untrusted: Sentence = ({ at }, detail) =>
  `The certificate of the database at ${at} is not trusted (${detail}). Name its authority in the address: ?sslmode=verify-full&sslrootcert=FILE`;
const noPassword: Sentence = ({ at, user }) =>
  `The database at ${at} asks for the password of the user ${user}. Give it in PGPASSWORD or in the file ~/.pgpass.`;
const wrongPassword: Sentence = ({ at, user }) =>
  `The database at ${at} does not take the password of the user ${user}. Give the right one in PGPASSWORD or in the file ~/.pgpass.`;
const notLetIn: Sentence = ({ at, user }, detail) =>
  `The database at ${at} does not let the user ${user} in (${detail}). Let it in there, or change the user or sslmode in the address.`;
const noDatabase: Sentence = ({ at, database }) =>
  `There is no database ${database} at ${at}. Make it, or name another after --database.`;
const isFull: Sentence = ({ at }) =>
  `The database at ${at} has no connection left, and a relay uses ten. End what uses them, or raise its max_connections.`;
const readOnly: Sentence = ({ at, database }) =>
  `The database ${database} at ${at} takes no writes: it is read-only. Make it writable, or name the server that takes them after --database.`;
const diskFull: Sentence = ({ at }) =>
  `The database at ${at} cannot write: its disk is full. Free some space there.`;
const diskFails: Sentence = ({ at }, detail) =>
  `The database at ${at} cannot read or write: its disk reports an error (${detail}). Check the disk.`;
const isStarting: Sentence = ({ at }) =>
  `The database at ${at} is starting or stopping. Try again in a moment.`;

/** By the codes of PostgreSQL and of Node's sockets. */
const sentences: Readonly<Record<string, Sentence>> = {
  '28P01': wrongPassword,
  '28000': notLetIn,
  '3D000': noDatabase,
  '42501': noRight,
  '3F000': noRight,
  '42P07': othersTables,
  '25006': readOnly,
  '53100': diskFull,
  '58030': diskFails,
  '53300': isFull,
  '57P03': isStarting,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: unreachable,
};

/** What the client says in words only. */
const wordings: readonly (readonly [RegExp, Sentence])[] = [
  [/password must be/, noPassword],
  [/certificate/i, untrusted],
  [
    /does not support SSL/,
    ({ at }) =>
      `The database at ${at} speaks no SSL. Turn it on there, or leave sslmode out of the address.`,
  ],
  [
    /terminated unexpectedly|establishing an SSL/,
    ({ at }) =>
      `What answers at ${at} ended the connection; it may be no PostgreSQL. Check the address after --database.`,
  ],
];

/** DUR-12: what an error of the server means and what to do, in a sentence; undefined for any other error. */
export function serverTrouble(error: unknown, place: ServerPlace): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const { message } = error;
  const sentence = sentences[code] ?? wordings.find(([words]) => words.test(message))?.[1];
  return sentence?.(place, message);
}

/** Whether the server has no connection left, in all or for this user. */
export function hasNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300';
}
