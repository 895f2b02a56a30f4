/** Functions that load, mock or resolve the module that their first argument names. */
const loader = /^[a-z]\w*[mM]ock\w*$|[iI]mport|[rR]equire/;
const mockers: ReadonlySet<string> = new Set(
  'jest vi vitest td mock proxyquire rewire esmock sandbox'.split(' '),
);
const starters: ReadonlySet<string> = new Set(
  'spawn exec execFile fork execa $ spawnSync execSync execFileSync forkSync execaSync $Sync'.split(
    ' ',
  ),
);
/** Programs that are none of the repository's. */
const harmless: ReadonlySet<string> = new Set(
  'git tar unzip zip gzip ps kill ls cp mv rm mkdir cat echo which where uname df du chmod sleep true false'.split(
    ' ',
  ),
);
const placeName = /(?:[pP]ath|[dD]ir(?:ectory)?|[fF]older|[fF]ile|[rR]oot|cwd)s?$/;

/** `names` are those of a chain: `jest`, `requireActual` of `jest.requireActual('./a.ts')`. */
export function isLoader(names: readonly string[]): boolean {
  const last = names.at(-1);
  return last !== undefined && (mockers.has(names[0] ?? '') || loader.test(last));
}

export function isStarter(names: readonly string[]): boolean {
  return starters.has(names.at(-1) ?? '');
}

/** Whether a command begins with a program that is none of the repository's. */
export function isHarmless(command: string): boolean {
  return harmless.has(/^\S*/.exec(command)?.[0] ?? '');
}

/** Whether what has the name is a folder or a file: `path: 'data'`, `readDirectory('data')`. */
export function isPlaceName(name: string): boolean {
  return placeName.test(name);
}
