import { setUpClients, type InitOptions, type InitReport } from '../../cli/init/set-up-clients.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';

function optionsFor(directory: string, options: Partial<InitOptions>): InitOptions {
  return { directory, clients: [], undo: false, dryRun: false, searchPath: '', ...options };
}

export async function init(
  directory: string,
  options: Partial<InitOptions> = {},
): Promise<InitReport> {
  const report = await setUpClients(optionsFor(directory, options));
  if (isRefusal(report)) throw new Error(report.message);
  return report;
}

export async function refused(
  directory: string,
  options: Partial<InitOptions> = {},
): Promise<Refusal> {
  const report = await setUpClients(optionsFor(directory, options));
  if (!isRefusal(report)) throw new Error('init was not refused');
  return report;
}

export function actions(report: InitReport): Record<string, string> {
  return Object.fromEntries(report.files.map(({ path, action }) => [path, action]));
}

export function linesOf(report: InitReport, path: string): string[] {
  return report.files.find((file) => file.path === path)?.lines ?? [];
}
