import { tmpdir, userInfo } from 'node:os';
import { systemClock } from '../shared/node/time/system-clock.ts';
import { stateFolder, type Machine } from '../shared/node/state-folder.ts';
import { loginFor, readLogins } from '../shared/node/logins.ts';
import { chosenRelay } from '../shared/node/relay-login.ts';
import { isRefusal, refuse, type Refusal } from '../shared/kernel/refusal.ts';
import { durationsFrom } from '../shared/sessions/settings.ts';
import { version } from '../shared/version.ts';
import { hasOwnRelay, statePaths, type DaemonOptions } from './config.ts';
import type { RelayChoice } from './relay-connection/one-workspace.ts';
import { startDaemon, type Daemon } from './daemon.ts';
import { requireWorkTree } from '../shared/node/git/ownership.ts';
import { silentLogger, verboseLogger } from './kernel/logger.ts';
import { watchSettingFrom } from './watching/choose-watcher.ts';
import { identityIn, type Identity } from './replica/store.ts';
import type { WorkTree } from '../shared/node/git/repository.ts';

export interface RunDaemonOptions extends Machine {
  /** A folder in the repository. */
  readonly directory: string;
  /** 0 picks a free one; without it 4177, or a free one when that is taken. */
  readonly port?: number | undefined;
  /** The address of the team's relay; without it that of the environment, of the latest login, or the embedded relay. */
  readonly relay?: string | undefined;
  readonly key?: string | undefined;
  /** The slug of a workspace. */
  readonly workspace?: string | undefined;
  /** Tells on stderr what the daemon does. */
  readonly verbose?: boolean | undefined;
  /** Told what the person who started the daemon should know, in a sentence. */
  readonly onNotice?: DaemonOptions['onNotice'];
  /** Told while files are indexed: how many of how many. */
  readonly onIndexProgress?: DaemonOptions['onIndexProgress'];
  /** Ends the wait for a relay that does not answer. */
  readonly stopRequested?: Promise<unknown> | undefined;
}

/** A daemon that listens and knows its workspace. */
export interface RunningDaemon extends Pick<Daemon, 'url' | 'keyFile' | 'close'> {
  readonly workspace: Identity['workspace'];
}

const defaultPort = 4177;

/**
 * `coord daemon`: answers when the workspace is known, which for a new relay takes as long as that takes to answer; hooks
 * are answered before. The refusal says what to change when it cannot start.
 */
export async function runDaemon(options: RunDaemonOptions): Promise<RunningDaemon | Refusal> {
  const parsed = await daemonOptions(options);
  if (isRefusal(parsed)) return parsed;
  const daemon = await startDaemon(parsed);
  if (isRefusal(daemon)) return daemon;
  const identity = await Promise.race([daemon.identified, stopped(options)]);
  if (!isRefusal(identity)) return { ...daemon, workspace: identity.workspace };
  await daemon.close();
  return identity;
}

/** LNK-6: whether the repository's daemon, which does not run now, keeps its workspace in a relay of its own. */
export function keepsOwnRelay(workTree: WorkTree, machine: Machine): boolean {
  const places = { workTree, stateFolder: stateFolder(machine), temporaryFolder: tmpdir() };
  const { database, relayDatabase } = statePaths(places);
  return hasOwnRelay(relayDatabase, identityIn(database));
}

async function stopped({ stopRequested }: RunDaemonOptions): Promise<Refusal> {
  await (stopRequested ?? new Promise(() => undefined));
  return refuse('Unavailable', 'Stopped before the relay answered.');
}

async function daemonOptions(options: RunDaemonOptions): Promise<DaemonOptions | Refusal> {
  const { directory, environment } = options;
  const workTree = await requireWorkTree(directory, environment);
  if (isRefusal(workTree)) return workTree;
  const relay = relayChoice(options);
  if (isRefusal(relay)) return relay;
  const durations = durationsFrom(environment);
  if (isRefusal(durations)) return durations;
  const watch = watchSettingFrom(environment);
  if (isRefusal(watch)) return watch;
  return {
    workTree,
    relay,
    newKey: newKeyOf(options, relay),
    durations,
    watch,
    environment,
    port: options.port ?? { preferred: defaultPort },
    stateFolder: stateFolder(options),
    temporaryFolder: tmpdir(),
    pid: process.pid,
    version,
    onIndexProgress: options.onIndexProgress,
    onNotice: options.onNotice,
    workspaceSlug: options.workspace,
    userName: userInfo().username,
    logger: options.verbose === true ? await verboseLogger() : silentLogger,
    clock: systemClock,
  };
}

/** LNK-5: a key that `coord login` has kept since. One that was there already had its chance, or was passed over on purpose. */
function newKeyOf(machine: Machine, relay: RelayChoice): (() => string | undefined) | undefined {
  if (relay.kind === 'embedded') return undefined;
  const keyNow = () => {
    const logins = readLogins(stateFolder(machine));
    return isRefusal(logins) ? undefined : loginFor(logins, relay.url)?.key;
  };
  const before = keyNow();
  return () => {
    const now = keyNow();
    return now === before ? undefined : now;
  };
}

/** The relay that is named, the one of the latest login (LNK-6), or the embedded one. */
function relayChoice(options: RunDaemonOptions): RelayChoice | Refusal {
  const chosen = chosenRelay(options, options);
  if (chosen === undefined) return { kind: 'embedded' };
  if (isRefusal(chosen)) return chosen;
  const { relay: url, key, byLogin } = chosen;
  return { kind: 'remote', url, key, byLogin };
}
