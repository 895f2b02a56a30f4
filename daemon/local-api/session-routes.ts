import type { Input, Output } from '../../shared/api/operations.ts';
import type { Request } from '../../shared/api/client.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { HookCall } from '../hooks/hook-call.ts';
import { end } from '../hooks/lifecycle.ts';
import type { TrackedSession } from '../replica/workspace-state.ts';
import { isLocalId } from '../replica/replica.ts';
import type { ApiContext } from './context.ts';
import { parseBody, send } from './exchange.ts';
import type { Exchange, Routes } from './local-api.ts';

type Reference = Input<'heartbeat'>;
type Answer = Output<'heartbeat'> | Output<'endSession'> | Refusal;
type Carry = (
  context: ApiContext,
  session: TrackedSession | undefined,
  reference: Reference,
) => Promise<Answer>;

const waitMs = 1_000;

/** Heartbeat and end by session id: the relay's answer, or the daemon's own while the relay is away. */
export function sessionRoutes(context: ApiContext): Routes {
  const route = (carry: Carry) => ({
    access: 'user' as const,
    handle: (exchange: Exchange) => withSession(context, exchange, carry),
  });
  return {
    'POST /workspaces/sessions/heartbeat': route(heartbeat),
    'POST /workspaces/sessions/end': route(endSession),
  };
}

async function withSession(context: ApiContext, exchange: Exchange, carry: Carry): Promise<void> {
  const { request, response, body, caller } = exchange;
  const [{ parseReference }, { conversationIn }] = await Promise.all([
    import('./inputs.ts'),
    import('../hooks/interface-payload.ts'),
  ]);
  const reference = parseReference(parseBody(body));
  if (isRefusal(reference)) return send(response, reference);
  if (context.hooks.workspaceSlug() !== reference.workspace_slug) {
    return context.proxy.forward(request, response, { body, caller });
  }
  const { replica } = context.hooks;
  const conversation = conversationIn(replica, { session_id: reference.session_id });
  const session = conversation && replica.sessionOf(conversation);
  send(response, await carry(context, session, reference));
}

const heartbeat: Carry = async (context, session, reference) => {
  const { replica, durations } = context.hooks;
  const reply = await ask(context, 'heartbeat', reference);
  if (!isAway(reply) || session === undefined) return reply;
  const expiresAt = toTimestamp(replica.nowMs() + durations.sessionTtlMs);
  return { ok: true, session_id: session.id, expires_at: expiresAt };
};

/** A command that waits in the outbox must not be overtaken by the end of its session. */
const endSession: Carry = async (context, session, reference) => {
  const { replica, outbox } = context.hooks;
  const released = session === undefined ? [] : filesOf(context, session);
  if (session !== undefined && (outbox.length > 0 || isLocalId(session.id))) {
    return endLater(context, session, released);
  }
  if (session !== undefined) replica.release(session);
  await context.hooks.reporter.flush();
  const reply = await ask(context, 'endSession', reference);
  if (!isAway(reply)) return reply;
  return session === undefined ? reply : endLater(context, session, released);
};

async function endLater(
  context: ApiContext,
  session: TrackedSession,
  released: string[],
): Promise<Answer> {
  const { id, conversationId, agentId, agentType } = session;
  const call: HookCall = {
    event: 'sessionEnd',
    effect: 'end',
    conversation: { conversationId, agentId },
    agentType,
    canNotify: false,
  };
  const answer = await end(context.hooks, call);
  return isRefusal(answer) ? answer : { ok: true, session_id: id, released };
}

function filesOf({ hooks: { replica } }: ApiContext, session: TrackedSession): string[] {
  const ids = new Set(replica.family(session).map(({ id }) => id));
  const own = replica
    .liveReservations(replica.nowMs())
    .filter(({ sessionId }) => ids.has(sessionId));
  return [...new Set(own.map(({ filePath }) => filePath))];
}

async function ask<Name extends 'heartbeat' | 'endSession'>(
  context: ApiContext,
  name: Name,
  reference: Request<Name>,
): Promise<Output<Name> | Refusal> {
  const client = context.upstream()?.client;
  if (client === undefined) return refuse('Unavailable', 'The relay is not connected yet.');
  return client.call(name, reference, { timeoutMs: waitMs });
}

function isAway(reply: unknown): boolean {
  return isRefusal(reply) && reply.error === 'Unavailable';
}
