import type { Client } from '../../shared/api/client.ts';
import { workEventTypes, type LogEvent } from '../../shared/contract/events.ts';
import { readTeamWork } from '../../shared/sync/read-work.ts';
import { noWork, type TeamWork } from '../../shared/sync/relevant-work.ts';
import type { Logger } from '../kernel/logger.ts';
import { ListFollower } from './list-follower.ts';

/**
 * What the team works on together, at hand for sync and the briefing: it follows the relay's log. It is not kept over a
 * restart, because nothing is forbidden by it.
 */
export class TeamWorkCache {
  current: TeamWork = noWork;
  private readonly follower: ListFollower<TeamWork>;

  constructor(logger: Logger, onTaken: (work: TeamWork) => void = () => undefined) {
    this.follower = new ListFollower({
      what: 'what the team works on',
      read: readTeamWork,
      take: (found) => {
        this.current = found;
        onTaken(found);
      },
      relevantEvents: workEventTypes,
      logger,
    });
  }

  connect(client: Client, workspaceId: string): void {
    this.follower.connect(client, workspaceId);
  }

  onEvents(events: readonly LogEvent[]): void {
    this.follower.onEvents(events);
  }

  refresh(): void {
    this.follower.refresh();
  }

  /** What is known belongs to another workspace. */
  forget(): void {
    this.current = noWork;
  }

  close(): void {
    this.follower.close();
  }
}
