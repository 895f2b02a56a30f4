import type { Clock } from '../../shared/kernel/clock.ts';
import { renderBriefing } from '../../shared/sessions/briefing.ts';
import { decisionsInBriefing } from '../../shared/sessions/briefing-knowledge.ts';
import type { TeamKnowledge } from '../../shared/sync/relevant-knowledge.ts';
import type { TeamWork } from '../../shared/sync/relevant-work.ts';
import type { Caller } from '../kernel/handlers.ts';
import type { ToldRecorder } from '../decisions/told.ts';
import type { Database } from '../store/database.ts';
import { newestEvents } from '../store/event-queries.ts';
import type { SessionReader } from './session-reader.ts';

/** What a briefing is made from. */
export interface BriefingSources {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: SessionReader;
  readonly knowledge: (workspaceId: string) => Promise<TeamKnowledge>;
  readonly work: (workspaceId: string, caller: Caller) => Promise<TeamWork>;
  readonly told: ToldRecorder;
}

interface StartedSession {
  readonly workspaceId: string;
  readonly workspaceSlug: string;
  readonly sessionId: string;
  readonly caller: Caller;
}

const maxEvents = 20;

/** The text about the team's work that a session gets when it starts. */
export async function briefingOf(
  {
    database,
    clock,
    sessions: reader,
    knowledge: knowledgeOf,
    work: workOf,
    told,
  }: BriefingSources,
  { workspaceId, workspaceSlug, sessionId, caller }: StartedSession,
): Promise<string> {
  const [{ sessions, reservations }, knowledge, work, events] = await Promise.all([
    reader.around(workspaceId, { keys: [], sessionId }),
    knowledgeOf(workspaceId),
    workOf(workspaceId, caller),
    newestEvents(database.reader, workspaceId, maxEvents),
  ]);
  const { userId } = caller;
  const facts = {
    workspaceName: workspaceSlug,
    sessionId,
    userId,
    sessions,
    reservations,
    knowledge,
    work,
    events,
    nowMs: clock.now(),
  };
  const text = renderBriefing(facts);
  const decisionIds = decisionsInBriefing(facts, text);
  told.note({ workspaceId, userId, sessionId, decisionIds, by: 'briefing' });
  return text;
}
