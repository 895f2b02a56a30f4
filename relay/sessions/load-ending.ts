import {
  reservationsOfConversations,
  reservationsOfFiles,
  reservationsOfSessions,
  type ReservationWithHolder,
} from '../reservations/queries.ts';
import { releasedAtOnce } from '../reservations/release-queries.ts';
import type { Connection } from '../store/database.ts';
import type { SessionCommand } from './command.ts';
import { keyText, unique } from './keys.ts';
import { sessionsOfConversations, type ConversationRef, type Session } from './queries.ts';
import type { SessionUnitOfWork } from './unit-of-work.ts';

/** What the sessions hold that the batch ends; of those in `endingInSlices` the first reservations. */
interface Ending {
  readonly held: readonly ReservationWithHolder[];
  readonly endingInSlices: ReadonlySet<string>;
}

/**
 * A conversation ends with all its subagents: adds those to `sessions`, and returns the reservations of them all. Of a subagent
 * it returns its own, and all others in the same files, because its conversation may take them over (SES-3).
 */
export async function loadEnding(
  connection: Connection,
  commands: readonly SessionCommand[],
  sessions: SessionUnitOfWork,
): Promise<Ending> {
  const ends = commands
    .filter(({ effect }) => effect === 'end')
    .map((command) => ({ command, found: foundBy(sessions, command) }));
  const named = unique(ends.flatMap(({ command, found }) => conversationOf(command, found)));
  const known = await sessionsOfConversations(connection, named);
  for (const session of known) sessions.add(session);
  const subagents = ends.flatMap(({ found }) => (isSubagent(found) ? [sessionRef(found)] : []));
  const whole = ends.filter(({ found }) => !isSubagent(found));
  const conversations = unique(
    whole.flatMap(({ command, found }) => conversationOf(command, found)),
  );
  const [ofAll, ofOne] = await Promise.all([
    firstOf(conversations, (refs) => reservationsOfConversations(connection, refs)),
    firstOf(unique(subagents), (refs) => reservationsOfSessions(connection, refs)),
  ]);
  const files = unique(ofOne.held.map((one) => [one.workspaceId, one.pathKey] as const));
  const beside = await reservationsOfFiles(connection, files);
  const isLarge = (one: Session) =>
    ofAll.large.has(keyText(conversationRef(one))) || ofOne.large.has(keyText(sessionRef(one)));
  return {
    held: [...beside, ...ofAll.held, ...ofOne.held],
    endingInSlices: new Set(known.filter(isLarge).map(({ id }) => id)),
  };
}

/** The reservations of all, or of each the first ones; and who has more than one transaction releases, by `keyText`. */
async function firstOf<Ref extends readonly string[]>(
  refs: readonly Ref[],
  load: (refs: readonly Ref[]) => Promise<ReservationWithHolder[]>,
): Promise<{ readonly held: readonly ReservationWithHolder[]; readonly large: Set<string> }> {
  const held = await load(refs);
  if (held.length <= releasedAtOnce) return { held, large: new Set() };
  // Not all were read, so it is not known of whom there are more.
  const each = await Promise.all(refs.map((one) => load([one])));
  const large = refs.filter((_, at) => (each[at]?.length ?? 0) > releasedAtOnce);
  return { held: each.flat(), large: new Set(large.map(keyText)) };
}

function foundBy(sessions: SessionUnitOfWork, command: SessionCommand): Session | undefined {
  return sessions.find(command.workspaceId, command.call.caller.userId, command.session);
}

function isSubagent(session: Session | undefined): session is Session {
  return session !== undefined && session.agent_id !== '';
}

function conversationOf(command: SessionCommand, found: Session | undefined): ConversationRef[] {
  if (found !== undefined) return [conversationRef(found)];
  const { workspaceId, call, session } = command;
  return 'sessionId' in session ? [] : [[workspaceId, call.caller.userId, session.conversationId]];
}

function conversationRef(session: Session): ConversationRef {
  return [session.workspace_id, session.user_id, session.conversation_id];
}

function sessionRef({ workspace_id, id }: Session): readonly [string, string] {
  return [workspace_id, id];
}
