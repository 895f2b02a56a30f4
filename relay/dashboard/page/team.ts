import type { Client } from '../../../shared/api/client.ts';
import type { Output } from '../../../shared/api/operations.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { WorkPackageRecord } from '../../../shared/work-packages/contract.ts';

/** What the page shows of a workspace, as of one moment. */
export interface Team {
  readonly sessions: Output<'listSessions'>;
  readonly reservations: Output<'listReservations'>;
  readonly escalated: Output<'listNegotiations'>['negotiations'];
  readonly open: Output<'listNegotiations'>['negotiations'];
  readonly stale: Output<'listStaleDecisions'>['decisions'];
  readonly proposed: Output<'listConventions'>['conventions'];
  /** Those that are not completed. */
  readonly packages: readonly WorkPackageRecord[];
  readonly meetings: Output<'recentMeetings'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Asks for everything at once; the first refusal stands for all. */
export async function loadTeam(client: Client, id: string): Promise<Team | Refusal> {
  const [sessions, reservations, escalated, open, stale, proposed, packages, meetings] =
    await Promise.all([
      client.call('listSessions', { id }),
      client.call('listReservations', { id }),
      client.call('listNegotiations', { id, status: 'escalated' }),
      client.call('listNegotiations', { id, status: 'open' }),
      client.call('listStaleDecisions', { id }),
      client.call('listConventions', { id, status: 'proposed' }),
      client.call('listPackages', { id }),
      client.call('recentMeetings', { workspace_id: id }),
    ]);
  if (isRefusal(sessions)) return sessions;
  if (isRefusal(reservations)) return reservations;
  if (isRefusal(escalated)) return escalated;
  if (isRefusal(open)) return open;
  if (isRefusal(stale)) return stale;
  if (isRefusal(proposed)) return proposed;
  if (isRefusal(packages)) return packages;
  if (isRefusal(meetings)) return meetings;
  return {
    sessions,
    reservations,
    escalated: escalated.negotiations,
    open: open.negotiations,
    stale: stale.decisions,
    proposed: proposed.conventions,
    packages: packages.packages.filter(({ status }) => status !== 'completed'),
    meetings,
    now: Date.now(),
  };
}
