import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Commands that talk to a remote. */
const transportCommands: ReadonlySet<string> = new Set(['fetch', 'ls-remote', 'push']);

/** The command of a call; settings may stand before it. */
export function commandOf(args: readonly string[]): string {
  let at = 0;
  while (args[at] === '-c') at += 2;
  return args[at] ?? '';
}

/** The remote that a call talks to: undefined for a call that talks to none, and the empty text for none that is named. */
export function remoteIn(args: readonly string[]): string | undefined {
  if (!transportCommands.has(commandOf(args))) return undefined;
  const end = args.findIndex((arg) => arg === '--' || arg === '--end-of-options');
  return end === -1 ? '' : (args[end + 1] ?? '');
}

/**
 * Whether an address leads to a folder that can have come along with the repository: by a path from it, or inside of it.
 * Git runs the hooks of such a folder, and what its settings name.
 */
export function leadsToOwnFolder(address: string, folders: readonly string[]): boolean {
  const path = localPath(address);
  if (path === undefined) return false;
  const [top = '/'] = folders;
  if (!isAbsolute(path)) return true;
  const real = realPath(resolve(top, path));
  return folders.some((folder) => {
    const way = relative(realPath(folder), real);
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
  });
}

/** The path of an address that leads to this machine's disk, by git's own rule. */
function localPath(address: string): string | undefined {
  if (/^file:\/\//i.test(address)) return pathOfUrl(address);
  if (/^[A-Za-z][A-Za-z0-9+.-]*:(\/\/|:)/.test(address)) return undefined;
  const colon = address.indexOf(':');
  const slash = address.indexOf('/');
  const isHost = colon !== -1 && (slash === -1 || colon < slash);
  return isHost ? undefined : address;
}

function pathOfUrl(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    return address.slice('file://'.length);
  }
}

/** Links resolved as far as the path exists. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length));
  }
}
