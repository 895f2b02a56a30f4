import type { Client } from '../../shared/api/client.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { allSessions } from './live-lists.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Variables in which a client gives the commands of its agent the id of the conversation. */
const conversationVariables = ['CLAUDE_CODE_SESSION_ID', 'CODEX_SESSION_ID'];

/**
 * The session that a command acts for: the one that is named, by its id or its conversation, else that of the agent that runs
 * the command, else the caller's only live one.
 */
export async function ownSession(
  { environment }: Terminal,
  { client, workspaceId }: { client: Client; workspaceId: string },
  named: string | undefined,
): Promise<string | Refusal> {
  const known = named ?? conversationVariables.map((name) => environment[name]).find(Boolean);
  if (known !== undefined) return known;
  const [profile, sessions] = await Promise.all([
    client.call('profile', {}),
    allSessions(client, workspaceId),
  ]);
  if (isRefusal(profile)) return profile;
  if (isRefusal(sessions)) return sessions;
  const own = sessions.filter((session) => session.user_id === profile.id);
  const [only, another] = own;
  if (only !== undefined && another === undefined) return only.id;
  const choices = own.map(({ id, agent_type: type }) => `${id} (${type})`).join(', ');
  return refuse(
    'ValidationError',
    own.length === 0
      ? 'None of your agents has a session here. Reservations belong to a session, so name one with --session.'
      : `Name one of your sessions with --session: ${choices}.`,
  );
}
