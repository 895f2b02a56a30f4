import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { hardenedEnvironment, parseSettings, promisorsIn, withheldSettings } from './harden.ts';
import type { IsTrusted, OwnSetting, Setting } from './harden.ts';
import { commonDirOf, findWorkTree, type WorkTree } from './repository.ts';
import type { GitResult } from './git-calls.ts';
import { trustIn } from './trusted-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;
/** What a call adds to the environment. */
type Given = Readonly<Record<string, string>>;

/** What a repository's own settings come to for a call. */
export interface Hardened {
  /** For git: makes what is withheld of no effect, in the repository that the settings are of. */
  readonly environment: Readonly<Record<string, string>>;
  readonly withheld: readonly OwnSetting[];
  readonly isTrusted: IsTrusted;
  /** The remotes from which git fetches what is missing in a partial clone. */
  readonly promisors: readonly string[];
  readonly places: Partial<WorkTree>;
}

interface Reading {
  readonly hardened: Hardened;
  /** The files that it came from, as they were; undefined where they cannot all be named, and it counts for one call. */
  readonly stamps: ReadonlyMap<string, string> | undefined;
}

export interface OwnSettingsOptions {
  readonly inherited: Environment;
  /** Where the person's trust is kept. */
  readonly trustFile: string | undefined;
  /** Lists the settings that git would use there. */
  readonly list: (folder: string, environment: Given) => Promise<GitResult>;
}

/** What tells one call's settings from another's. */
const leading: ReadonlySet<string> = new Set([
  'GIT_DIR',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
]);
const maxReadings = 200;

/** GIT-1: reads a repository's own settings once, and again when a file that they come from has changed. */
export class OwnSettings {
  private readonly readings = new LRUCache<string, Promise<Reading | GitResult>>({
    max: maxReadings,
  });

  constructor(private readonly options: OwnSettingsOptions) {}

  /** The same object as long as nothing has changed; git's own failure where it cannot read them. */
  async of(folder: string, environment: Given = {}): Promise<Hardened | GitResult> {
    const key = JSON.stringify([folder, leadingIn(environment)]);
    const known = await this.readings.get(key);
    if (known !== undefined && 'stamps' in known && isFresh(known.stamps)) return known.hardened;
    const reading = this.read(folder, environment);
    this.readings.set(key, reading);
    const result = await reading;
    if ('hardened' in result) return result.hardened;
    this.readings.delete(key);
    return result;
  }

  private async read(folder: string, environment: Given): Promise<Reading | GitResult> {
    const places = placesOf(folder, environment);
    const files = [...repositoryFiles(places), ...this.usersFiles(environment)];
    const before = stampsOf(files);
    const listing = await this.options.list(folder, environment);
    if (listing.exitCode !== 0) return listing;
    const settings = parseSettings(listing.stdout);
    const isTrusted = trustIn(this.options.trustFile);
    const withheld = withheldSettings(settings, isTrusted);
    const hardened = {
      environment: { ...leadingIn(environment), ...hardenedEnvironment(settings, withheld) },
      withheld,
      isTrusted,
      promisors: promisorsIn(settings),
      places,
    };
    const top = places.root ?? places.gitDir ?? folder;
    const others = this.filesNamedIn(settings, top);
    const isWhole = places.gitDir !== undefined && !others.includes(undefined);
    const named = others.filter((file) => file !== undefined && !before.has(file)) as string[];
    return { hardened, stamps: isWhole ? new Map([...before, ...stampsOf(named)]) : undefined };
  }

  private usersFiles(environment: Given): string[] {
    const { inherited, trustFile } = this.options;
    const given = { ...inherited, ...environment };
    const home = given['HOME'] ?? '/';
    const global = given['GIT_CONFIG_GLOBAL'];
    const usual = [
      join(home, '.gitconfig'),
      join(given['XDG_CONFIG_HOME'] || join(home, '.config'), 'git', 'config'),
    ];
    return [
      ...(global === undefined ? usual : [global]),
      given['GIT_CONFIG_SYSTEM'] ?? '/etc/gitconfig',
      ...(trustFile === undefined ? [] : [trustFile]),
    ];
  }

  /** The files that settings came from, and those that they include or would include; undefined for one that cannot be found. */
  private filesNamedIn(settings: readonly Setting[], top: string): (string | undefined)[] {
    const home = this.options.inherited['HOME'] ?? '/';
    return settings.flatMap(({ origin = '', name, value }) => {
      if (!origin.startsWith('file:')) return [];
      const from = resolve(top, origin.slice('file:'.length));
      if (!/^include(if\..*)?\.path$/s.test(name)) return [from];
      if (value.startsWith('~/')) return [from, join(home, value.slice(2))];
      if (/^[~%]/.test(value)) return [from, undefined];
      return [from, isAbsolute(value) ? value : join(dirname(from), value)];
    });
  }
}

function leadingIn(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([name]) => leading.has(name)));
}

function placesOf(folder: string, environment: Given): Partial<WorkTree> {
  const workTree = findWorkTree(folder);
  const gitDir = environment['GIT_DIR'] ?? workTree?.gitDir;
  return {
    ...(workTree !== undefined && { root: workTree.root }),
    ...(gitDir !== undefined && { gitDir, commonDir: commonDirOf(gitDir) }),
  };
}

/** HEAD, because a file can be included on a certain branch. */
function repositoryFiles({ gitDir, commonDir }: Partial<WorkTree>): string[] {
  if (gitDir === undefined || commonDir === undefined) return [];
  return [join(commonDir, 'config'), join(gitDir, 'config.worktree'), join(gitDir, 'HEAD')];
}

function isFresh(stamps: ReadonlyMap<string, string> | undefined): boolean {
  if (stamps === undefined) return false;
  for (const [file, stamp] of stamps) if (stampOf(file) !== stamp) return false;
  return true;
}

function stampsOf(files: readonly string[]): Map<string, string> {
  return new Map(files.map((file) => [file, stampOf(file)]));
}

/** Another one after every change of the file; empty while it is not there. */
export function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return '';
  }
}
