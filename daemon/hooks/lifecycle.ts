import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { renderBriefing } from '../../shared/sessions/briefing.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { newIdempotencyKey, type Delivery } from '../replica/outbox.ts';
import { reservationRecords, sessionRecords } from '../replica/records.ts';
import type { TrackedSession } from '../replica/workspace-state.ts';
import type { HookCall } from './hook-call.ts';
import { branchOf, relayBody } from './relay-body.ts';
import type { HookContext } from './context.ts';
import { joined } from './messages.ts';

const waitMs = { start: 1_500, prompt: 1_500, end: 1_000 } as const;

/** SES-4: opens the session; answers the briefing of the relay, or the replica's when the relay does not answer in time. */
export async function start(context: HookContext, call: HookCall): Promise<HookAnswer | Refusal> {
  setImmediate(watchWorkTree, context, call);
  const delivery = await send(context, call, waitMs.start);
  if (delivery === undefined) return { session_id: '', additional_context: '' };
  const waiting = context.notifications.take(call.conversation);
  if (delivery.kind === 'answered') {
    const { reply } = delivery;
    if (isRefusal(reply)) return reply;
    const session = opened(context, call, 'session_id' in reply ? reply.session_id : '');
    const briefing = 'additional_context' in reply ? reply.additional_context : undefined;
    return { session_id: session.id, additional_context: joined(briefing, waiting) ?? '' };
  }
  const session = openedLocally(context, call);
  const briefing = briefingFor(context, session.id);
  return { session_id: session.id, additional_context: joined(briefing, waiting) ?? '' };
}

/** A shell may write in a new work tree before any hook names a file of it. */
function watchWorkTree({ paths, indexes }: HookContext, { cwd }: HookCall): void {
  const workTree = cwd === undefined ? undefined : paths.workTreeOf(cwd);
  if (workTree !== undefined) indexes.start(workTree);
}

/** Captures the task. */
export async function prompt(context: HookContext, call: HookCall): Promise<HookAnswer | Refusal> {
  return acknowledged(context, call, await send(context, call, waitMs.prompt));
}

/** SES-2: a session that is known stays alive behind the answer; an unknown one is opened (SES-4). */
export async function heartbeat(
  context: HookContext,
  call: HookCall,
): Promise<HookAnswer | Refusal> {
  const session = context.replica.sessionOf(call.conversation);
  const workspaceSlug = context.workspaceSlug();
  if (session?.active !== true || workspaceSlug === undefined) {
    return acknowledged(context, call, await send(context, call, waitMs.prompt, 'heartbeat'));
  }
  const facts = { workspaceSlug, effect: 'heartbeat' as const, branch: branchOf(context, call) };
  context.reporter.heartbeat(call.conversation, relayBody(call, facts));
  return alive(context, call, session);
}

/**
 * SES-3: what the session and its subagents hold is free here at once, and for the team as soon as the relay hears it.
 * Clients also tell the end of agents that they never started, such as the one that shortens a conversation.
 */
export async function end(context: HookContext, call: HookCall): Promise<HookAnswer | Refusal> {
  const session = context.replica.sessionOf(call.conversation);
  if (session === undefined && call.conversation.agentId !== '')
    return { ok: true, session_id: '' };
  if (session !== undefined) context.replica.release(session);
  await context.reporter.flush();
  const delivery = await send(context, call, waitMs.end);
  if (delivery?.kind === 'answered') {
    if (isRefusal(delivery.reply) && session !== undefined)
      context.replica.forgetRelease(session.id);
    return delivery.reply;
  }
  return { ok: true, session_id: session?.id ?? '' };
}

/** Undefined while no workspace is known, on the very first start. */
async function send(
  context: HookContext,
  call: HookCall,
  boundMs: number,
  effect: HookCall['effect'] = call.effect,
): Promise<Delivery | undefined> {
  const workspaceSlug = context.workspaceSlug();
  if (workspaceSlug === undefined) return undefined;
  const command = {
    input: relayBody(call, { workspaceSlug, effect, branch: branchOf(context, call) }),
    conversation: call.conversation,
    idempotencyKey: call.idempotencyKey ?? newIdempotencyKey(),
  };
  return context.outbox.send(command, boundMs);
}

function acknowledged(
  context: HookContext,
  call: HookCall,
  delivery: Delivery | undefined,
): HookAnswer | Refusal {
  if (delivery?.kind === 'answered' && isRefusal(delivery.reply)) return delivery.reply;
  const session =
    delivery?.kind === 'answered' && 'session_id' in delivery.reply
      ? opened(context, call, delivery.reply.session_id)
      : openedLocally(context, call);
  return alive(context, call, session);
}

/** With what waits for the agent, if this event can tell it. */
function alive(context: HookContext, call: HookCall, session: TrackedSession): HookAnswer {
  const message = call.canNotify ? context.notifications.take(call.conversation) : undefined;
  return { ok: true, session_id: session.id, ...(message !== undefined && { message }) };
}

function opened(context: HookContext, call: HookCall, id: string): TrackedSession {
  return context.replica.opened(call.conversation, id, factsOf(context, call));
}

function openedLocally(context: HookContext, call: HookCall): TrackedSession {
  return context.replica.openLocally(call.conversation, factsOf(context, call));
}

function factsOf(context: HookContext, call: HookCall) {
  return { agentType: call.agentType, task: call.task, branch: branchOf(context, call) };
}

function briefingFor({ replica, knowledge, teamWork }: HookContext, sessionId: string): string {
  const nowMs = replica.nowMs();
  return renderBriefing({
    workspaceName: replica.state.workspace?.name ?? '',
    sessions: sessionRecords(replica),
    reservations: reservationRecords(replica),
    knowledge: knowledge.current,
    work: teamWork.current,
    events: replica.state.recent,
    sessionId,
    nowMs,
  });
}
