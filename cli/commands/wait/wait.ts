import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../../shared/api/client.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { WaitRecord } from '../../../shared/waits/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connect, workspaceOf, type ConnectOptions } from '../../connection/connect.ts';
import { targetsIn, targetText, type Target } from '../../command-line/targets.ts';
import { targetsFromHere } from '../../command-line/paths-from-here.ts';
import { refuseUnknownTarget } from '../../connection/known-targets.ts';
import { ownSession } from '../../connection/own-session.ts';

export interface WaitOptions extends ConnectOptions {
  readonly what: readonly string[];
  readonly tell?: boolean;
  readonly session?: string;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** A session that queues, and what it asks through. */
interface Queueing {
  readonly client: Client;
  readonly workspace: { readonly id: string; readonly slug: string };
  readonly session: string;
  readonly stop: AbortSignal;
  /** As `performance.now()`; Infinity waits for ever. */
  readonly untilMs: number;
}

const lookEveryMs = 1_000;
/** An agent that waits reports nothing, and a session that is not heard of would lose its place. */
const heartbeatEveryMs = 60_000;

/** `coord wait`: queues until everything is granted; Ctrl-C leaves the queue. */
export async function wait(context: Context, options: WaitOptions): Promise<Outcome> {
  const { terminal } = context;
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  const { client } = connection;
  const place = { client, workspaceId: workspace.id };
  const what = targetsIn(await targetsFromHere(terminal.directory, options.what));
  const unknown = await refuseUnknownTarget({ terminal, options, place }, what);
  if (unknown !== undefined) return unknown;
  const session = await ownSession(terminal, place, options.session);
  if (isRefusal(session)) return session;
  const stopping = new AbortController();
  void terminal.stopRequested().then(() => stopping.abort());
  const untilMs = performance.now() + (options.timeout ?? Infinity);
  const queueing = { client, workspace, session, stop: stopping.signal, untilMs };
  const waits = await enqueueAll(queueing, what, options.tell === true);
  return isRefusal(waits) ? waits : untilGranted(context, queueing, waits);
}

/** Enters the queues of all targets, or of none. */
async function enqueueAll(
  queueing: Queueing,
  targets: readonly Target[],
  tell: boolean,
): Promise<WaitRecord[] | Refusal> {
  const { client, workspace, session } = queueing;
  const waits: WaitRecord[] = [];
  for (const { file, symbol_ids } of targets) {
    const made = await client.call('addWait', {
      id: workspace.id,
      session_id: session,
      file,
      symbol_ids: [...symbol_ids],
      wish: tell ? 'tell' : 'grant',
    });
    if (isRefusal(made)) {
      await leave(queueing, waits);
      return made;
    }
    waits.push(made);
  }
  return waits;
}

async function untilGranted(
  { output }: Context,
  queueing: Queueing,
  waits: readonly WaitRecord[],
): Promise<Outcome> {
  let waiting: readonly WaitRecord[] = [];
  let next: readonly WaitRecord[] = waits;
  let heardAtMs = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    for (const one of next.filter(isOver)) output.show(one, () => sentence(one));
    if (next.some(({ status }) => status === 'given_up')) {
      await leave(queueing, next);
      return 1;
    }
    waiting = next.filter((one) => !isOver(one));
    if (waiting.length === 0) return 0;
    if (isFirst) for (const one of waiting) output.note(positionText(one));
    const leftMs = Math.max(0, queueing.untilMs - performance.now());
    const lookMs = Math.min(lookEveryMs, leftMs);
    await pause(lookMs, undefined, { signal: queueing.stop }).catch(() => undefined);
    if (queueing.stop.aborted || leftMs === 0) {
      await leave(queueing, waiting);
      if (leftMs === 0) for (const one of waiting) output.note(timeIsUp(one));
      if (output.json)
        for (const one of waiting) output.show({ ...one, status: 'given_up' }, () => '');
      return 1;
    }
    if (performance.now() - heardAtMs > heartbeatEveryMs) {
      heardAtMs = performance.now();
      await keepAlive(queueing);
    }
    const looked = await look(queueing, waiting);
    if (isRefusal(looked)) return looked;
    next = looked;
  }
}

/** While the relay is away the wait stays as it was. */
async function look(
  queueing: Queueing,
  waiting: readonly WaitRecord[],
): Promise<WaitRecord[] | Refusal> {
  const { client, workspace } = queueing;
  const found: WaitRecord[] = [];
  for (const one of waiting) {
    const now = await client.call('getWait', { id: workspace.id, wait_id: one.id });
    if (isRefusal(now) && now.error !== 'Unavailable') return now;
    found.push(isRefusal(now) ? one : now);
  }
  return found;
}

async function keepAlive({ client, workspace, session }: Queueing): Promise<void> {
  await client.call('heartbeat', { workspace_slug: workspace.slug, session_id: session });
}

async function leave(
  { client, workspace }: Pick<Queueing, 'client' | 'workspace'>,
  waits: readonly WaitRecord[],
): Promise<void> {
  for (const { id: wait_id } of waits.filter((one) => !isOver(one)))
    await client.call('giveUpWait', { id: workspace.id, wait_id });
}

function isOver({ status }: WaitRecord): boolean {
  return status !== 'waiting';
}

function positionText(one: WaitRecord): string {
  const others =
    one.before === 0 ? 'Nobody is' : `${one.before} ${one.before === 1 ? 'is' : 'are'}`;
  return `Waiting for ${targetText(one)}. ${others} before you; Ctrl-C leaves the queue.`;
}

function timeIsUp(one: WaitRecord): string {
  return `coord: The time is up: ${targetText(one)} is still taken. You left the queue.`;
}

function sentence(one: WaitRecord): string {
  switch (one.status) {
    case 'granted':
      return `${targetText(one)} is yours now. Read it again before you edit it.`;
    case 'told':
      return `${targetText(one)} is free now. Nobody keeps it for you.`;
    default:
      return `You no longer wait for ${targetText(one)}: its session ended, or somebody gave it up.`;
  }
}
