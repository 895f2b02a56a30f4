import type { ServerResponse } from 'node:http';
import { isRefusal, type Refusal, refuse } from '../../../shared/kernel/refusal.ts';
import { noCursor } from '../../../shared/node/cursor.ts';
import type { Replica } from '../../replica/replica.ts';
import type { LocalSync } from '../../sync/local-sync.ts';
import type { Proxy } from '../proxy.ts';
import { parseBody } from '../../../shared/node/http/json-body.ts';
import { send } from '../exchange.ts';
import type { Exchange, Route, Routes } from '../local-api.ts';
import { pathKey } from '../../../shared/kernel/paths.ts';
import {
  reservationCursor,
  reservationPosition,
  type ReservationPosition,
} from '../../../shared/node/reservation-cursor.ts';
import { reservationRecords, sessionRecords } from '../../replica/records.ts';

interface ReadRoutesContext {
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

type ListName = 'listSessions' | 'listReservations';

/** Which page of the list is wanted, as the relay takes it. */
interface Wanted {
  readonly limit: number;
  readonly before?: string | undefined;
}

interface Page {
  readonly records: readonly unknown[];
  readonly nextCursor: string | undefined;
}

/**
 * ANS-4: a page of the list out of the replica, in the relay's order and with its cursors, so that a walk which the relay began
 * goes on here. Sets the header that leads on.
 */
async function replicaPage(
  replica: Replica,
  name: ListName,
  { url = '', response }: { readonly url: string | undefined; readonly response: ServerResponse },
): Promise<readonly unknown[] | Refusal> {
  // Loads every schema, for which no hook may wait.
  const { parseQuery } = await import('../inputs.ts');
  const wanted = parseQuery(name, url);
  if (isRefusal(wanted)) return wanted;
  const page =
    name === 'listSessions' ? sessionPage(replica, wanted) : reservationPage(replica, wanted);
  if (isRefusal(page)) return page;
  if (page.nextCursor !== undefined)
    response.setHeader('x-next-cursor', encodeURIComponent(page.nextCursor));
  return page.records;
}

function sessionPage(replica: Replica, { limit, before = '' }: Wanted): Page | Refusal {
  if (before !== '' && !before.startsWith('sess_')) return noCursor();
  const records = sessionRecords(replica).sort((one, other) => compare(one.id, other.id));
  const after = records.filter(({ id }) => id > before);
  const nextCursor = after.length > limit ? after[limit - 1]?.id : undefined;
  return { records: after.slice(0, limit), nextCursor };
}

function reservationPage(replica: Replica, { limit, before }: Wanted): Page | Refusal {
  const position = before === undefined ? undefined : reservationPosition(before);
  if (isRefusal(position)) return position;
  const all = replica.liveReservations(replica.nowMs()).map(placed).sort(inOrder);
  const after = position === undefined ? all : all.filter((one) => inOrder(one, position) > 0);
  const rows = after.slice(0, limit);
  const last = after.length > limit ? rows.at(-1) : undefined;
  return {
    records: reservationRecords(replica, rows),
    nextCursor: last && reservationCursor(last),
  };
}

function placed<T extends { readonly filePath: string }>(reservation: T) {
  return { ...reservation, pathKey: pathKey(reservation.filePath) };
}

function inOrder(one: ReservationPosition, other: ReservationPosition): number {
  return (
    compare(one.pathKey, other.pathKey) ||
    compare(one.symbol, other.symbol) ||
    compare(one.sessionId, other.sessionId)
  );
}

/** As databases compare: by code, not by language. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
