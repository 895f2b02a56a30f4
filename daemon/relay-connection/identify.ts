import type { Output } from '../../shared/api/operations.ts';
import { isOwnRefusal, isUsedUp } from '../../shared/api/own-refusal.ts';
import { isRefusal, type Refusal, refuse } from '../../shared/kernel/refusal.ts';
import { namelessSlug, slugOf } from '../../shared/kernel/slug.ts';
import { readPrivateFile, writePrivateFile } from '../../shared/node/disk/files.ts';
import { repositoryName, type WorkTree } from '../../shared/node/git/repository.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { gitUser } from '../../shared/node/git/user.ts';
import type { Durations } from '../../shared/sessions/rules.ts';
import type { Logger } from '../kernel/logger.ts';
import type { EmbeddedRelay } from './embedded-relay.ts';
import { embeddedRelayName, type RelayChoice, relayName } from './one-workspace.ts';
import type { Identity } from '../replica/store.ts';
import { openUpstream, type Upstream } from './upstream.ts';

interface RelaySettings {
  readonly relay: RelayChoice;
  readonly workTree: WorkTree;
  /** The workspace that is asked for, if one is. */
  readonly workspaceSlug?: string | undefined;
  /** Who the user is where git does not know a name. */
  readonly userName: string;
  /** Where the developer's key is kept. */
  readonly keyFile: string;
  readonly durations: Durations;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  /** Told in a sentence what whoever started the daemon should know. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  /** The key of this relay that a person has signed in with since the daemon started; undefined without one. */
  readonly newKey?: (() => string | undefined) | undefined;
}

/** A relay that answers, and who and where this daemon is in it. */
export interface IdentifiedRelay {
  readonly upstream: Upstream;
  readonly identity: Identity;
}

type Profile = Output<'profile'>;
type Membership = Profile['workspaces'][number];

/**
 * Finds out who the user is and which workspace the repository belongs to. A daemon that was there before goes on as who it was,
 * whatever is answered instead: it finds out by following whether it is still let in (LNK-5). Refusals: Unavailable while the
 * relay cannot be reached and nothing is known from earlier; others are for the user to correct.
 */
async function identifyAtRemoteRelay(
  settings: RelaySettings,
  upstream: Upstream,
  stored: Identity | undefined,
): Promise<IdentifiedRelay | Refusal> {
  const wanted = settings.workspaceSlug;
  const isHere = stored?.relay === relayName(settings);
  const isWanted = isHere && (wanted === undefined || wanted === stored.workspace.slug);
  const asBefore = stored !== undefined && isWanted ? { upstream, identity: stored } : undefined;
  const profile = await upstream.client.call('profile', {});
  if (isRefusal(profile)) return asBefore ?? firstRefusal(profile, upstream.url);
  const isGone = !profile.workspaces.some(({ slug }) => slug === stored?.workspace.slug);
  if (asBefore !== undefined && isGone && profile.id === stored?.userId) return asBefore;
  const workspace = chooseWorkspace(profile.workspaces, {
    wanted,
    stored: stored?.workspace.slug,
    repository: slugOf(repositoryName(settings.workTree), namelessSlug),
    userId: profile.id,
    relay: upstream.url,
  });
  if (isRefusal(workspace)) return workspace;
  return { upstream, identity: identityOf(relayName(settings), profile, workspace) };
}

/** Whoever comes for the first time may have the address of something else, or a key that was revoked. */
function firstRefusal(profile: Refusal, url: string): Refusal {
  if (isFromStranger(profile)) return refuse('ValidationError', `${url}: ${profile.message}`);
  if (profile.error === 'Unauthorized')
    return refuse(
      'Unauthorized',
      `${url} does not accept this key. Sign in with: coord login --relay ${url}`,
    );
  return profile;
}

/** A server that fails may have the relay behind it. */
function isFromStranger(profile: Refusal): boolean {
  return !isOwnRefusal(profile) && !(Number(profile.details['status']) >= 500);
}

/** The developer's user, workspace and key in the embedded relay; they are made on the first start. */
async function identifyAtEmbeddedRelay(
  settings: RelaySettings,
  relay: EmbeddedRelay,
): Promise<IdentifiedRelay | Refusal> {
  const slug = settings.workspaceSlug ?? slugOf(repositoryName(settings.workTree), namelessSlug);
  const key = readPrivateFile(settings.keyFile);
  if (isRefusal(key)) return key;
  if (key !== undefined) {
    const upstream = await openUpstream(relay.url, key);
    const known = await memberOf(upstream, slug);
    if (known !== undefined && !isRefusal(known)) return known;
    await upstream.close();
    if (known !== undefined) return known;
  }
  const made = await relay.bootstrap({
    ...(await developer(settings)),
    workspaceSlug: slug,
    workspaceName: repositoryName(settings.workTree),
  });
  writePrivateFile(settings.keyFile, `${made.key}\n`);
  const upstream = await openUpstream(relay.url, made.key);
  const connection = await memberOf(upstream, slug);
  return connection ?? refuse('Unavailable', 'The embedded relay does not know its own user.');
}

