import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFileUrl } from '../../kernel/paths.ts';

/** An absolute path with its links resolved, as far as it exists. */
export function realPath(absolute: string): string {
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
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
