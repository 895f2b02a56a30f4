import { posix } from 'node:path';

/** `undefined` for what lies outside the repository. */
export function joinInRepository(directory: string, relative: string): string | undefined {
  return plainlyJoined(directory, relative) ?? normallyJoined(directory, relative);
}

/** The usual forms, `./a` and `../../a`; many times faster than the general way, which is taken for all others. */
function plainlyJoined(directory: string, relative: string): string | undefined {
  let from = directory;
  let at = relative.startsWith('./') ? 2 : 0;
  for (; relative.startsWith('../', at); at += 3) {
    if (from === '') return undefined;
    from = directoryOf(from);
  }
  const rest = relative.slice(at);
  if (rest === '' || rest.startsWith('.') || rest.endsWith('/') || /\/[./]/.test(rest))
    return undefined;
  if (rest.startsWith('/')) return undefined;
  return from === '' ? rest : `${from}/${rest}`;
}

function normallyJoined(directory: string, relative: string): string | undefined {
  const path = posix.join(directory === '' ? '.' : directory, relative);
  if (path === '..' || path.startsWith('../') || path.startsWith('/')) return undefined;
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  return trimmed === '.' ? '' : trimmed;
}

/** Empty for the root. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}
