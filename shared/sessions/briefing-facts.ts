import type { LogEvent } from '../contract/events/events.ts';
import type { ReservationRecord } from '../reservations/contract.ts';
import type { TeamKnowledge } from '../sync/relevant-knowledge.ts';
import type { TeamWork } from '../sync/relevant-work.ts';
import type { SessionRecord } from './contract.ts';

export interface BriefingFacts {
  readonly workspaceName: string;
  readonly sessions: readonly SessionRecord[];
  readonly reservations: readonly ReservationRecord[];
  readonly knowledge: TeamKnowledge;
  readonly work: TeamWork;
  /** The newest events of the workspace, oldest first. */
  readonly events: readonly LogEvent[];
  /** The session that is being briefed; it is left out of the lists. */
  readonly sessionId: string;
  /** Whose session it is. */
  readonly userId?: string;
  readonly nowMs: number;
}
