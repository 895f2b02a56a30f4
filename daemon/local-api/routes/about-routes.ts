import { refuse } from '../../../shared/kernel/refusal.ts';
import type { Upstream } from '../../relay-connection/upstream.ts';
import { send } from '../exchange.ts';
import type { Route, Routes } from '../local-api.ts';

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
        const { servedHere } = await import('./served-here.ts');
        const { informationOf } = await import('../../../shared/api/served.ts');
        send(response, informationOf(servedHere(own)));
      },
    },
    'GET /openapi.json': {
      access: 'public',
      handle: async ({ response }) => {
        const { servedHere } = await import('./served-here.ts');
        const { openApiDocument } = await import('../../../shared/api/openapi.ts');
        send(response, openApiDocument(servedHere(own)));
      },
    },
  };
}
