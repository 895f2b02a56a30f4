import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { newId } from '../../shared/node/random-ids.ts';
import { noSuchSession } from '../../shared/sessions/rules.ts';
import type { CommandContext, SessionCommand } from './command.ts';
import type { Session } from './queries.ts';
import { whoseSession } from './records.ts';

/** SES-6: for whoever sent the command, who lets the rest be released and sends it again. */
export const stillEnding: Refusal = refuse(
  'Conflict',
  'The session has ended, and its many reservations are being released. Try again in a few seconds.',
);

/** SES-2, SES-4: refreshes the session of the command; one that is unknown, expired or ended is opened (again). */
export function openSession(context: CommandContext, command: SessionCommand): Session | Refusal {
  const { transaction, sessions } = context;
  const { caller } = command.call;
  const known = sessions.find(command.workspaceId, caller.userId, command.session);
  if (known === undefined && !command.opens) return noSuchSession('session_id');
  if (known?.state === 'ending') return stillEnding;
  const before = known ?? newSession(context, command);
  if (before === undefined) return noSuchSession('session_id');
  // Field by field, because spreading a row takes longer than deciding over it.
  const session: Session = {
    id: before.id,
    workspace_id: before.workspace_id,
    user_id: before.user_id,
    user_name: before.user_name,
    conversation_id: before.conversation_id,
    agent_id: before.agent_id,
    agent_type: command.agentType === 'unknown' ? before.agent_type : command.agentType,
    task: command.task ?? before.task,
    current_file: command.files[0]?.path ?? before.current_file,
    branch: command.branch ?? before.branch,
    state: 'active',
    started_at: before.started_at,
    last_heartbeat: transaction.nowMs,
    workstream: before.workstream,
  };
  sessions.put(session);
  if (known?.state !== 'active') appendStarted(context, session);
  else if (known.task !== session.task || known.branch !== session.branch)
    appendUpdated(context, session);
  return session;
}

/** Undefined when the command names its session by an id of the relay: such a session exists or does not. */
function newSession(
  { sessions, transaction }: CommandContext,
  command: SessionCommand,
): Session | undefined {
  if ('sessionId' in command.session) return undefined;
  const { nowMs } = transaction;
  const main = { ...command.session, agentId: '' };
  return {
    id: newId('session'),
    workspace_id: command.workspaceId,
    user_id: command.call.caller.userId,
    user_name: command.call.caller.name,
    conversation_id: command.session.conversationId,
    agent_id: command.session.agentId,
    agent_type: command.agentType,
    task: '',
    current_file: '',
    branch: '',
    state: 'active',
    started_at: nowMs,
    last_heartbeat: nowMs,
    // WST-2: a subagent begins in the workstream of its conversation.
    workstream:
      sessions.find(command.workspaceId, command.call.caller.userId, main)?.workstream ?? '',
  };
}

/** The session is active from now on. */
export function appendStarted({ transaction }: CommandContext, session: Session): void {
  transaction.log.append(session.workspace_id, {
    type: 'session_started',
    session_id: session.id,
    user_id: session.user_id,
    user: session.user_name,
    conversation_id: session.conversation_id,
    agent_id: session.agent_id,
    agent_type: session.agent_type,
    task: session.task,
    branch: session.branch,
    ...(session.started_at < transaction.nowMs && { started_at: toTimestamp(session.started_at) }),
    ...(session.workstream !== '' && { workstream: session.workstream }),
  });
}

function appendUpdated({ transaction }: CommandContext, session: Session): void {
  transaction.log.append(session.workspace_id, {
    type: 'session_updated',
    session_id: session.id,
    task: session.task,
    branch: session.branch,
    current_file: session.current_file,
    ...whoseSession(session),
  });
}
