import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { placesOf } from '../../shared/reservations/changed-places.ts';
import type { HookBody } from '../../shared/sessions/contract.ts';
import { effectOf } from '../../shared/sessions/hook-effects.ts';
import { filePathIn } from '../../shared/sessions/hook-file.ts';
import { conversationOf } from '../../shared/sessions/rules.ts';
import type { Call } from '../kernel/call.ts';
import type { SessionCommand } from './command.ts';
import type { SessionRef } from './unit-of-work.ts';

/** A hook body, or the reference to a session that must exist. */
export type SessionBody = Pick<HookBody, 'event' | 'workspace_slug'> &
  Partial<HookBody> & { readonly mustExist?: true };

/** Refused with a ValidationError: a path or symbol ids that are not well formed. */
export function commandOf(
  workspaceId: string,
  call: Call,
  body: SessionBody,
): SessionCommand | Refusal {
  const file = fileOf(body);
  if (isRefusal(file)) return file;
  return {
    workspaceId,
    call,
    effect: effectOf(body.event),
    session: sessionRef(body),
    opens: body.mustExist === undefined,
    agentType: body.agent_type ?? 'unknown',
    task: body.task,
    branch: body.branch,
    file,
  };
}

/** SES-1: an id that the relay gave (`sess_...`) names the session itself; anything else is the client's conversation. */
function sessionRef(body: SessionBody): SessionRef {
  const { conversation_id: conversationId, session_id: sessionId = '' } = body;
  if (conversationId === undefined && sessionId.startsWith('sess_')) return { sessionId };
  return conversationOf(body);
}

function fileOf(body: SessionBody): SessionCommand['file'] | Refusal {
  const named = filePathIn(body);
  if (named === undefined) return undefined;
  const path = canonicalPath(named);
  if (isRefusal(path)) return path;
  const places = placesOf(path, body.symbol_ids, body.changes);
  return isRefusal(places) ? places : { path, key: pathKey(path), places };
}
