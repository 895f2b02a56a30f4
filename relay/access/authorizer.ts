import type { Access } from '../../shared/contract/operation.ts';
import type { Role } from '../../shared/contract/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { reaches } from '../workspaces/rules.ts';
import { IdempotencyRecords, type RequestKey } from '../store/idempotency.ts';
import type { Handler, GroupCommitter, Transaction } from '../store/group-committer.ts';
import type { Database } from '../store/database.ts';
import type { Call, Caller } from '../kernel/call.ts';
import { lockMemberships, membership, workspaceIdOf, type Membership } from './queries.ts';

/** How a request names its workspace. */
export type WorkspaceName = { readonly id: string } | { readonly slug: string };

/** A caller inside one workspace: the only way to a query of that workspace's rows. */
export interface Scope {
  readonly workspaceId: string;
  readonly caller: Caller;
  readonly role: Role;
}

/** One command of a member, for the committer. */
interface ScopedCommand {
  readonly workspaceId: string;
  readonly call: Call;
  readonly access: Access;
  readonly run: (transaction: Transaction, scope: Scope) => Promise<unknown>;
}

/**
 * The one place where a caller becomes a member (ACC-2, ACC-3). A workspace that is not the caller's does not exist: the
 * same NotFound as for an unknown id.
 */
export class Authorizer {
  private readonly idOfSlug = new Map<string, string>();

  constructor(
    private readonly database: Database,
    private readonly committer: GroupCommitter,
  ) {}

  /** The scope for a read. */
  async enter(
    { caller }: Call,
    workspace: WorkspaceName,
    access: Access,
  ): Promise<Scope | Refusal> {
    const workspaceId = await this.resolve(workspace);
    if (workspaceId === undefined) return noSuchWorkspace();
    return admit(await membership(this.database.reader, workspaceId, caller.userId), {
      workspaceId,
      caller,
      access,
    });
  }

  /** Runs a command in the next transaction, with the workspace's row held and the role read under that hold. */
  async command<T>(
    call: Call,
    workspace: WorkspaceName,
    access: Access,
    run: (transaction: Transaction, scope: Scope) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    const workspaceId = await this.resolve(workspace);
    if (workspaceId === undefined) return noSuchWorkspace();
    const command: ScopedCommand = { workspaceId, call, access, run };
    return this.committer.submit(runScoped, command) as Promise<T | Refusal>;
  }

  /** Slugs never change and workspaces are never deleted, so a found slug may be remembered. */
  async resolve(workspace: WorkspaceName): Promise<string | undefined> {
    if ('id' in workspace) return workspace.id;
    const known = this.idOfSlug.get(workspace.slug);
    if (known !== undefined) return known;
    const found = await workspaceIdOf(this.database.reader, workspace.slug);
    if (found !== undefined) this.idOfSlug.set(workspace.slug, found);
    return found;
  }
}

export function noSuchWorkspace(): Refusal {
  return refuse('NotFound', 'No such workspace, or you are not a member of it.');
}

const runScoped: Handler<ScopedCommand, unknown> = async (transaction, commands) => {
  const answers: unknown[] = [];
  for (const command of commands) answers.push(await runOne(transaction, command));
  return answers;
};

async function runOne(transaction: Transaction, command: ScopedCommand): Promise<unknown> {
  const { workspaceId, access, call } = command;
  const [found] = await lockMemberships(transaction, [[workspaceId, call.caller.userId]]);
  const scope = admit(found, { workspaceId, access, caller: call.caller });
  if (isRefusal(scope)) return scope;
  return once(transaction, call.request, () => command.run(transaction, scope));
}

/** Runs what the request asks for, unless it was answered before. Refusals are not kept: the next try may succeed. */
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
  if (isRefusal(answer)) return answer;
  records.keep(request, answer);
  records.save(transaction);
  return answer;
}

export function reusedKey(): Refusal {
  return refuse('Conflict', 'This Idempotency-Key was used for another request. Use a new one.');
}

function admit(
  found: Membership | undefined,
  { workspaceId, caller, access }: { workspaceId: string; caller: Caller; access: Access },
): Scope | Refusal {
  if (found === undefined) return noSuchWorkspace();
  if (!reaches(found.role, access)) {
    return refuse('Forbidden', `This needs the role ${access}; you are ${found.role}.`);
  }
  return { workspaceId, caller, role: found.role };
}
