import { renderBriefing } from '../../../shared/sessions/briefing.ts';
import type { TeamKnowledgeCache } from '../../knowledge/team-knowledge-cache.ts';
import type { TeamWorkCache } from '../../knowledge/team-work-cache.ts';
import { reservationRecords, sessionRecords } from '../../replica/records.ts';
import type { Replica } from '../../replica/replica.ts';

export interface LocalBriefingSources {
  readonly replica: Replica;
  readonly knowledge: TeamKnowledgeCache;
  readonly teamWork: TeamWorkCache;
}

/** The briefing of a session from memory, for when the relay does not answer. */
export function localBriefing(
  { replica, knowledge, teamWork }: LocalBriefingSources,
  sessionId: string,
): string {
  return renderBriefing({
    workspaceName: replica.state.workspace?.name ?? '',
    sessions: sessionRecords(replica),
    reservations: reservationRecords(replica),
    knowledge: knowledge.current,
    work: teamWork.current,
    events: replica.state.recent,
    sessionId,
    userId: replica.user.userId,
    nowMs: replica.nowMs(),
  });
}
