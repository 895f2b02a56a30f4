import { operations, type OperationName } from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Call } from '../kernel/handlers.ts';
import type { Authorizer, Scope, WorkspaceName } from '../access/authorizer.ts';

/** The function of a service that carries out an operation. */
export type AnyHandler = (input: never, call: never) => unknown;

export interface Invocation {
  /** What the operation's schema has accepted. */
  readonly input: Record<string, unknown>;
  readonly call: Call;
}

/** Calls the service of an operation, whatever transport the request came by. */
export class Invoker {
  constructor(
    private readonly authorizer: Authorizer,
    private readonly handlers: Readonly<Record<string, AnyHandler>>,
  ) {}

  /** Authorizes the operations that only read. A command is authorized by its service, inside its transaction. */
  async invoke(name: OperationName, { input, call }: Invocation): Promise<unknown> {
    const scope = operations[name].readOnly ? await this.enter(name, { input, call }) : undefined;
    return isRefusal(scope) ? scope : this.handlers[name]?.(input as never, call as never);
  }

  /** An operation that needs no key. */
  invokePublic(name: OperationName, input: Record<string, unknown>): unknown {
    return this.handlers[name]?.(input as never, undefined as never);
  }

  /** The caller's scope in the workspace that the input names; undefined when it names none. */
  async enter(
    name: OperationName,
    { input, call }: Invocation,
  ): Promise<Scope | Refusal | undefined> {
    const { access }: Operation = operations[name];
    const workspace = workspaceOf(input);
    if (access === 'user' || workspace === undefined) return undefined;
    return this.authorizer.enter(call, workspace, access);
  }
}

function workspaceOf(input: Record<string, unknown>): WorkspaceName | undefined {
  if (typeof input['workspace_slug'] === 'string') return { slug: input['workspace_slug'] };
  const id = input['workspace_id'] ?? input['id'];
  return typeof id === 'string' ? { id } : undefined;
}
