import { spawn } from 'node:child_process';
import { dashboardPath } from '../../../shared/dashboard/files.ts';
import {
  dashboardCodePath,
  openingMark,
  type DashboardView,
  type OpeningCode,
} from '../../../shared/dashboard/opening.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connectToDaemon } from '../../connection/connect.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { askDaemon } from '../../connection/ask-daemon.ts';

/** `coord open`: the dashboard in a browser; in a pipe its link (LOC-8). */
export async function open(
  { terminal, output }: Context,
  { print = false, view }: { readonly print?: boolean; readonly view?: DashboardView },
): Promise<Outcome> {
  const daemon = await connectToDaemon(terminal);
  if (isRefusal(daemon)) return daemon;
  const made = await askDaemon<OpeningCode>(daemon, { path: dashboardCodePath, body: {} });
  if (isRefusal(made)) return made;
  const page = daemon.target.url + dashboardPath + pathOf(view, made);
  const url = `${page}${openingMark}${made.code}`;
  if (!print && output.live && (await startsBrowser(terminal, url))) {
    output.write(`The dashboard is open in your browser: ${page}\n`);
    return 0;
  }
  output.show({ url, expires_in_s: 60 }, () => url);
  if (!output.json) output.note('Open it within a minute. It is for one use, and for you alone.');
  return 0;
}

/** The daemon's workspace, and the view in it; while that is not known, the page begins where it can. */
function pathOf(view: DashboardView | undefined, { workspace }: OpeningCode): string {
  if (workspace === undefined) return '';
  return view === undefined ? `/${workspace}` : `/${workspace}/${view}`;
}

const settledMs = 1_500;

/** Whether the program that opens addresses could be started and did not fail at once. No shell reads the address. */
function startsBrowser({ platform, environment }: Terminal, url: string): Promise<boolean> {
  const [program, ...args] = browserCommand(platform);
  return new Promise((resolve) => {
    const options = { detached: true, stdio: 'ignore', env: { ...environment } } as const;
    const child = spawn(program, [...args, url], options);
    const settled = setTimeout(() => resolve(true), settledMs);
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    child.once('close', () => clearTimeout(settled));
    child.unref();
  });
}

function browserCommand(platform: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
