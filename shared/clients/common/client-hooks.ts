import type { HookAnswer } from '../../sessions/contract.ts';
import type { HookCall } from './hook-call.ts';

/** A client's own hook JSON in, and exactly the answer that it accepts out. */
export interface ClientHooks {
  /**
   * Undefined when the event does not concern coord; nothing is printed then. Paths stay as the client wrote them: relative
   * ones count from the `cwd` of the call.
   */
  read(payload: unknown): HookCall | undefined;
  /** What the client's hook prints; empty to print nothing. */
  write(call: HookCall, answer: HookAnswer): string;
}
