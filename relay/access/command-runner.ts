import type { Access } from '../../shared/contract/operation.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Call } from '../kernel/handlers.ts';
import type { GroupCommitter, Handler, Transaction } from '../store/group-committer.ts';
import { IdempotencyRecords, type RequestKey } from '../store/idempotency.ts';
import {
  noSuchWorkspace,
  scopeOf,
  type Authorizer,
  type Scope,
  type WorkspaceName,
} from './authorizer.ts';
import { lockMemberships } from './queries.ts';

/** What one command does once its caller is known to be a member with the role it needs. */
type Command<T> = (transaction: Transaction, scope: Scope) => Promise<T | Refusal>;

/** A command as it is handed to the group committer. */
interface ScopedCommand {
  readonly workspaceId: string;
  readonly call: Call;
  readonly access: Access;
  readonly run: Command<unknown>;
}

/** Runs the commands of members: each in a transaction, under a role that cannot change meanwhile, and once per request. */
export class CommandRunner {
  constructor(
    private readonly authorizer: Authorizer,
    private readonly committer: GroupCommitter,
  ) {}

  /**
   * Runs the command in the next transaction. The workspace's row is locked first and the role read under that lock. Answers
   * NotFound or Forbidden when the caller lacks the role `access`; rejects when the transaction could not be committed.
   */
  async run<T>(
    call: Call,
    workspace: WorkspaceName,
    access: Access,
    run: Command<T>,
  ): Promise<T | Refusal> {
    const workspaceId = await this.authorizer.resolve(workspace);
    if (workspaceId === undefined) return noSuchWorkspace();
    const command: ScopedCommand = { workspaceId, call, access, run };
    return this.committer.submit(runScoped, command) as Promise<T | Refusal>;
  }
}

const runScoped: Handler<ScopedCommand, unknown> = async (transaction, commands) => {
  const answers: unknown[] = [];
  for (const command of commands) answers.push(await runOne(transaction, command));
  return answers;
};

async function runOne(transaction: Transaction, command: ScopedCommand): Promise<unknown> {
  const { workspaceId, access, call } = command;
  const [found] = await lockMemberships(transaction, [[workspaceId, call.caller.userId]]);
  const scope = scopeOf(found, { workspaceId, access, caller: call.caller });
  if (isRefusal(scope)) return scope;
  return once(transaction, call.request, () => command.run(transaction, scope));
}

/**
 * Runs what the request asks for, unless it was answered before. Refusals are not kept: the next try may succeed. Where nothing is
 * locked, another relay may have answered the same request meanwhile, and that is what it was refused for.
 */
export async function once(
  transaction: Transaction,
  request: RequestKey | undefined,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (request === undefined) return run();
  const records = await IdempotencyRecords.load(transaction, [request]);
  const earlier = records.find(request);
  if (earlier === 'other_request') return reusedKey();
  if (earlier !== undefined) return earlier.answer;
  const answer = await run();
  if (isRefusal(answer)) return (await answeredMeanwhile(transaction, request)) ?? answer;
  records.add(request, answer);
  records.save(transaction);
  return answer;
}

async function answeredMeanwhile(transaction: Transaction, request: RequestKey): Promise<unknown> {
  const found = (await IdempotencyRecords.load(transaction, [request])).find(request);
  return found === 'other_request' ? undefined : found?.answer;
}

export function reusedKey(): Refusal {
  return refuse('Conflict', 'This Idempotency-Key was used for another request. Use a new one.');
}
