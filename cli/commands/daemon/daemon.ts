import { dirname, join, resolve } from 'node:path';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { namelessSlug, slugOf } from '../../../shared/kernel/slug.ts';
import { chosenWorkspace } from '../../connection/workspace-choice.ts';
import { version } from '../../../shared/version.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { hookScriptPath } from '../../../shared/clients/common/hook-script-path.ts';
import { connectToDaemon } from '../../connection/connect.ts';
import { namingVariable } from '../../connection/refused-key.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { Output } from '../../terminal/output.ts';
import type { RunDaemonOptions as DaemonStart } from '../../../daemon/main.ts';
import { isSetUpUpstream } from '../../init/upstream.ts';
import { gitRunner } from '../../../shared/node/git/run.ts';
import { findWorkTree, repositoryName } from '../../../shared/node/git/repository.ts';
import { tryReadText } from '../../../shared/node/disk/files.ts';
import { isOnSearchPath } from '../../../shared/node/search-path.ts';

export interface DaemonOptions {
  readonly repo?: string;
  readonly port?: number;
  readonly relay?: string;
  readonly key?: string;
  readonly workspace?: string;
  readonly verbose?: boolean;
  /** Whether another one of the team has come first. */
  readonly isJoining?: boolean;
}

const patienceMs = 2_000;
const progressEveryMs = 100;

/** `coord daemon`: the repository's daemon, until it is asked to stop. */
export async function daemon(
  { terminal, output }: Context,
  options: DaemonOptions,
): Promise<Outcome> {
  const directory = resolve(terminal.directory, options.repo ?? '.');
  const workspace = options.workspace ?? chosenWorkspace(directory);
  let stopped = false;
  const stopRequested = terminal.stopRequested().then(() => (stopped = true));
  const waiting = setTimeout(() => sayWaiting({ terminal, output }), patienceMs);
  const { runDaemon } = await import('../../../daemon/main.ts');
  const { environment, platform, homeDirectory } = terminal;
  const machine = { environment, platform, homeDirectory };
  const onIndexProgress = progressLine(output);
  const places = { directory, workspace };
  const running = await runDaemon({
    ...machine,
    ...options,
    ...places,
    stopRequested,
    onIndexProgress,
    onNotice: (sentence) => output.note(`coord daemon: ${sentence}`),
  });
  clearTimeout(waiting);
  if (isRefusal(running)) return stopped ? 0 : namingVariable(running, terminal, options.key);
  const { url, keyFile: key_file } = running;
  const { id: workspace_id, slug: workspace_slug } = running.workspace;
  const ready = { ready: true, url, version, workspace_id, workspace_slug, key_file };
  const nextStep = await nextStepFor({ ...terminal, directory }, options.isJoining === true);
  const link = await linkStep(terminal.environment);
  const unnamed = await unnamedWorkspace(
    { ...terminal, directory },
    { workspace, slug: workspace_slug },
  );
  output.show(ready, () =>
    [
      `coord daemon ${version} listens on ${url} for ${workspace_slug}`,
      ...unnamed,
      nextStep,
      ...link,
      'Stop it with Ctrl-C.',
    ].join('\n'),
  );
  await stopRequested;
  await running.close();
  return 0;
}

function sayWaiting({ output }: Context): void {
  if (output.progress !== undefined) output.note('Waiting for the relay to answer...');
}

const initStep =
  'Next, in another terminal: coord init   (lets the agents of this repository ask it)';
const statusStep = 'Next, in another terminal: coord status, or in a browser: coord open';

const pullStep =
  'Next, in another terminal: git pull   (somebody has committed what coord init makes)';
const joinStep =
  'Next, in another terminal: git pull, for the hooks that somebody may have committed; only if nobody has: coord init';

async function nextStepFor(terminal: Terminal, isJoining: boolean): Promise<string> {
  const { directory, environment } = terminal;
  if (await isSetUp(directory)) return statusStep;
  const git = gitRunner(environment, { timeoutMs: 5_000 });
  const root = findWorkTree(directory)?.root;
  if (root !== undefined && (await isSetUpUpstream(git, root))) return pullStep;
  return isJoining ? joinStep : initStep;
}

/** Who has started it with `npm start` may not have the command yet. */
async function linkStep(environment: Terminal['environment']): Promise<string[]> {
  const manifest = environment['npm_package_json'];
  if (environment['npm_lifecycle_event'] !== 'start' || manifest === undefined) return [];
  const isThere = await isOnSearchPath('coord', environment['PATH'] ?? '');
  return isThere
    ? []
    : [`In ${dirname(manifest)}, once: npm link   (puts the command coord on your path)`];
}

/** Whether `coord init` has been run in the repository. */
async function isSetUp(folder: string): Promise<boolean> {
  const repository = findWorkTree(folder);
  return (
    repository !== undefined && tryReadText(join(repository.root, hookScriptPath)) !== undefined
  );
}

/** Who has one workspace may have several projects: a repository that joined it unasked is said so. */
async function unnamedWorkspace(
  terminal: Terminal,
  { workspace, slug }: { workspace: string | undefined; slug: string },
): Promise<string[]> {
  const repository = workspace === undefined ? findWorkTree(terminal.directory) : undefined;
  if (repository === undefined) return [];
  const name = repositoryName(repository);
  if (slugOf(name, namelessSlug) === slug) return [];
  return (await isOnlyWorkspace(terminal))
    ? [
        `${name} shares ${slug}, the one workspace that you are in. For one of its own, stop it, and: coord workspace create ${JSON.stringify(name)}`,
      ]
    : [
        `No workspace was named for ${name}: it shares ${slug}. If that is right: coord workspace use ${slug}`,
        'If not, stop it, and start it with another: coord daemon --workspace SLUG',
      ];
}

async function isOnlyWorkspace(terminal: Terminal): Promise<boolean> {
  const connection = await connectToDaemon(terminal);
  if (isRefusal(connection)) return false;
  const answer = await connection.client.call('listWorkspaces', { limit: 2 });
  return !isRefusal(answer) && answer.workspaces.length === 1;
}

/** One line on a terminal, written over and over while the index grows, and taken away when it is whole. */
function progressLine({ progress }: Output): DaemonStart['onIndexProgress'] {
  if (progress === undefined) return undefined;
  let shownAtMs = 0;
  let isShown = false;
  return ({ done, total }) => {
    const nowMs = Date.now();
    if (done < total && nowMs - shownAtMs < progressEveryMs) return;
    if (done < total) progress(`Indexing ${done} of ${total} files`);
    else if (isShown) progress('');
    shownAtMs = nowMs;
    isShown = done < total;
  };
}
