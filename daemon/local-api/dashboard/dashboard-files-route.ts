import { dashboardPath } from '../../../shared/dashboard/files.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { DashboardFiles } from '../../../shared/node/dashboard-files.ts';
import { send } from '../exchange.ts';
import type { Exchange, Route, Routes } from '../local-api.ts';

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
