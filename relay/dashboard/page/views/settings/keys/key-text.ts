import type { Output } from '../../../../../../shared/api/operations.ts';
import { quoted } from '../../../../../../shared/kernel/display.ts';

export type Key = Output<'listKeys'>['keys'][number];

/** Those that are good first, the newest first among each. */
export function inOrder(keys: readonly Key[]): Key[] {
  return keys.toSorted(
    (one, other) =>
      Number(one.revoked_at !== null) - Number(other.revoked_at !== null) ||
      other.created_at.localeCompare(one.created_at),
  );
}

/** Whether this is the key that the page is signed in with, as far as its first characters tell. */
export function isInUse(key: Key, secret: string): boolean {
  return key.revoked_at === null && secret.startsWith(key.prefix);
}

/** ACC-4: what ends with a key, and what to do before where it is the last one or in use. */
export function whatEnds(key: Key, keys: readonly Key[], secret: string): string {
  const good = keys.filter(({ revoked_at: revoked }) => revoked === null);
  const name = quoted(key.name, 60);
  if (good.length === 1)
    return `${name} is your last key. Without one you get in again only by an operator of the relay.`;
  if (isInUse(key, secret))
    return `This page is signed in with ${name}, and is signed out at once. So is everything else that uses it.`;
  return `Daemons, scripts and pages that use ${name} are signed out within seconds. A key that was revoked does not come back.`;
}
