import type { JsonOperationName } from '../../shared/api/operations.ts';
import type { InterceptorContext, LocalInterceptor, Forward } from './interceptor.ts';

type LocalInterceptors = { readonly [Name in JsonOperationName]?: LocalInterceptor<Name> };

/** Their modules are loaded when they are called: hooks must not wait for them. */
const interceptors = {
  startWorkstream: async (context, input, forward) =>
    (await import('../git/branches.ts')).startWorkstream(context, input, forward),
  joinWorkstream: async (context, input, forward) =>
    (await import('../git/branches.ts')).joinWorkstream(context, input, forward),
  confirmReady: async (context, input, forward) =>
    (await import('../gate/interceptors.ts')).confirmReady(context, input, forward),
  recordCommit: async (context, input, forward) =>
    (await import('../gate/interceptors.ts')).recordCommit(context, input, forward),
  ingestMeeting: async (context, input, forward) =>
    (await import('../models/interceptors.ts')).ingestMeeting(context, input, forward),
  ask: async (context, input, forward) =>
    (await import('../models/interceptors.ts')).ask(context, input, forward),
  pushTraces: async (context, input, forward) =>
    (await import('../models/interceptors.ts')).pushTraces(context, input, forward),
} as const satisfies LocalInterceptors;

export type InterceptedOperation = keyof typeof interceptors;

/**
 * Where they arrive over HTTP. Said again here, because the table of operations is not loaded before the first hook is
 * answered; the compiler asks for each, and a test holds them against that table.
 */
export const interceptedRoutes: Readonly<Record<InterceptedOperation, string>> = {
  startWorkstream: 'POST /workspaces/:id/workstreams',
  joinWorkstream: 'POST /workspaces/:id/workstreams/:slug/join',
  confirmReady: 'POST /workspaces/:id/sync/confirm',
  recordCommit: 'POST /workspaces/:id/sync/commit',
  ingestMeeting: 'POST /meetings/ingest',
  ask: 'POST /workspaces/:id/ask',
  pushTraces: 'POST /traces/push',
};

/** What only a model of this machine adds to; without one they are the relay's alone. */
export const modelOperations: ReadonlySet<string> = new Set<InterceptedOperation>([
  'ingestMeeting',
  'ask',
  'pushTraces',
]);

/** Carries out the operation with what this daemon adds to it; undefined when it adds nothing. */
export function intercept(
  context: InterceptorContext,
  name: JsonOperationName,
  { input, forward }: { input: unknown; forward: (input: unknown) => Promise<unknown> },
): Promise<unknown> | undefined {
  if (!isIntercepted(name)) return undefined;
  const run = interceptors[name] as unknown as LocalInterceptor<JsonOperationName>;
  return run(context, input as never, forward as Forward<JsonOperationName>);
}

function isIntercepted(name: string): name is InterceptedOperation {
  return Object.hasOwn(interceptors, name);
}
