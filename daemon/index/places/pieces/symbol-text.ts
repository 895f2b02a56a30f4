import { digest, RunningHash } from '../../parser/meaning/meaning-digest.ts';

/** How deep places lie in each other at most; what lies deeper belongs to the innermost of these. */
export const maxLevels = 6;

const maxLength = 200;
const maxBytes = 600;
/** A dot, a tilde and 8 digits: each level below must still fit. */
const roomOfLevel = 10;

/**
 * The whole name of a part, from its plain name; it begins with its container's name and a dot. At most 200 characters and
 * 600 bytes of UTF-8, however deep its parts may lie: what is too long is cut and ends with `~` and 8 digits of a hash of its
 * whole last level.
 */
export function partName(container: string, local: string, level: number): string {
  const prefix = level === 1 ? '' : `${container}.`;
  const room = roomOfLevel * (maxLevels - level);
  const fits = (name: string, spare: number) =>
    name.length <= maxLength - room - spare &&
    (name.length * 3 <= maxBytes - room - spare ||
      Buffer.byteLength(name) <= maxBytes - room - spare);
  if (fits(prefix + local, 0)) return prefix + local;
  let kept = prefix + local.slice(0, Math.max(0, maxLength - prefix.length)).toWellFormed();
  while (kept.length > prefix.length && !fits(kept, 9))
    kept = prefix + Array.from(kept.slice(prefix.length)).slice(0, -1).join('');
  return `${kept}~${shortHash(local)}`;
}

/** One line without control characters, NFC, never empty; `#` ends the path of an id and is written `%23`. */
export function plainName(text: string): string {
  if (/^[\w$.()/:-]+$/.test(text)) return text;
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('#', '%23');
  return plain === '' ? "''" : plain;
}

function shortHash(text: string): string {
  const hash = new RunningHash();
  hash.mixText(text);
  return digest(hash.state()).slice(0, 8);
}
