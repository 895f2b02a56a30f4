import { jumpSentence } from '../../shared/status/clock-jump.ts';
import type { DaemonStatus, DiskProblem } from '../../shared/status/contract.ts';
import { relayName, type RelayChoice } from '../relay-connection/one-workspace.ts';
import type { RelayConnection } from '../relay-connection/relay-connection.ts';
import type { GuardedStore } from '../replica/guarded-store.ts';
import type { Outbox } from '../replica/outbox.ts';
import { reservationRecords, sessionRecords } from '../replica/records.ts';
import type { Replica } from '../replica/replica.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';

export interface StatusParts {
  readonly relay: RelayChoice;
  readonly replica: Replica;
  readonly relayConnection: RelayConnection;
  readonly outbox: Outbox;
  readonly workTrees: WorkTrees;
  readonly store: GuardedStore;
  readonly stateProblems: StateProblems;
}

/** What looks after the state folder is made last, when the daemon listens. */
export interface StateProblems {
  current: () => DiskProblem | undefined;
}

/** What `coord status` shows. */
export function statusOf(parts: StatusParts): DaemonStatus {
  const { relay, replica, relayConnection, outbox, workTrees } = parts;
  const { trouble, connectingForMs } = relayConnection;
  const jump = replica.recentJump();
  return {
    workspace: workspaceOf(parts),
    ...(replica.user.userId !== '' && { user_id: replica.user.userId }),
    relay: {
      url: relayConnection.upstream?.url ?? relayName({ relay }),
      ...(relay.kind === 'embedded' && { embedded: true as const }),
      state: relayConnection.state,
      ...(connectingForMs !== undefined && { connecting_ms: connectingForMs }),
      ...(trouble !== undefined && { problem: trouble }),
      ...(jump !== undefined && { clock: jumpSentence(jump) }),
    },
    sessions: sessionRecords(replica),
    reservations: reservationRecords(replica),
    index: indexStatus(workTrees),
    ...(workTrees.watcher !== undefined && { watcher: workTrees.watcher }),
    outbox: outbox.length,
    ...diskProblems(parts),
    now: replica.nowMs(),
  };
}

/** The replica hears of a new name; the identity has the one with which the daemon was linked. */
function workspaceOf({ replica, relayConnection }: StatusParts): DaemonStatus['workspace'] {
  const linked = relayConnection.identity?.workspace;
  const known = replica.state.workspace;
  return (known?.id === linked?.id ? known : linked) ?? null;
}

function diskProblems(parts: StatusParts): Pick<DaemonStatus, 'disk_problems'> {
  const { store, workTrees, stateProblems } = parts;
  const all = [store.problem, stateProblems.current(), ...workTrees.diskProblems()];
  const found = all.filter((one) => one !== undefined);
  return found.length === 0 ? {} : { disk_problems: found };
}

/** The sum over all work trees. */
function indexStatus(workTrees: WorkTrees): DaemonStatus['index'] {
  const sum = { files: 0, pending: 0 };
  const problems: string[] = [];
  for (const { root, files, progress, problem } of workTrees.stats()) {
    sum.files += files;
    sum.pending += progress.total - progress.done;
    if (problem !== undefined)
      problems.push(`The files of ${root} cannot be listed: ${problem.trim()}`);
  }
  return problems[0] === undefined ? sum : { ...sum, problem: problems[0] };
}
