import { isAbsolute } from 'node:path';
import { isOwnRepository } from './own-folders.ts';

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
 * Whether an address leads to a folder that can have come along with the repository: by a path from it, or to one of its folders.
 * Git runs the hooks of such a folder, and what its settings name. An address of which that cannot be told leads there.
 */
export function leadsToOwnFolder(address: string, folders: readonly string[]): boolean {
  // Git lists addresses one a line, and a path that is no text is not the one that it is shown as.
  if (folders.some((folder) => /[\n\ufffd]/.test(folder))) return true;
  const path = localPath(address);
  if (path === undefined) return false;
  return !isAbsolute(path) || path.includes('\ufffd') || isOwnRepository(path, folders);
}

/** The path of an address that leads to this machine's disk, by git's own rule; empty for one that git may understand otherwise. */
function localPath(address: string): string | undefined {
  if (/^file:\/\//i.test(address)) return pathOfFileAddress(address);
  if (/^[A-Za-z][A-Za-z0-9+.-]*:(\/\/|:)/.test(address)) return undefined;
  const colon = address.indexOf(':');
  const slash = address.indexOf('/');
  const isHost = colon !== -1 && (slash === -1 || colon < slash);
  return isHost && !isAbsolute(address) ? undefined : address;
}

/** Not by the rules of URLs: git takes `?`, `#`, a tab and a backslash as they are, and decodes every other letter. */
function pathOfFileAddress(address: string): string {
  const bytes = Buffer.from(address).toString('latin1');
  const decoded = bytes.replace(/%(?!00)([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const text = Buffer.from(decoded, 'latin1').toString();
  return /^file:\/\/(?:localhost)?(\/.*)$/is.exec(text)?.[1] ?? '';
}
