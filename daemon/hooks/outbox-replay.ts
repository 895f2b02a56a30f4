import { shownId } from '../../shared/kernel/display.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { effectOf } from '../../shared/sessions/hook-effects.ts';
import {
  commandKeyOf,
  type Command,
  type HookReply,
  type QueuedCommand,
} from '../replica/outbox.ts';
import { heirOf } from './heir.ts';
import { racedMessage } from './notices/messages.ts';
import type { NotificationQueue } from './notices/notification-queue.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';
import { applyReply } from './reserve.ts';
import { factsOf, type Replica } from '../replica/replica.ts';

/** The session under which a command that has to wait stands; a conversation that is new gets a local one. */
export function holderOfQueued(
  replica: Replica,
  { input, conversation }: Command,
): Pick<QueuedCommand, 'sessionId' | 'task'> {
  if (effectOf(input.event) === 'end')
    return { sessionId: replica.sessionOf(conversation)?.id ?? '' };
  const session = replica.openLocally(conversation, factsOf(input));
  return { sessionId: session.id, ...(session.task !== '' && { task: session.task }) };
}

/** After a restart: what waits in the outbox is reserved provisionally again. */
export function restoreProvisionalReservations(
  replica: Replica,
  commands: readonly QueuedCommand[],
): void {
  for (const command of commands) {
    const { input, conversation, sessionId, reservation } = command;
    if (effectOf(input.event) === 'end') {
      const ended = replica.sessionOf(conversation);
      if (ended !== undefined) endAgain(replica, ended);
      continue;
    }
    const known = replica.sessionOf(conversation)?.id ?? sessionId;
    const facts = factsOf({ ...input, task: input.task ?? command.task });
    const session = replica.opened(conversation, known, facts);
    const origin = { kind: 'provisional' as const, commandKey: commandKeyOf(command) };
    if (reservation !== undefined) replica.addOwnReservations(session, { ...reservation, origin });
  }
}

/** A snapshot shows the sessions whose end the relay has not heard yet. */
export function endQueuedAgain(replica: Replica, commands: readonly QueuedCommand[]): void {
  for (const { input, conversation } of commands) {
    const ended = effectOf(input.event) === 'end' ? replica.sessionOf(conversation) : undefined;
    if (ended !== undefined) endAgain(replica, ended);
  }
}

function endAgain(replica: Replica, ended: TrackedSession): void {
  const heir = heirOf(replica, ended);
  if (heir === undefined) replica.release(ended);
  else replica.handOver(ended, heir);
}

/**
 * The relay has answered a command that had waited. What it did not grant was reserved for somebody else meanwhile: the
 * provisional reservation ends, and the agent learns it with its next hook.
 */
export function applyReplayedReply(
  { replica, notifications }: { replica: Replica; notifications: NotificationQueue },
  command: QueuedCommand,
  reply: HookReply,
): void {
  const answer = applyReply(replica, command, reply);
  if (isRefusal(reply)) {
    if (effectOf(command.input.event) === 'end') replica.forgetEnd(command.conversation);
    const what = command.reservation?.filePath ?? command.input.event;
    notifications.add(
      command.conversation,
      `coord: the relay refused ${shownId(what)}: ${reply.message}`,
    );
    return;
  }
  if (isRefusal(answer) || effectOf(command.input.event) === 'end') return;
  if (!('reserved' in reply) && 'session_id' in reply) {
    replica.opened(command.conversation, reply.session_id, factsOf(command.input));
  }
  const raced = racedMessage(answer.conflicts, { inOutage: true });
  if (raced !== undefined) notifications.add(command.conversation, raced);
}
