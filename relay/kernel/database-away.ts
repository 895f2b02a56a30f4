/** Of a server that is stopped, starts, lets nobody in, or cannot be reached. */
const codes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '55000',
]);
/** What the client of PostgreSQL says in words only. */
const wordings =
  /^(Connection terminated|timeout (expired|exceeded)|Query read timeout|Client (has|was) .*not queryable)/;

/** DUR-5: the connection was lost, or the server silent, between a COMMIT and its answer. `cause` is the error of the client. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('it is not known whether the transaction was committed', { cause });
  }
}

/** Whether the server let the time pass in which it must answer a question. */
export function isSilence(error: unknown): boolean {
  if (error instanceof OutcomeUnknown) return isSilence(error.cause);
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether an error says that the database server does not answer now, and not what it answered. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof OutcomeUnknown) return isDatabaseAway(error.cause);
  // The connection of a client breaks with the same codes; the HTTP framework gives its errors a status.
  if (!(error instanceof Error) || 'statusCode' in error) return false;
  return ('code' in error && codes.has(String(error.code))) || wordings.test(error.message);
}
