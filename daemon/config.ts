import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { socketFiles } from '../shared/node/endpoint.ts';
import type { ConnectionLimits } from '../shared/node/http/connections.ts';
import type { MachineClock } from '../shared/kernel/clock.ts';
import type { Durations } from '../shared/sessions/rules.ts';
import { ownRelayDatabase, repositoryState, type WorkTree } from '../shared/node/git/repository.ts';
import type { ScanProgress } from './index/full-scan.ts';
import type { Logger } from './kernel/logger.ts';
import type { WatchSetting } from './watching/choose-watcher.ts';
import { embeddedRelayName, type RelayChoice } from './relay-connection/one-workspace.ts';
import { asData } from '../shared/kernel/display.ts';
import type { Identity } from './replica/store.ts';

/** Everything a daemon needs to know, parsed. */
export interface DaemonOptions {
  readonly workTree: WorkTree;
  /** 0 picks a free port; `preferred` gives way to a free one when it is taken. */
  readonly port: number | { readonly preferred: number };
  readonly stateFolder: string;
  /** A private folder for short socket paths. */
  readonly temporaryFolder: string;
  readonly pid: number;
  readonly version: string;
  readonly relay: RelayChoice;
  /** The key of this relay that a person has signed in with since the daemon started; undefined without one. */
  readonly newKey?: (() => string | undefined) | undefined;
  readonly workspaceSlug?: string | undefined;
  readonly durations: Durations;
  /** Names the models of the embedded relay, if any. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Who the user is where git does not know a name. */
  readonly userName: string;
  readonly logger: Logger;
  /** Told what the person who started the daemon should know, in a sentence. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly clock: MachineClock;
  /** DUR-9: the watcher to use; undefined lets the daemon choose. */
  readonly watch?: WatchSetting;
  /** Of the local servers, in place of the defaults. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  /** Told while files are indexed: how many of how many. */
  readonly onIndexProgress?: ((progress: ScanProgress) => void) | undefined;
}

/** The daemon's files for one repository; the folder is private to the user. */
export interface StatePaths {
  readonly folder: string;
  readonly database: string;
  readonly token: string;
  /** What tells this home of daemons from those of other machines (RSV-17). */
  readonly homeId: string;
  readonly key: string;
  readonly relayDatabase: string;
  readonly socket: string;
}

/** What fits into the address of a Unix socket everywhere, with room to spare. */
const maxSocketPath = 100;

/** The same for every work tree of the repository. */
export function statePaths({
  stateFolder,
  workTree,
  temporaryFolder,
}: Pick<DaemonOptions, 'stateFolder' | 'workTree' | 'temporaryFolder'>): StatePaths {
  const folder = repositoryState(stateFolder, workTree);
  const socket = join(folder, socketFiles.socket);
  const short = join(temporaryFolder, `coord-${digestOf(folder)}`, socketFiles.socket);
  return {
    folder,
    database: join(folder, 'daemon.db'),
    token: join(folder, 'token'),
    homeId: join(stateFolder, 'home-id'),
    key: join(folder, 'key'),
    relayDatabase: ownRelayDatabase(folder),
    socket: Buffer.byteLength(socket) > maxSocketPath ? short : socket,
  };
}

function digestOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 8);
}

/** LNK-6: whether the daemon whose store says `stored` has its data in a relay of its own. */
export function hasOwnRelay(relayDatabase: string, stored: Identity | undefined): boolean {
  const isInside = stored === undefined || stored.relay === embeddedRelayName;
  return isInside && existsSync(relayDatabase);
}

/**
 * LNK-6: the options of a daemon that goes on with the data of its own, where only a login speaks for another relay. Whoever
 * started it is told.
 */
export function keepEmbedded(
  options: DaemonOptions,
  { relayDatabase }: Pick<StatePaths, 'relayDatabase'>,
  stored: Identity | undefined,
): DaemonOptions {
  const { relay, workspaceSlug, onNotice } = options;
  if (relay.kind === 'embedded' || relay.byLogin !== true || workspaceSlug !== undefined)
    return options;
  if (!hasOwnRelay(relayDatabase, stored)) return options;
  onNotice?.(
    `This repository goes on with the relay inside its daemon, whose data are in ${asData(relayDatabase)}. ` +
      `To leave them there and join ${relay.url}, stop it, and start it again: coord daemon --relay ${relay.url}`,
  );
  return { ...options, relay: { kind: 'embedded' }, newKey: undefined };
}
