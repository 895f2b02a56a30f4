import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
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
};

interface DashboardFile {
  readonly content: Buffer;
  readonly tag: string;
}

/** Serves the files of the dashboard. */
export function addDashboard(
  app: FastifyInstance,
  sendRefusal: (reply: FastifyReply, refusal: Refusal) => void,
): void {
  const known = new Map<string, DashboardFile>();
  for (const [path, { file, type }] of Object.entries(dashboardFiles)) {
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      const found = known.get(file) ?? (await read(file));
      if (found === undefined) return sendRefusal(reply, notBuilt());
      known.set(file, found);
      return send(request, reply.headers({ ...headers, 'content-type': type }), found);
    });
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { content, tag }: DashboardFile) {
  reply.header('etag', tag);
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(content);
}

async function read(file: string): Promise<DashboardFile | undefined> {
  const content = await readFile(new URL(file, built)).catch(() => undefined);
  if (content === undefined) return undefined;
  return { content, tag: `"${createHash('sha256').update(content).digest('base64url')}"` };
}

function notBuilt(): Refusal {
  return refuse('NotFound', 'The dashboard is not built. In the folder of coord: npm run build');
}
