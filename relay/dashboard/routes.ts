import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dashboardFiles } from '../../shared/dashboard/files.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** `npm run build` writes it. As far from here as from the built program, whose parts lie in `dist/chunks`. */
const built = new URL('../../dist/dashboard/', import.meta.url);

/**
 * The page runs its own script and style, speaks to its own origin, stands in no frame, and shows no other's content. Only
 * the words of a meeting go elsewhere where a daemon serves the page: to the relay behind it.
 */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
};

/** Each is asked for in this order; what accepts neither gets the file as it is. */
const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number] | 'identity';

/** One file in each coding, compressed once. */
interface DashboardFile {
  readonly contents: Readonly<Record<Coding, Buffer>>;
  readonly digest: string;
}

/** Serves the files of the dashboard. */
export function addDashboard(
  app: FastifyInstance,
  sendRefusal: (reply: FastifyReply, refusal: Refusal) => void,
): void {
  const known = new Map<string, DashboardFile>();
  for (const [path, { file, type }] of Object.entries(dashboardFiles)) {
    app.get(path, { exposeHeadRoute: true }, async (request, reply) => {
      const found = known.get(file) ?? (await read(file));
      if (found === undefined) return sendRefusal(reply, notBuilt());
      known.set(file, found);
      return send(request, reply.headers({ ...headers, 'content-type': type }), found);
    });
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { contents, digest }: DashboardFile) {
  const coding = codingFor(request.headers['accept-encoding'] ?? '');
  // One tag for each coding: a cache must not take the bytes of one for those of another.
  const tag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;
  reply.header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(contents[coding]);
}

/** The first coding that the header names without refusing it (`;q=0`). */
function codingFor(accepted: string): Coding {
  const offered = accepted
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*/));
  const isAccepted = (coding: Coding) =>
    offered.some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? ''));
  return codings.find(isAccepted) ?? 'identity';
}

async function read(file: string): Promise<DashboardFile | undefined> {
  const content = await readFile(new URL(file, built)).catch(() => undefined);
  if (content === undefined) return undefined;
  const [br, gzipped] = await Promise.all([brotli(content), promisify(gzip)(content)]);
  return {
    contents: { br, gzip: gzipped, identity: content },
    digest: createHash('sha256').update(content).digest('base64url'),
  };
}

/** At a middle quality: the best one takes a second for a few percent. */
function brotli(content: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
}

function notBuilt(): Refusal {
  return refuse('NotFound', 'The dashboard is not built. In the folder of coord: npm run build');
}
