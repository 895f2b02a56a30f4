import type { InterceptorContext } from '../interceptors/interceptor.ts';
import type { HookContext } from '../hooks/context.ts';
import type { HookHandler } from '../hooks/hook-handler.ts';
import type { Upstream } from '../relay-connection/upstream.ts';
import type { Proxy } from './proxy.ts';

/** What the routes work with. */
export interface ApiContext {
  readonly hooks: HookContext;
  readonly edge: InterceptorContext;
  readonly handler: HookHandler;
  readonly proxy: Proxy;
  readonly upstream: () => Upstream | undefined;
  readonly version: string;
  /** Resolves to whether the workspace is known, after at most `waitMs`. */
  readonly isIdentified: (waitMs: number) => Promise<boolean>;
  /** Why there is no workspace yet. */
  readonly problem: () => string | undefined;
  /** What `coord status` shows. */
  readonly status: () => object;
}
