import type { ts } from '../parsed-file.ts';
import type { MentionWalk } from './mention-walk.ts';

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

/** A literal that has the name of a folder or a file, or is the first of a list that has: `path: 'data'`, `readFolder('data')`. */
export function notePlace(
  walk: MentionWalk,
  name: string | undefined,
  value: ts.Node | undefined,
): void {
  if (name === undefined || value === undefined || !isPlaceName(name)) return;
  const isList = value.kind === walk.kinds.ArrayLiteralExpression;
  const first = isList ? (value as ts.ArrayLiteralExpression).elements[0] : value;
  const text = walk.textOf(first);
  if (text !== undefined) walk.found.place(text);
}

/** `createRequire(import.meta.url)` gives a function that may load anything. */
export function isCreateRequire(walk: MentionWalk, value: ts.Node | undefined): boolean {
  if (value === undefined || !walk.compiler.isCallExpression(value)) return false;
  return walk.namesOf(value.expression).at(-1) === 'createRequire';
}
