import { itemsOf } from '../../shared/contract/fields.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { canonicalPath, pathKey } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Input } from '../../shared/api/operations.ts';
import type { PublishedContract } from '../../shared/published-contracts/contract.ts';
import { syncAnswer } from '../../shared/sync/rules.ts';
import type { syncOperations } from '../../shared/sync/contract.ts';
import type { SessionReader } from '../sessions/session-reader.ts';
import type { KnowledgeReader, WorkReader } from './knowledge.ts';
import type { ToldRecorder } from '../decisions/told.ts';
import type { Transaction } from '../store/group-committer.ts';
import type { Handlers } from '../kernel/handlers.ts';
import type { Scope } from '../access/authorizer.ts';
import type { CommandRunner } from '../access/command-runner.ts';
import { noteUse } from '../published-contracts/publish.ts';
import { callersSessionId } from '../sessions/callers-session.ts';

export interface SyncDependencies {
  readonly commandRunner: CommandRunner;
  readonly sessions: SessionReader;
  readonly knowledge: KnowledgeReader;
  readonly work: WorkReader;
  readonly clock: Clock;
  readonly told: ToldRecorder;
}

export function syncService({
  commandRunner,
  sessions,
  knowledge,
  work,
  clock,
  told,
}: SyncDependencies): Handlers<keyof typeof syncOperations> {
  return {
    async sync(input, call) {
      const files: string[] = [];
      for (const raw of itemsOf(input.files)) {
        const path = canonicalPath(raw);
        if (isRefusal(path))
          return refuse('ValidationError', path.message.replace('file_path', 'files'), {
            field: 'files',
          });
        files.push(path);
      }
      const underway = await work(input.id, call.caller);
      const contracts = contractsAbout(underway.contracts, files);
      const sessionId = await commandRunner.run(
        call,
        { id: input.id },
        'member',
        (transaction, scope) => announce(transaction, scope, { ...input, contracts }),
      );
      if (isRefusal(sessionId)) return sessionId;
      const [around, known] = await Promise.all([
        sessions.around(input.id, { keys: files.map(pathKey), sessionId }),
        knowledge(input.id),
      ]);
      const answer = syncAnswer({
        ...around,
        sessionId,
        userId: call.caller.userId,
        files,
        task: input.task,
        knowledge: known,
        work: underway,
        branch: input.branch,
        nowMs: clock.now(),
      });
      const decisionIds = [...answer.decisions, ...answer.stale_decisions].map(({ id }) => id);
      const { userId } = call.caller;
      told.note({ workspaceId: input.id, userId, sessionId, decisionIds, by: 'sync' });
      return answer;
    },
  };
}

/** Who is shown an interface that is about its files builds on it (PUB-2). */
function contractsAbout(
  contracts: readonly PublishedContract[],
  files: readonly string[],
): PublishedContract[] {
  const keys = new Set(files.map(pathKey));
  return contracts.filter((one) => one.files.some((file) => keys.has(pathKey(file))));
}

type Announcement = Pick<Input<'sync'>, 'session_id' | 'task'> & {
  readonly contracts: readonly PublishedContract[];
};

/** Tells the team that an agent has synchronised; answers the id of its session, empty when it named none. */
async function announce(
  transaction: Transaction,
  scope: Scope,
  { session_id: named, task, contracts }: Announcement,
): Promise<string | Refusal> {
  const { workspaceId, caller } = scope;
  const found = await callersSessionId(transaction, scope, named);
  if (isRefusal(found)) return found;
  for (const { name, version } of contracts)
    await noteUse(transaction, { workspace_id: workspaceId, name, version }, found);
  transaction.log.append(workspaceId, {
    type: 'agent_sync',
    user: caller.name,
    session_id: found,
    task,
  });
  return found;
}
