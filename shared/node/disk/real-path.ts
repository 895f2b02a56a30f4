import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFileUrl } from '../../kernel/paths.ts';

/** As many as Linux follows. */
const maxLinks = 40;

/** An absolute path with its links resolved, as far as it exists; also those that lead to what is not there yet. */
export function realPath(absolute: string, linksLeft = maxLinks): string {
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    if (parent === absolute) return absolute;
    const real = join(realPath(parent, linksLeft), basename(absolute));
    const target = linksLeft === 0 ? undefined : targetOf(real);
    return target === undefined ? real : realPath(resolve(dirname(real), target), linksLeft - 1);
  }
}

/** Where a link leads; undefined for all that is none. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The path that a file URL names; undefined for a URL of another machine, and for one that no path can be made of. */
export function pathOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/**
 * The path below `root`, which is a real path, with `/` between its parts: of an absolute path, through links too, or of a file URL.
 * Any other path, and one that lies elsewhere, is answered as it is.
 */
export function pathWithin(root: string, given: string): string {
  const absolute = isFileUrl(given) ? pathOfUrl(given) : given;
  if (absolute === undefined || !isAbsolute(absolute)) return given;
  const inside = relative(root, realPath(absolute)).replaceAll('\\', '/');
  return inside === '' || /^\.\.(\/|$)/.test(inside) || isAbsolute(inside) ? given : inside;
}
