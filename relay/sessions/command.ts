import type { ConventionRule } from '../../shared/conventions/rules.ts';
import type { HookAnswer, HookEffect, HookBody } from '../../shared/sessions/contract.ts';
import type { Call } from '../kernel/handlers.ts';
import type { Expiry } from '../reservations/grant.ts';
import type { Place } from '../../shared/reservations/places.ts';
import type { ReservationUnitOfWork } from '../reservations/unit-of-work.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { SessionRef, SessionUnitOfWork } from './unit-of-work.ts';
import { canonicalPath, pathKey, saysPlace } from '../../shared/kernel/paths.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { placesOf } from '../../shared/reservations/changed-places.ts';
import { effectOf } from '../../shared/sessions/hook-effects.ts';
import { filesIn } from '../../shared/sessions/hook-file.ts';
import { conversationOf, taskIn } from '../../shared/sessions/rules.ts';

/** What a hook names of one file. */
export interface WrittenFile {
  readonly path: string;
  readonly key: string;
  readonly places: readonly Place[];
}

/** One event of a session, parsed and with canonical paths: what the operations hook, heartbeat and end become. */
export interface SessionCommand {
  readonly workspaceId: string;
  readonly call: Call;
  readonly effect: HookEffect;
  readonly session: SessionRef;
  /** Whether an unknown session is opened; a heartbeat or an end of an unknown one is refused instead. */
  readonly opens: boolean;
  readonly agentType: string;
  readonly task?: string | undefined;
  readonly branch?: string | undefined;
  /** The session for which a daemon has denied the write. */
  readonly deniedBy?: string | undefined;
  /** All that the event names, each once. */
  readonly files: readonly WrittenFile[];
}

export type SessionAnswer = HookAnswer & { session_id?: string };

/** The loaded state that the commands of one batch are decided over, and change. */
export interface CommandContext {
  readonly transaction: Transaction;
  readonly sessions: SessionUnitOfWork;
  readonly reservations: ReservationUnitOfWork;
  /** The active `must` conventions by workspace; loaded only for batches that check or report one. */
  readonly mustConventions: ReadonlyMap<string, readonly ConventionRule[]>;
  /** The sessions that hold more than one transaction releases (SES-6), where the batch ends some. */
  readonly endingInSlices: ReadonlySet<string>;
  /** When reservations end that are granted or extended by this batch. */
  readonly expiry: Expiry;
  /** The workspaces in which a reservation or a session ended, so that the cascade is due. */
  readonly freedWorkspaces: Set<string>;
}

/** A hook body, or the reference to a session that must exist. */
export type SessionBody = Pick<HookBody, 'event' | 'workspace_slug'> &
  Partial<HookBody> & { readonly mustExist?: true };

/** Refused with a ValidationError: a path or symbol ids that are not well formed. */
export function commandOf(
  workspaceId: string,
  call: Call,
  body: SessionBody,
): SessionCommand | Refusal {
  const files = filesOf(body);
  if (isRefusal(files)) return files;
  return {
    workspaceId,
    call,
    effect: effectOf(body.event),
    session: sessionRef(body),
    opens: body.mustExist === undefined,
    agentType: body.agent_type ?? 'unknown',
    task: taskIn(body),
    branch: body.branch,
    deniedBy: body.denied_by,
    files,
  };
}

/** SES-1: an id that the relay gave (`sess_...`) names the session itself; anything else is the client's conversation. */
function sessionRef(body: SessionBody): SessionRef {
  const { conversation_id: conversationId, session_id: sessionId = '' } = body;
  if (conversationId === undefined && sessionId.startsWith('sess_')) return { sessionId };
  return conversationOf(body);
}

/**
 * The first of the files is what `symbol_ids` and `changes` are about. Where others lie that say it themselves only a daemon
 * knows: mostly they are the first one, in the client's own spelling.
 */
function filesOf(body: SessionBody): WrittenFile[] | Refusal {
  const files = new Map<string, WrittenFile>();
  for (const [at, { path: named }] of filesIn(body).entries()) {
    if (at > 0 && saysPlace(named)) continue;
    const file = fileOf(named, at === 0 ? body : {});
    if (isRefusal(file)) return file;
    if (!files.has(file.key)) files.set(file.key, file);
  }
  return [...files.values()];
}

function fileOf(
  named: string,
  { symbol_ids: ids, changes }: Pick<Partial<HookBody>, 'symbol_ids' | 'changes'>,
): WrittenFile | Refusal {
  const path = canonicalPath(named);
  if (isRefusal(path)) return path;
  const places = placesOf(path, ids, changes);
  return isRefusal(places) ? places : { path, key: pathKey(path), places };
}
