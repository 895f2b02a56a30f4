import type { JsonOperationName } from '../shared/api/operations.ts';
import type { EdgeContext, EdgeOperation, Forward } from './edge-operation.ts';

type EdgeOperations = { readonly [Name in JsonOperationName]?: EdgeOperation<Name> };

/** Their modules are loaded when they are called: hooks must not wait for them. */
const edgeOperations = {
  startWorkstream: async (context, input, forward) =>
    (await import('./git/branches.ts')).startWorkstream(context, input, forward),
  joinWorkstream: async (context, input, forward) =>
    (await import('./git/branches.ts')).joinWorkstream(context, input, forward),
  confirmReady: async (context, input, forward) =>
    (await import('./gate/interceptors.ts')).confirmReady(context, input, forward),
  recordCommit: async (context, input, forward) =>
    (await import('./gate/interceptors.ts')).recordCommit(context, input, forward),
} as const satisfies EdgeOperations;

export type EdgeOperationName = keyof typeof edgeOperations;

/**
 * Where they arrive over HTTP. Said again here, because the table of operations is not loaded before the first hook is
 * answered; the compiler asks for each, and a test holds them against that table.
 */
export const edgeRoutes: Readonly<Record<EdgeOperationName, string>> = {
  startWorkstream: 'POST /workspaces/:id/workstreams',
  joinWorkstream: 'POST /workspaces/:id/workstreams/:slug/join',
  confirmReady: 'POST /workspaces/:id/sync/confirm',
  recordCommit: 'POST /workspaces/:id/sync/commit',
};

/** Carries out the operation with what this daemon adds to it; undefined when it adds nothing. */
export function atEdge(
  context: EdgeContext,
  name: JsonOperationName,
  { input, forward }: { input: unknown; forward: (input: unknown) => Promise<unknown> },
): Promise<unknown> | undefined {
  if (!isEdgeOperation(name)) return undefined;
  const run = edgeOperations[name] as unknown as EdgeOperation<JsonOperationName>;
  return run(context, input as never, forward as Forward<JsonOperationName>);
}

function isEdgeOperation(name: string): name is EdgeOperationName {
  return Object.hasOwn(edgeOperations, name);
}
