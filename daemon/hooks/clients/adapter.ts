import type { HookAnswer } from '../../../shared/sessions/contract.ts';
import type { HookCall } from '../hook-call.ts';

/** One file per client: its own hook JSON in, and exactly the answer that it accepts out. */
export interface ClientAdapter {
  /** As in `/hooks/:client`. */
  readonly name: string;
  /** Undefined when the event does not concern coord; nothing is printed then. */
  read(payload: unknown): HookCall | undefined;
  /** What the client's hook prints; empty to print nothing. */
  write(call: HookCall, answer: HookAnswer): string;
}
