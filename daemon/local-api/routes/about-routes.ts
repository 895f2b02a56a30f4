import { refuse } from '../../../shared/kernel/refusal.ts';
import type { Upstream } from '../../relay-connection/upstream.ts';
import { send } from '../exchange.ts';
import type { Route, Routes } from '../local-api.ts';
import type { Served } from '../../../shared/api/served.ts';

/** What only a relay serves. Said again here, because the table of operations is loaded when somebody asks. */
const replicaPath = '/workspaces/:id/replica';

/** ANS-6: what is served here, and what is not; `own` are the routes of the daemon, of which some are the relay's too. */
export function aboutRoutes(own: Routes, upstream: () => Upstream | undefined): Routes {
  const atRelay: Route = {
    access: 'user',
    handle({ response }) {
      const where = upstream()?.url ?? 'the relay';
      send(
        response,
        refuse('NotFound', `A daemon has no log to follow. Connect to ${where} for this.`),
      );
    },
  };
  return {
    [`GET ${replicaPath}`]: atRelay,
    'GET /': {
      access: 'public',
      handle: async ({ response }) => {
        const { informationOf } = await import('../../../shared/api/served.ts');
        send(response, informationOf(await servedHere(own)));
      },
    },
    'GET /openapi.json': {
      access: 'public',
      handle: async ({ response }) => {
        const { openApiDocument } = await import('../../../shared/api/openapi.ts');
        send(response, openApiDocument(await servedHere(own)));
      },
    },
  };
}

/** All that this daemon serves. Loads the table of operations, for which no hook may wait. */
async function servedHere(routes: Routes): Promise<readonly Served[]> {
  const { servedAtDaemon, servedAtRelay } = await import('../../../shared/api/served.ts');
  const ofRelay = new Set(servedAtRelay().map(({ method, path }) => `${method} ${path}`));
  // What ends with `*` is at addresses that are listed one by one.
  const own = Object.entries(routes).filter(([name]) => !ofRelay.has(name) && !name.endsWith('*'));
  return servedAtDaemon(own.map(toServed));
}

function toServed([name, { access, summary = '' }]: [string, Route]): Served {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, summary, id: `daemon ${name}`, isPublic: access === 'public' };
}
