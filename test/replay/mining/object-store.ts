import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import type { GitOptions } from '../../../shared/node/git/git-calls.ts';

/** A bare repository of our own over the objects of another one, which is only read. */
export interface ObjectStore {
  /** What git printed. Throws when it failed. */
  git(args: readonly string[], options?: GitOptions): Promise<string>;
  /** The commit that the other repository's HEAD names. */
  readonly head: string;
}

/** Settings of the user's would change what differences look like. */
export const isolation: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** Throws when `gitDirectory` is no repository. */
export async function openObjectStore(
  run: RunGit,
  { gitDirectory, folder }: { gitDirectory: string; folder: string },
): Promise<ObjectStore> {
  const environmentOfSource = { GIT_DIR: gitDirOf(gitDirectory) };
  const source = (...args: string[]) =>
    answerOf(run, gitDirectory, args, { environment: environmentOfSource });
  const objects = await source('rev-parse', '--path-format=absolute', '--git-path', 'objects');
  const head = (await source('rev-parse', 'HEAD')).trim();
  const refs = await source('for-each-ref', '--format=%(objectname) %(refname)');
  mkdirSync(folder, { recursive: true });
  const environment = { ...isolation, GIT_DIR: folder };
  await answerOf(run, folder, ['init', '--quiet', '--bare'], { environment });
  writeFileSync(join(folder, 'objects/info/alternates'), `${JSON.stringify(objects.trim())}\n`);
  writeFileSync(join(folder, 'packed-refs'), `${refs.trimEnd()}\n${head} refs/replay/head\n`);
  const git: ObjectStore['git'] = (args, options) =>
    answerOf(run, folder, ['-c', 'core.quotePath=false', ...args], { ...options, environment });
  return { git, head };
}

/** Said to git, because it takes no bare repository for one that it only finds itself in. */
function gitDirOf(folder: string): string {
  const inWorkTree = join(folder, '.git');
  return existsSync(inWorkTree) ? inWorkTree : folder;
}

export async function answerOf(
  run: RunGit,
  folder: string,
  args: readonly string[],
  options?: GitOptions,
): Promise<string> {
  const { exitCode, stdout, stderr } = await run(folder, args, options);
  if (exitCode !== 0) throw new Error(`git ${args.join(' ').slice(0, 80)}: ${stderr}`);
  return stdout;
}
