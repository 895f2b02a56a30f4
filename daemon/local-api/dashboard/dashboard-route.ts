import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import {
  dashboardChallengePath,
  dashboardCodePath,
  dashboardKeyPath,
  dashboardResumePath,
  dashboardSessionPath,
  type OpeningCode,
} from '../../../shared/dashboard/opening.ts';
import { isRefusal, type Refusal, refuse } from '../../../shared/kernel/refusal.ts';
import type { DashboardLinks } from './dashboard-links.ts';
import { fieldsOf, parseBody } from '../../../shared/node/http/json-body.ts';
import { send } from '../exchange.ts';
import type { TabSignIn } from '../guard.ts';
import type { Exchange, Route, Routes } from '../local-api.ts';
import { dashboardPath } from '../../../shared/dashboard/files.ts';
import type { DashboardFiles } from '../../../shared/node/dashboard-files.ts';
import { isOwnUser } from '../../../shared/node/disk/own-files.ts';

interface DashboardRoutesContext {
  readonly links: DashboardLinks;
  /** Undefined until the workspace is known for the first time. */
  readonly workspaceSlug: () => string | undefined;
  /** The sign-in of an `Authorization` header; undefined for anything else than a tab's. */
  readonly signInOf: (authorization: string | undefined) => TabSignIn | undefined;
  readonly onSignOut: (signIn: TabSignIn) => void;
}

/** LOC-8: `coord open` asks for a code, and the page that it opens trades it for a token of its tab. */
export function dashboardRoutes(context: DashboardRoutesContext): Routes {
  const { links, workspaceSlug, signInOf, onSignOut } = context;
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
      handle: (exchange) => ofPage(exchange, (given) => trade(links, given)),
    },
    [`DELETE ${dashboardSessionPath}`]: {
      access: 'user',
      summary: 'The end of such a token; anything else than a tab stays signed in',
      handle({ request, response }) {
        const signIn = signInOf(request.headers.authorization);
        if (signIn !== undefined) onSignOut(signIn);
        send(response, { ok: true });
      },
    },
    ...comingBack(context),
  };
}

/** LOC-8: how a page that is still open is signed in again after the daemon was started anew. */
function comingBack({ links, signInOf }: DashboardRoutesContext): Record<string, Route> {
  return {
    [`POST ${dashboardKeyPath}`]: {
      access: 'user',
      summary: 'The public key with which the page of a tab comes back after a start',
      handle({ request, response, body }) {
        const signIn = signInOf(request.headers.authorization);
        const given = readFields(body);
        if (isRefusal(given)) return send(response, given);
        if (signIn === undefined)
          return send(response, refuse('Forbidden', 'Only a tab of coord open may do this.'));
        if (!links.keepKey(textOf(given['public_key']), signIn))
          return send(response, refuse('ValidationError', 'public_key is no key of curve P-256.'));
        send(response, { ok: true });
      },
    },
    [`POST ${dashboardChallengePath}`]: {
      access: 'public',
      summary: 'What such a page signs, once and within a minute',
      handle: (exchange) => ofPage(exchange, () => ({ challenge: links.keys.newChallenge() })),
    },
    [`POST ${dashboardResumePath}`]: {
      access: 'public',
      summary: 'A new token for such a page, for what it has signed',
      handle: (exchange) => ofPage(exchange, (given, origin) => resume(links, given, origin)),
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The guard has turned away the pages of other origins; a program that is no page says no origin. */
async function ofPage(
  { request, response, body }: Exchange,
  answer: (given: Fields, origin: string) => object | Refusal,
): Promise<void> {
  const { origin } = request.headers;
  if (origin === undefined)
    return send(response, refuse('Forbidden', 'Only the page that coord open opens may do this.'));
  if (await isOfOtherUser(request.socket))
    return send(response, refuse('Forbidden', 'This daemon belongs to another user.'));
  const given = readFields(body);
  if (isRefusal(given)) return send(response, given);
  send(response, answer(given, origin));
}

function trade(links: DashboardLinks, { code }: Fields): object | Refusal {
  const token = links.trade(textOf(code));
  return token === undefined
    ? refuse(
        'Unauthorized',
        'This link was used already, or is older than a minute. Open a new one: coord open',
      )
    : { token };
}

function resume(links: DashboardLinks, given: Fields, origin: string): object | Refusal {
  const token = links.resume({
    publicKey: textOf(given['public_key']),
    challenge: textOf(given['challenge']),
    signature: textOf(given['signature']),
    origin,
  });
  return token === undefined
    ? refuse('Unauthorized', 'This page is not signed in any more. Open a new one: coord open')
    : { token };
}

function readFields(body: Buffer): Fields | Refusal {
  return fieldsOf(parseBody(body)) as Fields | Refusal;
}

/** Empty for what is no text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** DSH-20: the dashboard from the daemon's own build, so that it is there while the relay is not. */
export function dashboardFilesRoutes(): Routes {
  let files: DashboardFiles | undefined;
  const route: Route = {
    access: 'public',
    async handle(exchange) {
      files ??= await load();
      await answer(files, exchange);
    },
  };
  return { [`GET ${dashboardPath}`]: route, [`GET ${dashboardPath}/*`]: route };
}

async function load(): Promise<DashboardFiles> {
  const { DashboardFiles: Files } = await import('../../../shared/node/dashboard-files.ts');
  return new Files('daemon');
}

async function answer(files: DashboardFiles, { request, response }: Exchange): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  const found = await files.answer(path, request.headers);
  if (isRefusal(found)) return send(response, found);
  const { status, headers, body } = found;
  const length = status === 304 ? {} : { 'content-length': body.length };
  response.writeHead(status, { ...headers, ...length }).end(body);
}

/** Linux lists its TCP connections here, each with the user whose socket it is. */
const table = '/proc/net/tcp';

/**
 * Whether the program at the other end of a loopback connection is known to be another user's. Root's is not: it may carry
 * the connection of this user out of a container. Where the system does not tell, the answer is no.
 */
async function isOfOtherUser({
  remotePort,
  localPort,
}: Pick<Socket, 'remotePort' | 'localPort'>): Promise<boolean> {
  const text = await readFile(table, 'utf8').catch(() => '');
  const [from, to] = [`:${hex(remotePort)}`, `:${hex(localPort)}`];
  const row = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '', remote = '']) => local.endsWith(from) && remote.endsWith(to));
  const user = Number(row?.[7]);
  return row !== undefined && user !== 0 && !isOwnUser(user);
}

function hex(port = 0): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
