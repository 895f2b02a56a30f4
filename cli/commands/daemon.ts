import { join, resolve } from 'node:path';
import { endpointFolder } from '../../shared/kernel/endpoint.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { workspaceChoiceFile } from '../../shared/kernel/workspace-choice.ts';
import { version } from '../../shared/version.ts';
import type { Context, Outcome } from '../command.ts';
import { findRepository, textOf } from '../repository.ts';

export interface DaemonOptions {
  readonly repo?: string;
  readonly port?: number;
  readonly relay?: string;
  readonly key?: string;
  readonly workspace?: string;
  readonly verbose?: boolean;
}

const patienceMs = 2_000;

/** `coord daemon`: the repository's daemon, until it is asked to stop. */
export async function daemon(
  { terminal, output }: Context,
  options: DaemonOptions,
): Promise<Outcome> {
  const directory = resolve(terminal.directory, options.repo ?? '.');
  const workspace = options.workspace ?? (await chosenWorkspace(directory));
  let stopped = false;
  const stopRequested = terminal.stopRequested().then(() => (stopped = true));
  const waiting = setTimeout(() => sayWaiting({ terminal, output }), patienceMs);
  const { runDaemon } = await import('../../daemon/main.ts');
  const { environment, platform, homeDirectory } = terminal;
  const machine = { environment, platform, homeDirectory };
  const running = await runDaemon({ ...machine, ...options, directory, workspace, stopRequested });
  clearTimeout(waiting);
  if (isRefusal(running)) return stopped ? 0 : running;
  const { url, keyFile: key_file } = running;
  const { id: workspace_id, slug: workspace_slug } = running.workspace;
  const ready = { ready: true, url, version, workspace_id, workspace_slug, key_file };
  output.show(ready, () =>
    [
      `coord daemon ${version} listens on ${url} for ${workspace_slug}`,
      'Look at it with: coord status',
      'Stop it with Ctrl-C.',
    ].join('\n'),
  );
  await stopRequested;
  await running.close();
  return 0;
}

function sayWaiting({ terminal, output }: Context): void {
  if (terminal.errors.isTTY === true) output.note('Waiting for the relay to answer...');
}

/** What `coord workspace use` has chosen for the repository. */
async function chosenWorkspace(folder: string): Promise<string | undefined> {
  const repository = await findRepository(folder).catch(() => undefined);
  if (repository === undefined || isRefusal(repository)) return undefined;
  const text = await textOf(join(repository.commonDirectory, endpointFolder, workspaceChoiceFile));
  return text?.trim() || undefined;
}
