import { itemsOf } from '../../shared/contract/fields.ts';
import type { Client } from '../../shared/api/client.ts';
import type { Input } from '../../shared/api/operations.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { noSuchSession } from '../../shared/sessions/rules.ts';
import type { SyncAnswer } from '../../shared/sync/contract.ts';
import { maxFarReservations, syncAnswer } from '../../shared/sync/rules.ts';
import type { TeamKnowledgeCache, TeamWorkCache } from '../knowledge/team-knowledge-cache.ts';
import { idAtRelay } from '../replica/local-ids.ts';
import type { Replica } from '../replica/replica.ts';
import type { TrackedSession } from '../../shared/replica/tracked.ts';
import {
  type LiveReservation,
  reservationsAround,
  reservationRecords,
  sessionRecords,
} from '../replica/records.ts';
import type { TeamWork } from '../../shared/sync/relevant-work.ts';
import { workstreamsAround, workstreamsNow } from './workstreams-now.ts';
import { LRUCache } from 'lru-cache';

export interface LocalSyncDependencies {
  readonly replica: Replica;
  readonly knowledge: TeamKnowledgeCache;
  readonly teamWork: TeamWorkCache;
  readonly clock: Clock;
  /** Undefined until there is a relay to talk to. */
  readonly client: () => Client | undefined;
  /** Told of each answer to a session of the user's (LOC-9). */
  readonly onAnswer: (session: TrackedSession, answer: SyncAnswer, tookMs: number) => void;
}

/** Answers sync from memory; the relay, which tells the team, gets its report after the answer. */
export class LocalSync {
  private readonly throttle = new SyncReportThrottle();

  constructor(private readonly deps: LocalSyncDependencies) {}

  /** Something was done at the relay for an agent of this daemon. */
  noteOwnWrite(): void {
    const { knowledge, teamWork } = this.deps;
    for (const lists of [knowledge, teamWork]) lists.noteOwnWrite();
  }

  /** MCP-9: an agent that has just written something finds it in its next answer. */
  async answerAfterOwnWrites(input: Input<'sync'>): Promise<SyncAnswer | Refusal> {
    const { knowledge, teamWork } = this.deps;
    await Promise.all([knowledge.catchUp(), teamWork.catchUp()]);
    return this.answer(input);
  }

  answer(input: Input<'sync'>): SyncAnswer | Refusal {
    const startedMs = performance.now();
    const { replica } = this.deps;
    const files = canonicalFiles(input.files);
    if (isRefusal(files)) return files;
    const session = sessionFor(replica, input.session_id);
    if (isRefusal(session)) return session;
    const sessionId = session?.id;
    this.report(input, { sessionId, files });
    const answer = this.answerFor(input, { sessionId: sessionId ?? '', files });
    if (session !== undefined) this.deps.onAnswer(session, answer, performance.now() - startedMs);
    return answer;
  }

  private answerFor(
    { task, branch }: Input<'sync'>,
    { sessionId, files }: { readonly sessionId: string; readonly files: string[] },
  ): SyncAnswer {
    const { replica, knowledge } = this.deps;
    const live = replica.liveReservations(replica.nowMs());
    // More would be made into records only to be left out of the answer.
    const around = reservationsAround(live, {
      files,
      sessionId,
      maxFar: maxFarReservations,
    });
    return syncAnswer({
      sessions: sessionRecords(replica, live),
      reservations: reservationRecords(replica, around),
      reservationCount: live.length,
      sessionId,
      userId: replica.user.userId,
      files,
      task,
      knowledge: knowledge.current,
      work: this.workNow(live, { sessionId, branch }),
      branch,
      nowMs: replica.nowMs(),
    });
  }

  /** WST-2: as the lists say, but for what the log knows better. */
  private workNow(
    live: readonly LiveReservation[],
    { sessionId, branch }: { readonly sessionId: string; readonly branch: string | undefined },
  ): TeamWork {
    const { replica, teamWork } = this.deps;
    const { workstreams } = teamWork.current;
    const around = workstreamsAround(replica, workstreams, { sessionId, branch });
    return { ...teamWork.current, workstreams: workstreamsNow(replica, around, live) };
  }

  private report(
    { session_id: _named, ...input }: Input<'sync'>,
    { sessionId, files }: { sessionId: string | undefined; files: readonly string[] },
  ): void {
    const { client, clock } = this.deps;
    const { task, branch } = input;
    const relay = client();
    if (relay === undefined) return;
    const report = { sessionId: sessionId ?? '', task, files, branch };
    if (!this.throttle.isDue(report, clock.now())) return;
    const known = idAtRelay(sessionId);
    void relay.call('sync', known === undefined ? input : { ...input, session_id: known });
  }
}

/** The session that is meant: by its id, by its conversation, or the user's only one. */
export function sessionFor(
  replica: Pick<Replica, 'sessions' | 'session' | 'sessionOf' | 'user'>,
  named: string | undefined,
): TrackedSession | Refusal | undefined {
  const own = replica.sessions().filter(({ userId }) => userId === replica.user.userId);
  if (named === undefined) return own.length === 1 ? own[0] : undefined;
  const found = replica.session(named) ?? replica.sessionOf({ conversationId: named, agentId: '' });
  if (found?.userId === replica.user.userId) return found;
  return noSuchSession('session_id');
}

function canonicalFiles(list: string | readonly string[] | undefined): string[] | Refusal {
  const files: string[] = [];
  for (const raw of itemsOf(list)) {
    const path = canonicalPath(raw);
    if (isRefusal(path)) {
      return refuse('ValidationError', path.message.replace('file_path', 'files'), {
        field: 'files',
      });
    }
    files.push(path);
  }
  return files;
}

/** What a sync reports to the team. */
interface SyncReport {
  /** Empty when the caller is no session. */
  readonly sessionId: string;
  readonly task: string;
  readonly files: readonly string[];
  readonly branch: string | undefined;
}

const everyMs = 30_000;
const maxSessions = 1_000;

/** Agents call sync far more often than they have something to report: a repeated report goes to the relay every 30 seconds. */
class SyncReportThrottle {
  private readonly reported = new LRUCache<
    string,
    { readonly content: string; readonly atMs: number }
  >({ max: maxSessions });

  /** Whether the report should be sent; then it counts as sent. */
  isDue({ sessionId, ...rest }: SyncReport, nowMs: number): boolean {
    const content = JSON.stringify(rest);
    const last = this.reported.get(sessionId);
    if (last?.content === content && nowMs - last.atMs < everyMs) return false;
    this.reported.set(sessionId, { content, atMs: nowMs });
    return true;
  }
}
