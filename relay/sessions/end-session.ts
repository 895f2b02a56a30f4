import type { Refusal } from '../../shared/kernel/refusal.ts';
import { noSuchSession } from '../../shared/sessions/rules.ts';
import type { ReservationWithHolder } from '../reservations/queries.ts';
import { releasedEvents } from '../reservations/grant.ts';
import { handOver, heirOf } from './hand-over.ts';
import type { CommandContext, SessionAnswer, SessionCommand } from './command.ts';
import type { Session } from './queries.ts';
import { holderOf, whoseSession } from './records.ts';
import { grouped } from '../../shared/kernel/grouped.ts';

/**
 * SES-3: closes the session and its subagents, and releases all their reservations; what a subagent wrote that ends alone
 * goes to its conversation. SES-6: of very many only the first are released, or go there, in this transaction. The others count no
 * longer, because the session is `ending`.
 */
export function endSession(
  context: CommandContext,
  command: SessionCommand,
): SessionAnswer | Refusal {
  const { userId } = command.call.caller;
  const found = context.sessions.find(command.workspaceId, userId, command.session);
  // SES-4: an id of the relay names a session of the caller's, or none; a conversation may be unknown here.
  const mustExist = !command.opens || 'sessionId' in command.session;
  if (found === undefined && mustExist) return noSuchSession('session_id');
  // A main conversation that never reported anything may still have subagents that did.
  const ending = context.sessions.withSubagents(command.workspaceId, userId, command.session);
  const heir = found && heirOf(context, found);
  const released = ending.flatMap((session) => endOne(context, session, heir));
  return { ok: true, session_id: found?.id ?? '', released };
}

/** Returns the paths of the files that it releases and that the heir does not take over. */
function endOne(context: CommandContext, session: Session, heir: Session | undefined): string[] {
  const { sessions, transaction, freedWorkspaces, endingInSlices } = context;
  const held = context.reservations.reservationsOfSession(session.id);
  const isActive = session.state === 'active';
  if (held.length > 0 || isActive) freedWorkspaces.add(session.workspace_id);
  const files = letGo(context, session, { held, heir });
  const isLarge = endingInSlices.has(session.id) && session.state !== 'ending';
  if (!isActive && !isLarge) return files;
  const state = isLarge ? 'ending' : 'ended';
  sessions.put({ ...session, state, last_heartbeat: transaction.nowMs });
  transaction.log.append(session.workspace_id, {
    type: 'session_ended',
    session_id: session.id,
    reason: 'ended',
    ...whoseSession(session),
  });
  return files;
}

interface Estate {
  readonly held: readonly ReservationWithHolder[];
  readonly heir: Session | undefined;
}

function letGo(context: CommandContext, session: Session, { held, heir }: Estate): string[] {
  for (const reservation of held) context.reservations.remove(reservation);
  appendReleased(context, session, held);
  const taken = heir === undefined ? new Set<string>() : handOver(context, heir, held);
  const left = held.filter(({ pathKey }) => !taken.has(pathKey));
  return [...new Set(left.map(({ filePath }) => filePath))];
}

/** Appends `file_released` for each file. */
function appendReleased(
  { transaction }: CommandContext,
  session: Session,
  released: readonly ReservationWithHolder[],
): void {
  const files = grouped(released, ({ filePath }) => filePath);
  for (const [file, own] of files) {
    const symbols = own.map(({ symbol }) => symbol);
    const about = { holder: holderOf(session), reason: 'session_ended' as const };
    for (const event of releasedEvents(file, symbols, about))
      transaction.log.append(session.workspace_id, event);
  }
}
