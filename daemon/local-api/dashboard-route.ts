import {
  dashboardCodePath,
  dashboardSessionPath,
  type OpeningCode,
} from '../../shared/dashboard/opening.ts';
import { isRefusal, refuse } from '../../shared/kernel/refusal.ts';
import type { DashboardLinks } from './dashboard-links.ts';
import { parseBody, send } from './exchange.ts';
import type { Exchange, Routes } from './local-api.ts';
import { isOfOtherUser } from './peer-user.ts';

export interface DashboardRoutesContext {
  readonly links: DashboardLinks;
  /** Undefined until the workspace is known for the first time. */
  readonly workspaceSlug: () => string | undefined;
  /** Told the `Authorization` of who signs out. */
  readonly onSignOut: (authorization: string | undefined) => void;
}

/** LOC-8: `coord open` asks for a code, and the page that it opens trades it for a token of its tab. */
export function dashboardRoutes({
  links,
  workspaceSlug,
  onSignOut,
}: DashboardRoutesContext): Routes {
  return {
    [`POST ${dashboardCodePath}`]: {
      access: 'user',
      summary: 'A code that signs a tab in to the dashboard once; for the command `coord` alone',
      handle({ caller, response }) {
        if (caller?.kind !== 'token')
          return send(response, refuse('Forbidden', 'Only the command coord may do this.'));
        const workspace = workspaceSlug();
        const answer: OpeningCode = {
          code: links.newCode(),
          ...(workspace !== undefined && { workspace }),
        };
        send(response, answer);
      },
    },
    [`POST ${dashboardSessionPath}`]: {
      access: 'public',
      summary: 'The token of a tab of the dashboard for such a code',
      handle: (exchange) => trade(links, exchange),
    },
    [`DELETE ${dashboardSessionPath}`]: {
      access: 'user',
      summary: 'The end of such a token; anything else than a tab stays signed in',
      handle({ request, response }) {
        onSignOut(request.headers.authorization);
        send(response, { ok: true });
      },
    },
  };
}

/** The guard has turned away the pages of other origins; a program that is no page says no origin. */
async function trade(links: DashboardLinks, { request, response, body }: Exchange): Promise<void> {
  if (request.headers.origin === undefined)
    return send(response, refuse('Forbidden', 'Only the page that coord open opens may do this.'));
  if (await isOfOtherUser(request.socket))
    return send(response, refuse('Forbidden', 'This daemon belongs to another user.'));
  const given = parseBody(body);
  if (isRefusal(given)) return send(response, given);
  const { code } = (given ?? {}) as { code?: unknown };
  const token = typeof code === 'string' ? links.trade(code) : undefined;
  if (token === undefined)
    return send(
      response,
      refuse(
        'Unauthorized',
        'This link was used already, or is older than a minute. Open a new one: coord open',
      ),
    );
  response.setHeader('cache-control', 'no-store');
  send(response, { token });
}
