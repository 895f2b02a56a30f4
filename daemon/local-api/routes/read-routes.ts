import { isRefusal, refuse } from '../../../shared/kernel/refusal.ts';
import type { Replica } from '../../replica/replica.ts';
import type { LocalSync } from '../../sync/local-sync.ts';
import type { Proxy } from '../proxy.ts';
import { parseBody, send } from '../exchange.ts';
import { replicaPage } from './replica-pages.ts';
import type { Exchange, Route, Routes } from '../local-api.ts';

export interface ReadRoutesContext {
  readonly replica: Replica;
  readonly sync: LocalSync;
  readonly proxy: Proxy;
  readonly version: string;
  readonly workspaceSlug: () => string | undefined;
  /** Why there is no workspace yet. */
  readonly problem: () => string | undefined;
  /** What `coord status` shows. */
  readonly status: () => Promise<object>;
}

/** What the daemon answers from its replica, and about itself; the lists and `sync` also while the relay is gone (DSH-22). */
export function readRoutes(context: ReadRoutesContext): Routes {
  return {
    'GET /health': {
      access: 'public',
      handle: ({ response }) => send(response, { status: 'ok', version: context.version }),
    },
    'GET /ready': {
      access: 'public',
      handle: ({ response }) => send(response, readiness(context)),
    },
    'GET /status': {
      access: 'user',
      summary: 'What `coord status` shows',
      handle: async ({ response }) => send(response, await context.status()),
    },
    'GET /workspaces/:id/sessions': list(context, 'listSessions'),
    'GET /workspaces/:id/reservations': list(context, 'listReservations'),
    'POST /workspaces/:id/sync': { access: 'user', handle: (exchange) => sync(context, exchange) },
  };
}

function readiness(context: ReadRoutesContext): unknown {
  if (context.workspaceSlug() !== undefined) return { status: 'ready', database: 'ok' };
  return refuse(
    'Unavailable',
    context.problem() ?? 'The daemon is starting. Try again in a moment.',
  );
}

/** The relay's list, or the replica's while the relay cannot be reached. */
function list(context: ReadRoutesContext, name: 'listSessions' | 'listReservations'): Route {
  return {
    access: 'user',
    handle({ request, response, body, caller, parameter }) {
      const { replica } = context;
      const isKnown = parameter === replica.state.workspace?.id;
      const page = () => replicaPage(replica, name, { url: request.url, response });
      const otherwise = isKnown ? { otherwise: page } : {};
      return context.proxy.forward(request, response, { body, caller, ...otherwise });
    },
  };
}

async function sync(
  context: ReadRoutesContext,
  { request, response, body, caller, parameter }: Exchange,
): Promise<void> {
  if (parameter !== context.replica.state.workspace?.id) {
    return context.proxy.forward(request, response, { body, caller });
  }
  const { parseSync } = await import('../inputs.ts');
  const input = parseSync(parameter, parseBody(body));
  send(response, isRefusal(input) ? input : context.sync.answer(input));
}
