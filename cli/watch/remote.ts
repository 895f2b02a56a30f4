import { branchRef, remoteRef } from '../../shared/node/git/safe.ts';
import type { Setting } from '../../shared/node/git/harden.ts';
import { asData, asExact } from '../../shared/kernel/display.ts';
import type { Checkout } from './checkout.ts';
import { fetchFailed, hostileRemote, noRemote, shellWord, type Refused } from './refusals.ts';

/** The remote that a branch follows: `origin`, else the only one, else the one that the branch's upstream is on. */
export function remoteFor(branch: string, settings: readonly Setting[]): string | Refused {
  const addresses = settings.flatMap(({ name, value }) => {
    const remote = /^remote\.(.*)\.url$/s.exec(name)?.[1];
    return remote === undefined ? [] : [{ remote, value }];
  });
  const names = [...new Set(addresses.map(({ remote }) => remote))];
  const upstream = settings.findLast(({ name }) => name === `branch.${branch}.remote`)?.value;
  const chosen =
    names.find((name) => name === 'origin') ??
    (names.length === 1 ? names[0] : names.find((name) => name === upstream));
  if (chosen === undefined) return noRemote(branch, names.length > 1);
  const isHostile =
    !plainName.test(chosen) ||
    addresses.some(({ remote, value }) => remote === chosen && !isPlainAddress(value)) ||
    settings.some(({ name }) => name === `remote.${chosen}.vcs`);
  return isHostile ? hostileRemote(asExact(chosen)) : chosen;
}

/** What git has to be told to pull a branch; undefined where its upstream says that. */
export function pullArguments(branch: string, settings: readonly Setting[]): string | undefined {
  const remote = remoteFor(branch, settings);
  const hasUpstream = settings.some(({ name }) => name === `branch.${branch}.merge`);
  return hasUpstream || typeof remote !== 'string' ? undefined : `${remote} ${shellWord(branch)}`;
}

const plainName = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

/** No option, and no transport that is a program (`ext::sh -c ...`). */
function isPlainAddress(address: string): boolean {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(address)?.[1];
  return (
    !/^-|^[A-Za-z0-9+.-]*::/.test(address) &&
    !/\p{Cc}/u.test(address) &&
    (scheme === undefined || ['file', 'git', 'http', 'https', 'ssh'].includes(scheme.toLowerCase()))
  );
}

/**
 * Fetches one branch and nothing else: no tags, no other names, whatever the remote's settings say. `absent` when the
 * remote has no such branch.
 */
export async function fetchBranch(
  checkout: Checkout,
  { remote, branch, signal }: { remote: string; branch: string; signal: AbortSignal },
): Promise<'fetched' | 'absent' | Refused> {
  const { exitCode, stderr, notUsed } = await checkout.git(
    [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-prune',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      // The remote's own rules for names could lead to a branch of the person's.
      '--refmap=',
      '--end-of-options',
      remote,
      `+${branchRef(branch)}:${remoteRef(remote, branch)}`,
    ],
    { signal },
  );
  if (exitCode === 0) return 'fetched';
  if (/couldn't find remote ref/i.test(stderr)) return 'absent';
  return fetchFailed(remote, asData(causeIn(stderr), 160), notUsed);
}

/** The line that says most. Of a failed ssh that is the one before git's own. */
function causeIn(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.findIndex((line) => line.startsWith('fatal:'));
  const isOfSsh = lines[fatal]?.includes('Could not read from remote repository') === true;
  const cause = isOfSsh ? lines[fatal - 1] : undefined;
  return cause ?? lines[fatal] ?? lines.at(-1) ?? 'git was stopped';
}
