import { invitationLimits } from '../../shared/invitations/contract.ts';
import { clockSlackMs } from '../../shared/kernel/clock.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { InvitationRow } from '../store/schema.ts';

/** INV-1: for 24 hours, also where a clock was wrong when it was made. */
export function isOpen({ expires_at: untilMs }: InvitationRow, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + invitationLimits.lifetimeMs + clockSlackMs;
}

/** One sentence for what was never there, was used, was taken back and has ended: who guesses learns nothing. */
export function noSuchInvitation(): Refusal {
  return refuse(
    'NotFound',
    'This invitation is not good any more, or never was. An invitation is for one use and for 24 hours. Ask for a new one.',
  );
}

/** INV-3 */
export function needsOwnKey(): Refusal {
  return refuse(
    'Unauthorized',
    'The invited address has an account on this relay already. Log in with its API key first (coord login), then join again.',
  );
}

/** INV-3 */
export function forSomebodyElse(email: string): Refusal {
  return refuse(
    'Forbidden',
    `This invitation is for another address than ${email}, which this API key belongs to.`,
  );
}
