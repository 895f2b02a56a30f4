import type { DaemonStatus } from '../../shared/status/contract.ts';
import { relayName } from '../relay-connection/identify.ts';
import type { DaemonOptions } from '../config.ts';
import type { RelayConnection } from '../relay-connection/relay-connection.ts';
import type { Outbox } from '../replica/outbox.ts';
import { reservationRecords, sessionRecords } from '../replica/records.ts';
import type { Replica } from '../replica/replica.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';

export interface StatusParts {
  readonly options: DaemonOptions;
  readonly replica: Replica;
  readonly relaySide: RelayConnection;
  readonly outbox: Outbox;
  readonly workTrees: WorkTrees;
}

/** What `coord status` shows. */
export function statusOf(parts: StatusParts): DaemonStatus {
  const { replica, relaySide, outbox, workTrees } = parts;
  return {
    workspace: relaySide.identity?.workspace ?? null,
    relay: {
      url: relaySide.upstream?.url ?? relayName(parts.options),
      state: relaySide.linkState,
    },
    sessions: sessionRecords(replica),
    reservations: reservationRecords(replica),
    index: indexStatus(workTrees),
    outbox: outbox.length,
    now: replica.nowMs(),
  };
}

/** The sum over all work trees. */
function indexStatus(workTrees: WorkTrees): DaemonStatus['index'] {
  const sum = { files: 0, pending: 0 };
  for (const { files, progress } of workTrees.stats()) {
    sum.files += files;
    sum.pending += progress.total - progress.done;
  }
  return sum;
}
