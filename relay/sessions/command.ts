import type { HookAnswer, HookEffect } from '../../shared/sessions/contract.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Call } from '../kernel/call.ts';
import type { SessionRef } from './unit-of-work.ts';

/** One event of a session, parsed and canonical: what the hook, heartbeat and end operations become. */
export interface SessionCommand {
  readonly workspaceId: string;
  readonly call: Call;
  readonly effect: HookEffect;
  readonly session: SessionRef;
  /** Whether an unknown session is made; a heartbeat or an end of an unknown one is refused instead. */
  readonly opens: boolean;
  readonly agentType: string;
  readonly task?: string | undefined;
  readonly branch?: string | undefined;
  readonly file?:
    | { readonly path: string; readonly key: string; readonly symbols: readonly string[] }
    | undefined;
}

export type SessionAnswer = HookAnswer & { session_id?: string; released?: string[] };

/** The refusal for a session id that is unknown, or another user's. */
export function noSuchSession(): Refusal {
  return refuse(
    'NotFound',
    'No such session. Send sessionStart, or use the session_id that it answered.',
  );
}
