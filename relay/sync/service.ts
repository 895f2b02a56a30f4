import type { Clock } from '../../shared/kernel/clock.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Input } from '../../shared/contract/index.ts';
import { splitFiles, syncAnswer } from '../../shared/sync/rules.ts';
import type { syncOperations } from '../../shared/sync/contract.ts';
import type { SessionReader } from '../sessions/service.ts';
import type { KnowledgeReader, WorkReader } from './knowledge.ts';
import type { Transaction } from '../store/ledger.ts';
import type { Handlers } from '../handlers.ts';
import type { Gatekeeper, Scope } from '../workspaces/access.ts';
import { ownSession } from '../sessions/queries.ts';

export interface SyncDependencies {
  readonly gatekeeper: Gatekeeper;
  readonly sessions: SessionReader;
  readonly knowledge: KnowledgeReader;
  readonly work: WorkReader;
  readonly clock: Clock;
}

export function syncService({
  gatekeeper,
  sessions,
  knowledge,
  work,
  clock,
}: SyncDependencies): Handlers<keyof typeof syncOperations> {
  return {
    async sync(input, call) {
      const files: string[] = [];
      for (const raw of splitFiles(input.files)) {
        const path = canonicalPath(raw);
        if (isRefusal(path))
          return refuse('ValidationError', path.message.replace('file_path', 'files'), {
            field: 'files',
          });
        files.push(path);
      }
      const sessionId = await gatekeeper.command(
        call,
        { id: input.id },
        'member',
        (transaction, scope) => announce(transaction, scope, input),
      );
      if (isRefusal(sessionId)) return sessionId;
      const [active, reservations, known, underway] = await Promise.all([
        sessions.active(input.id),
        sessions.holds(input.id),
        knowledge(input.id),
        work(input.id, call.caller),
      ]);
      return syncAnswer({
        sessions: active,
        reservations,
        sessionId,
        files,
        task: input.task,
        knowledge: known,
        work: underway,
        branch: input.branch,
        nowMs: clock.now(),
      });
    },
  };
}

/** Tells the team that an agent has synchronised; answers the id of its session, empty when it named none. */
async function announce(
  { connection, log }: Transaction,
  { workspaceId, caller }: Scope,
  { session_id: named, task }: Input<'sync'>,
): Promise<string | Refusal> {
  const found =
    named === undefined
      ? ''
      : await ownSession(connection.kysely, { workspaceId, userId: caller.userId, named });
  if (found === undefined)
    return refuse('NotFound', 'No such session. Leave session_id out, or send sessionStart first.');
  log.append(workspaceId, { type: 'agent_sync', user: caller.name, session_id: found, task });
  return found;
}
