import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../shared/api/client.ts';
import { slug } from '../../../shared/contract/fields.ts';
import { byFile, heldOf, refuseHeld } from '../../../shared/gate/held.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import { refuseUnlessActive } from '../../../shared/workstreams/rules.ts';
import { branchOf } from '../../../shared/node/git/repository.ts';
import type { InterceptorContext } from '../../interceptors/interceptor.ts';
import { callersTree } from '../../interceptors/standing-in.ts';
import { refuseApart } from '../builds-on.ts';
import type { GateContext } from '../gate-context.ts';
import { touchedCommit } from '../touched-commit.ts';

const connectMs = 3_000;
const stepMs = 100;

/**
 * The client of a relay that answers, before minutes of tests that nobody would take. Unavailable: there is none, or it does not
 * answer. Right after the start of the daemon it can take a moment.
 */
export async function linkedClient({ client }: InterceptorContext): Promise<Client | Refusal> {
  for (let waitedMs = 0; client() === undefined && waitedMs < connectMs; waitedMs += stepMs)
    await sleep(stepMs);
  const linked = client();
  if (linked === undefined)
    return refuse('Unavailable', 'The relay is not connected yet. Try again in a moment.');
  const profile = await linked.call('profile', {});
  return isRefusal(profile) && profile.error === 'Unavailable' ? relayAway : linked;
}

const relayAway = refuse(
  'Unavailable',
  'The relay cannot be reached, and only it gives a receipt. No test was run. When it is back: coord gate run',
);

/** A run that is about to begin. */
export interface ComingRun {
  readonly gate: GateContext;
  readonly slug: string;
  readonly commitSha: string;
  /** Whether the commit is to be recorded when the gate opens. */
  readonly records: boolean;
}

/**
 * GAT-15: what the relay would refuse after the tests all the same: the workstream, and, of a commit that is to be recorded, where
 * it stands and what others hold of it. The relay decides again afterwards. Without a refusal: what whoever runs the tests should
 * know before, a line each.
 */
export async function beforeRun(
  context: InterceptorContext,
  client: Client,
  run: ComingRun,
): Promise<readonly string[] | Refusal> {
  const id = context.replica.state.workspace?.id;
  if (id === undefined) return [];
  const found = await client.call('getWorkstream', { id, slug: run.slug });
  if (isRefusal(found)) return found;
  const refused = refuseUnlessActive(found);
  if (refused !== undefined) return refused;
  const against = await refuseRecording(context, run);
  if (against === undefined) return [];
  return run.records ? against : [against.message];
}

/** GAT-15: after a run that is not to record, what stands against a record by now. */
export async function standsAgainst(
  context: InterceptorContext,
  run: ComingRun,
): Promise<{ readonly against_record?: string }> {
  const against = run.records ? undefined : await refuseRecording(context, run);
  return against === undefined ? {} : { against_record: against.message };
}

/** GAT-15: a branch may be that of a workstream that has ended, which a daemon does not keep. Its slug is what follows the last slash. */
export async function refuseNoStream(
  context: InterceptorContext,
  client: Client,
): Promise<Refusal> {
  const id = context.replica.state.workspace?.id;
  const branch = branchOf(callersTree(context));
  const named = slug.safeParse(branch.slice(branch.lastIndexOf('/') + 1));
  if (id === undefined || !named.success) return noStream;
  const found = await client.call('getWorkstream', { id, slug: named.data });
  if (isRefusal(found) || found.branch !== branch) return noStream;
  return refuseUnlessActive(found) ?? noStream;
}

const noStream = refuse(
  'ValidationError',
  'No workstream has the branch that you are on. Name it (--workstream), or change to its branch.',
  { field: 'workstream_slug' },
);

/** What has not been done, or cannot be done after the tests. */
function undoneOf({ records }: ComingRun): string {
  return records ? 'No test was run.' : 'As it is now, the commit could not be recorded.';
}

/** GAT-8, GAT-16: what stands against recording the commit. */
async function refuseRecording(
  context: InterceptorContext,
  run: ComingRun,
): Promise<Refusal | undefined> {
  const { gate, commitSha } = run;
  const apart = await refuseApart(context, gate, { commitSha, undone: undoneOf(run) });
  return apart ?? refuseHeldCommit(context, run);
}

/** GAT-8, by what this daemon knows of reservations. */
async function refuseHeldCommit(
  context: InterceptorContext,
  run: ComingRun,
): Promise<Refusal | undefined> {
  const { gate, commitSha } = run;
  const touched = await touchedCommit(context, gate, { commitSha, withTests: false });
  if (touched === undefined) return undefined;
  const { replica } = context;
  const { sessionId = '' } = gate;
  const othersIn = (key: string) =>
    replica.reservationsOf(key).filter((one) => one.sessionId !== sessionId);
  const nowMs = replica.nowMs();
  const held = heldOf(byFile(touched), othersIn, { nowMs, policy: replica.conflictPolicy() });
  const { userId } = replica.user;
  return refuseHeld(held, { userId, sessionId, nowMs, undone: undoneOf(run) });
}
