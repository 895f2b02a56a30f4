import { forbiddenMessage, type ConventionRule } from '../../shared/conventions/rules.ts';
import { blockedBy, type Blocked } from '../../shared/reservations/also-held.ts';
import { denialMessage } from '../../shared/reservations/denial.ts';
import { conflictsOf } from '../../shared/reservations/rules.ts';
import { optionsOf } from '../reservations/options.ts';
import type { CommandContext, SessionAnswer, SessionCommand } from './command.ts';
import { appendConflict, appendForbidden, currentTaskOf, ruleAgainst } from './conflicts.ts';
import type { ReservationWithHolder } from '../reservations/queries.ts';
import type { Session } from './queries.ts';

/** CNV-1, RSV-4, RSV-5: says whether the write may go ahead. Acquires nothing. */
export function checkWrite(
  context: CommandContext,
  session: Session,
  { file }: SessionCommand,
): SessionAnswer {
  const allowed = { permission: 'allow', session_id: session.id } as const;
  if (file === undefined) return allowed;
  const rule = ruleAgainst(context, session, file.path);
  if (rule !== undefined) return forbid(context, session, { rule, path: file.path });
  const reservations = context.reservations.reservationsOf(session.workspace_id, file.key);
  const request = { sessionId: session.id, places: file.places };
  const options = optionsOf(context.transaction, session.workspace_id);
  const blocked = blockedBy(conflictsOf(reservations, request, options));
  return blocked === undefined ? allowed : deny(context, session, { ...blocked, path: file.path });
}

/** RSV-9 */
function deny(
  context: CommandContext,
  session: Session,
  { conflict, alsoHeld, path }: Blocked<ReservationWithHolder> & { readonly path: string },
): SessionAnswer {
  appendConflict(context, session, { conflict, path, kind: 'write_denied' });
  const { reservation: blocker } = conflict;
  const denial = {
    filePath: path,
    symbol: conflict.symbol,
    heldSymbol: blocker.symbol,
    lines: conflict.lines,
    holder: blocker.userName,
    holderSessionId: blocker.sessionId,
    sessionId: session.id,
    task: currentTaskOf(context, blocker),
    expiresAt: blocker.expiresAt,
    alsoHeld,
  };
  const message = denialMessage(denial, context.transaction.nowMs);
  return { permission: 'deny', message, session_id: session.id };
}

/** CNV-1: nobody holds the file, so the event names the convention instead of a holder. */
function forbid(
  context: CommandContext,
  session: Session,
  { rule, path }: { rule: ConventionRule; path: string },
): SessionAnswer {
  appendForbidden(context, session, { rule, path, kind: 'write_forbidden' });
  return { permission: 'deny', message: forbiddenMessage(rule, path), session_id: session.id };
}
