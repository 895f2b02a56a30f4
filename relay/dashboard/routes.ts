import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dashboardPath } from '../../shared/dashboard/files.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { DashboardFiles, noSuchAddress } from '../../shared/node/dashboard-files.ts';

/** DSH-20: the framework calls no route for an address that it cannot decode. Undefined for what is not below the dashboard. */
export function undecodedRefusal(
  error: FastifyError,
  { url }: FastifyRequest,
): Refusal | undefined {
  const isBelow = error.code === 'FST_ERR_BAD_URL' && url.startsWith(`${dashboardPath}/`);
  return isBelow ? noSuchAddress : undefined;
}

/** Serves the dashboard: its files, and the page at every address below its own (DSH-20). */
export function addDashboard(
  app: FastifyInstance,
  sendRefusal: (reply: FastifyReply, refusal: Refusal) => void,
): void {
  const files = new DashboardFiles('relay');
  const handler = async ({ raw, headers }: FastifyRequest, reply: FastifyReply) => {
    const answer = await files.answer((raw.url ?? '').split('?')[0] ?? '', headers);
    if (isRefusal(answer)) return sendRefusal(reply, answer);
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  };
  for (const path of [dashboardPath, `${dashboardPath}/*`])
    app.get(path, { exposeHeadRoute: true }, handler);
}
