import { workEventTypes } from '../../shared/contract/events/events.ts';
import { readTeamWork } from '../../shared/sync/read-work.ts';
import { noWork, type TeamWork } from '../../shared/sync/relevant-work.ts';
import type { Logger } from '../kernel/logger.ts';
import { ListFollower } from './list-follower.ts';

/**
 * What the team works on together, at hand for sync and the briefing: it follows the relay's log. It is not kept over a
 * restart, because nothing is forbidden by it.
 */
export class TeamWorkCache extends ListFollower<TeamWork> {
  current: TeamWork = noWork;

  constructor(logger: Logger) {
    const what = 'what the team works on';
    super({ what, read: readTeamWork, relevantEvents: workEventTypes, logger });
  }

  /** What is known belongs to another workspace. */
  forget(): void {
    this.current = noWork;
  }

  protected take(found: TeamWork): void {
    this.current = found;
  }
}