interface WorkspaceNames {
  readonly wanted: string | undefined;
  readonly stored: string | undefined;
  readonly repository: string;
  /** Whoever is in no such workspace has to be added by it. */
  readonly userId: string;
  readonly relay: string;
}

/**
 * The workspace that is wanted, that was used before, that is the only one, or that is named like the repository; refused
 * with the choices when none of that says which.
 */
export function chooseWorkspace(
  workspaces: readonly Membership[],
  names: WorkspaceNames,
): Membership | Refusal {
  const bySlug = (slug: string | undefined) => workspaces.find((one) => one.slug === slug);
  const choices = workspaces.map(({ slug }) => slug).join(', ');
  if (names.wanted !== undefined) {
    const yours = choices === '' ? '' : ` Yours are: ${choices}.`;
    const text = `You are in no workspace ${names.wanted}.${yours} ${howToJoin(names, names.wanted)}`;
    return bySlug(names.wanted) ?? refuse('NotFound', text);
  }
  const only = workspaces.length === 1 ? workspaces[0] : undefined;
  const chosen = bySlug(names.stored) ?? only ?? bySlug(names.repository);
  if (chosen !== undefined) return chosen;
  return workspaces.length === 0
    ? refuse('NotFound', `You are in no workspace of this relay yet. ${howToJoin(names)}`)
    : refuse('Conflict', `Say which workspace with --workspace SLUG. Yours are: ${choices}.`);
}

/** ACC-3: members manage nobody. Who comes first makes the workspace. */
function howToJoin({ userId, relay }: WorkspaceNames, slug?: string): string {
  const named = slug === undefined ? '' : ` --slug ${slug}`;
  const make = `If there is none yet, make it: coord workspace create NAME${named} --relay ${relay}`;
  return `Ask an admin of it to run: coord workspace add-member ${userId} --workspace ${slug ?? 'SLUG'}\n${make}`;
}

/** Undefined where the key is not good for it; a refusal where that is not known. */
async function memberOf(
  upstream: Upstream,
  slug: string,
): Promise<IdentifiedRelay | Refusal | undefined> {
  const profile = await upstream.client.call('profile', {});
  if (isRefusal(profile)) return isUsedUp(profile) ? profile : undefined;
  const workspace = profile.workspaces.find((one) => one.slug === slug);
  return workspace && { upstream, identity: identityOf(embeddedRelayName, profile, workspace) };
}

function identityOf(relay: string, profile: Profile, workspace: Membership): Identity {
  const { id, slug, name } = workspace;
  return { relay, userId: profile.id, userName: profile.name, workspace: { id, slug, name } };
}

async function developer({ workTree, userName, environment }: RelaySettings) {
  const git = gitRunner(environment);
  const { name = userName, email = `${slugOf(userName, namelessSlug)}@localhost` } = await gitUser(
    git,
    workTree.root,
  );
  return { name, email: email.toLowerCase() };
}

export interface RelayPlace {
  readonly settings: RelaySettings;
  /** The path of the SQLite file of an embedded relay. */
  readonly relayDatabase: string;
}

/** Finds the relay: a remote one, or one in this process, which it starts. What was opened once is used by the next try. */
export class RelayFinder {
  private embeddedRelay: EmbeddedRelay | undefined;
  /** What was opened, before it is known who the user is there. */
  private opened: Upstream | undefined;

  constructor(private readonly place: RelayPlace) {}

  /** One try. `known` is who the user was there before. */
  async find(known: Identity | undefined): Promise<IdentifiedRelay | Refusal> {
    const { settings } = this.place;
    const { relay } = settings;
    if (relay.kind === 'remote') {
      this.opened ??= await openUpstream(relay.url, relay.key);
      return identifyAtRemoteRelay(settings, this.opened, known);
    }
    const embeddedRelay = this.embeddedRelay ?? (await this.startEmbeddedRelay());
    if (isRefusal(embeddedRelay)) return embeddedRelay;
    this.embeddedRelay = embeddedRelay;
    return identifyAtEmbeddedRelay(settings, embeddedRelay);
  }

  /** The next try is made with this key. */
  async openWith(url: string, key: string): Promise<void> {
    await this.opened?.close();
    this.opened = await openUpstream(url, key);
  }

  /** `used`: the connection to a relay that was found without one of its own being opened. */
  async close(used: Upstream | undefined): Promise<void> {
    await (this.opened ?? used)?.close();
    await this.embeddedRelay?.close();
  }

  private async startEmbeddedRelay(): Promise<EmbeddedRelay | Refusal> {
    const { startEmbeddedRelay } = await import('./embedded-relay.ts');
    const { relayDatabase: database, settings } = this.place;
    const { durations, environment, logger } = settings;
    const onError = (error: unknown) => logger.warn(String(error));
    const onNotice = settings.onNotice ?? ((sentence: string) => logger.warn(sentence));
    return startEmbeddedRelay({ database, durations, environment, onError, onNotice });
  }
}
