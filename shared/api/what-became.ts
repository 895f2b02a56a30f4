/** What fails before anything was sent. */
const neverSent =
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)\b/;

export const nothingRecorded = 'Nothing was recorded.';

/** OFF-1: what became of a write that the relay did not answer, by what is said of the failure. */
export function whatBecame(failure: string): string {
  return neverSent.test(failure)
    ? nothingRecorded
    : 'Whether it was recorded is not known: look before you repeat it.';
}
