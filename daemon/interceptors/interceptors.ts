import type { JsonOperationName } from '../../shared/api/operations.ts';
import type { InterceptorContext, LocalInterceptor } from './interceptor.ts';
import { standingIn } from './standing-in.ts';

/** The module of each, loaded when it is called: hooks must not wait for it. */
type Modules = {
  readonly [Name in JsonOperationName]?: () => Promise<{
    readonly [Own in Name]: LocalInterceptor<Own>;
  }>;
};
const branches = () => import('../git/branches.ts');
const gate = () => import('../gate/interceptors.ts');
const models = () => import('../models/interceptors.ts');
const modules = {
  startWorkstream: branches,
  joinWorkstream: branches,
  confirmReady: gate,
  recordCommit: gate,
  ingestMeeting: models,
  ask: models,
  pushTraces: models,
} as const satisfies Modules;

export type InterceptedOperation = keyof typeof modules;

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

/** A call as it came. */
interface Intercepted {
  readonly input: unknown;
  /** The folder that the caller works in, where it says so. */
  readonly folder?: string | undefined;
  readonly forward: (input: unknown) => Promise<unknown>;
}

/** Carries out the operation with what this daemon adds to it; undefined when it adds nothing. */
export function intercept(
  context: InterceptorContext,
  name: JsonOperationName,
  { input, folder, forward }: Intercepted,
): Promise<unknown> | undefined {
  if (!isIntercepted(name)) return undefined;
  return modules[name]().then((module) => {
    const run = (module as Readonly<Record<string, unknown>>)[name];
    const standing = standingIn(context, folder);
    return (run as LocalInterceptor<JsonOperationName>)(standing, input as never, forward as never);
  });
}

function isIntercepted(name: string): name is InterceptedOperation {
  return Object.hasOwn(modules, name);
}
