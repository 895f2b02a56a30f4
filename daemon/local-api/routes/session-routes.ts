import type { Input, Output } from '../../../shared/api/operations.ts';
import type { CallOptions, Request } from '../../../shared/api/client.ts';
import { toTimestamp } from '../../../shared/kernel/timestamp.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { HookCall } from '../../../shared/clients/common/hook-call.ts';
import type { SessionLifecycle } from '../../hooks/lifecycle.ts';
import type { TrackedSession } from '../../../shared/replica/tracked.ts';
import { isLocalId } from '../../replica/local-ids.ts';
import type { Replica } from '../../replica/replica.ts';
import type { BackgroundReporter } from '../../hooks/background-reporter.ts';
import type { Outbox } from '../../replica/outbox.ts';
import type { Upstream } from '../../relay-connection/upstream.ts';
import { isAway, type Proxy } from '../proxy.ts';
import { parseBody } from '../../../shared/node/http/json-body.ts';
import { saysQuotaOf, send } from '../exchange.ts';
import type { Exchange, Routes } from '../local-api.ts';

export interface SessionRoutesContext {
  readonly lifecycle: Pick<SessionLifecycle, 'end'>;
  readonly reporter: Pick<BackgroundReporter, 'flush'>;
  readonly replica: Replica;
  readonly outbox: Pick<Outbox, 'length'>;
  readonly proxy: Proxy;
  readonly upstream: () => Upstream | undefined;
  readonly workspaceSlug: () => string | undefined;
  readonly sessionTtlMs: number;
}

type Reference = Input<'heartbeat'>;
type Answer = Output<'heartbeat'> | Output<'endSession'> | Refusal;
interface Asking extends SessionRoutesContext {
  readonly quota: Pick<CallOptions, 'onHeaders'>;
}
type Carry = (
  context: Asking,
  session: TrackedSession | undefined,
  reference: Reference,
) => Promise<Answer>;

const waitMs = 1_000;

/** Heartbeat and end by session id: the relay's answer, or the daemon's own while the relay is away or has not heard of the session. */
export function sessionRoutes(context: SessionRoutesContext): Routes {
  const route = (carry: Carry) => ({
    access: 'user' as const,
    handle: (exchange: Exchange) => withSession(context, exchange, carry),
  });
  return {
    'POST /workspaces/sessions/heartbeat': route(heartbeat),
    'POST /workspaces/sessions/end': route(endSession),
  };
}

async function withSession(
  context: SessionRoutesContext,
  exchange: Exchange,
  carry: Carry,
): Promise<void> {
  const { request, response, body, caller } = exchange;
  const [{ parseReference }, { conversationIn }] = await Promise.all([
    import('../inputs.ts'),
    import('../../hooks/interface-payload.ts'),
  ]);
  const reference = parseReference(parseBody(body));
  if (isRefusal(reference)) return send(response, reference);
  if (context.workspaceSlug() !== reference.workspace_slug) {
    return context.proxy.forward(request, response, { body, caller });
  }
  const { replica } = context;
  const conversation = conversationIn(replica, { session_id: reference.session_id });
  const session = conversation && replica.sessionOf(conversation);
  const named = session === undefined ? reference : { ...reference, session_id: session.id };
  send(response, await carry({ ...context, quota: saysQuotaOf(response) }, session, named));
}

const heartbeat: Carry = async (context, session, reference) => {
  const { replica, sessionTtlMs } = context;
  if (session === undefined || !isLocalId(session.id)) {
    const reply = await ask(context, 'heartbeat', reference);
    if (!isAway(reply) || session === undefined) return reply;
  }
  const expiresAt = toTimestamp(replica.nowMs() + sessionTtlMs);
  return { ok: true, session_id: session.id, expires_at: expiresAt };
};

/** A command that waits in the outbox must not be overtaken by the end of its session. */
const endSession: Carry = async (context, session, reference) => {
  const { replica, outbox } = context;
  const released = session === undefined ? [] : replica.filesHeldBy(session);
  if (session !== undefined && (outbox.length > 0 || isLocalId(session.id))) {
    return endLater(context, session, released);
  }
  if (session !== undefined) replica.release(session);
  await context.reporter.flush();
  const reply = await ask(context, 'endSession', reference);
  if (!isAway(reply)) return reply;
  return session === undefined ? reply : endLater(context, session, released);
};

async function endLater(
  context: SessionRoutesContext,
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
  const answer = await context.lifecycle.end(call);
  return isRefusal(answer) ? answer : { ok: true, session_id: id, released };
}

async function ask<Name extends 'heartbeat' | 'endSession'>(
  context: Asking,
  name: Name,
  reference: Request<Name>,
): Promise<Output<Name> | Refusal> {
  const client = context.upstream()?.client;
  if (client === undefined) return refuse('Unavailable', 'The relay is not connected yet.');
  return client.call(name, reference, { ...context.quota, timeoutMs: waitMs });
}
