import type { GitResult } from './git-calls.ts';
import type { OwnSetting } from './harden.ts';
import { ownFolders } from './own-folders.ts';
import type { Hardened } from './own-settings.ts';
import { leadsToOwnFolder } from './remote-address.ts';

export interface FoundRemote {
  /** All of them after all rewriting, also those to push to. */
  readonly addresses: readonly string[];
  /** Those that lead to a folder that came along; undefined where none does, and where a person has confirmed them. */
  readonly own: OwnSetting | undefined;
}

/** Starts git with what makes the repository's settings harmless, for a question that talks to nobody. */
type Ask = (folder: string, args: readonly string[], hardened: Hardened) => Promise<GitResult>;

/** GIT-2: which remotes lead to a folder that came along with the repository. */
export class OwnAddresses {
  private readonly harmless = new WeakSet<Hardened>();

  constructor(private readonly ask: Ask) {}

  async find(folder: string, remote: string, hardened: Hardened): Promise<FoundRemote> {
    const addresses = await this.addressesOf(folder, remote, hardened);
    const folders = [folder, ...ownFolders(hardened.places)];
    const values = addresses.filter((address) => leadsToOwnFolder(address, folders));
    const own = { name: `remote.${remote}.url`, values };
    const isUsed = values.length === 0 || hardened.isTrusted(own);
    return { addresses, own: isUsed ? undefined : own };
  }

  /**
   * Those from which git would fetch a missing object by itself, in whatever command. That there are none is asked once for the
   * same settings, for nearly every call is such a command; an answer that did not come in time is asked for again.
   */
  async promisors(folder: string, hardened: Hardened): Promise<readonly OwnSetting[]> {
    if (hardened.promisors.length === 0 || this.harmless.has(hardened)) return [];
    const found = await this.among(folder, hardened.promisors, hardened);
    if (found.length === 0) this.harmless.add(hardened);
    return found;
  }

  async among(
    folder: string,
    remotes: readonly string[],
    hardened: Hardened,
  ): Promise<readonly OwnSetting[]> {
    const found = await Promise.all(
      remotes.map(async (remote) => (await this.find(folder, remote, hardened)).own ?? []),
    );
    return found.flat();
  }

  private async addressesOf(
    folder: string,
    remote: string,
    hardened: Hardened,
  ): Promise<readonly string[]> {
    const ask = async (...args: string[]) =>
      linesOf(await this.ask(folder, [...args, '--', remote], hardened));
    const answers = await Promise.all([
      ask('remote', 'get-url', '--all'),
      ask('remote', 'get-url', '--all', '--push'),
    ]);
    const found = [...new Set(answers.flat())];
    if (found.length > 0) return found;
    // Without an address git takes the name of the remote for one, and rewrites it too.
    return [remote, ...(await ask('ls-remote', '--get-url'))];
  }
}

/** What git answered one a line. */
export function linesOf({ stdout }: GitResult): string[] {
  return stdout.split('\n').filter((line) => line !== '');
}
