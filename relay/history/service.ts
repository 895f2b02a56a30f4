import type { historyOperations } from '../../shared/history/contract.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/handlers.ts';
import { activity } from './activity.ts';
import { listEvents } from './list-events.ts';
import { summarize } from './summary.ts';

export interface HistoryDependencies extends Pick<
  ServiceDependencies,
  'database' | 'authorizer' | 'clock' | 'durations'
> {
  /** Whether a daemon of the workspace has been connected since this process started. */
  readonly hadDaemon: (workspaceId: string) => boolean;
}

export function historyService({
  database,
  authorizer,
  clock,
  durations: { sessionTtlMs },
  hadDaemon,
}: HistoryDependencies): Handlers<keyof typeof historyOperations> {
  return {
    listEvents: (input) => listEvents(database, input),
    activity: (input) => activity(database, input, clock.now()),
    async summary({ id }, call) {
      const scope = await authorizer.enter(call, { id }, 'member');
      if (isRefusal(scope)) return scope;
      const now = { nowMs: clock.now(), sessionTtlMs, hadDaemon: hadDaemon(id) };
      return summarize(database, scope, now);
    },
  };
}
