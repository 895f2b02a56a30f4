import type { Client } from '../../../shared/api/client.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { WaitRecord } from '../../../shared/waits/contract.ts';
import type { Target } from '../../command-line/targets.ts';

/** A session that queues, and what it asks through. */
export interface Queueing {
  readonly client: Client;
  readonly workspace: { readonly id: string; readonly slug: string };
  readonly session: string;
}

/** A wait as it is now; with a refusal, as it was when it was last seen. */
export interface Seen {
  readonly wait: WaitRecord;
  readonly refusal?: Refusal;
}

export function isOver({ status }: WaitRecord): boolean {
  return status !== 'waiting';
}

/** Enters the queues of the targets, up to the first that is refused. */
export async function enqueueAll(
  { client, workspace, session }: Queueing,
  targets: readonly Target[],
  wish: WaitRecord['wish'],
): Promise<{ readonly waits: readonly WaitRecord[]; readonly refusal?: Refusal }> {
  const waits: WaitRecord[] = [];
  for (const { file, symbol_ids } of targets) {
    const made = await client.call('addWait', {
      id: workspace.id,
      session_id: session,
      file,
      symbol_ids: [...symbol_ids],
      wish,
    });
    if (isRefusal(made)) return { waits, refusal: made };
    waits.push(made);
  }
  return { waits };
}

/** The wait as the relay has it. */
export async function look({ client, workspace }: Queueing, wait: WaitRecord): Promise<Seen> {
  const now = await client.call('getWait', { id: workspace.id, wait_id: wait.id });
  return isRefusal(now) ? { wait, refusal: now } : { wait: now };
}

/** Gives a wait up, unless it has ended: it may have been granted a moment before. */
export async function leave(queueing: Queueing, wait: WaitRecord): Promise<Seen> {
  const { client, workspace } = queueing;
  if (isOver(wait)) return { wait };
  const left = await client.call('giveUpWait', { id: workspace.id, wait_id: wait.id });
  if (!isRefusal(left)) return { wait: left };
  return left.error === 'Conflict' ? look(queueing, wait) : { wait, refusal: left };
}

/** A session that is not heard of would lose its place, and an agent that waits reports nothing. */
export async function keepAlive({ client, workspace, session }: Queueing): Promise<void> {
  await client.call('heartbeat', { workspace_slug: workspace.slug, session_id: session });
}
