/** A signal that aborts after `timeoutMs` with a TimeoutError; for the options of a client. */
export function timeoutSignal(timeoutMs: number): AbortSignal {
  return AbortSignal.timeout(timeoutMs);
}
