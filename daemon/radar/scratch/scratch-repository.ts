import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../shared/node/disk/files.ts';
import type { WorkTree } from '../../../shared/node/git/repository.ts';
import type { GitRunner } from '../../../shared/node/git/git-calls.ts';
import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import type { GitOptions } from '../../../shared/node/git/git-calls.ts';
import type { GitResult } from '../../../shared/node/git/git-calls.ts';
import { BlobReader, type BlobTexts } from '../../git/blob-texts.ts';
import { isolation, quotedPath, removal } from '../../git/git-in-folder.ts';

/**
 * A git directory of our own over the repository's objects. New objects stay in it, and nothing of the repository's
 * configuration counts in it: merge drivers, filters and hooks are programs that only a configuration can name.
 */
export interface ScratchRepository {
  readonly folder: string;
  /** Runs git in it, with the files and attributes of a work tree. */
  git(root: string, args: readonly string[], options?: GitOptions): Promise<GitResult>;
  /** The texts of its objects and the repository's. */
  readonly blobs: BlobTexts;
  /** How many objects were written. */
  objects(): number;
  /** Throws all of it away. */
  close(): void;
}

export interface ScratchRepositoryOptions {
  readonly workTree: WorkTree;
  /** Private to the daemon; what lies there is removed. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Settings of the repository that say what its files mean; none of them names a program. */
const meaningful =
  '^(core\\.(autocrlf|eol|filemode|symlinks|ignorecase|precomposeunicode|excludesfile|attributesfile)|extensions\\.objectformat)$';

export async function openScratchRepository(
  git: GitRunner,
  { workTree, folder, signal }: ScratchRepositoryOptions,
): Promise<ScratchRepository> {
  const settings = await settingsOf(git, workTree, signal);
  layOut(folder, workTree, settings.get('extensions.objectformat'));
  const given = [...settings]
    .filter(([key]) => key.startsWith('core.'))
    .flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const environment = { ...isolation, GIT_DIR: folder };
  const blobs = new BlobReader(git, { prefix: given, environment });
  return {
    folder,
    blobs,
    git: (root, args, options = {}) =>
      git(root, [...given, ...args], {
        signal,
        ...options,
        environment: { ...environment, GIT_WORK_TREE: root, ...options.environment },
      }),
    objects: () => countObjects(join(folder, 'objects')),
    close() {
      blobs.close();
      rmSync(folder, removal);
    },
  };
}

async function settingsOf(
  git: RunGit,
  { root }: WorkTree,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const args = ['config', '-z', '--includes', '--get-regexp', meaningful];
  const { stdout } = await git(root, args, { signal });
  const entries = stdout.split('\0').slice(0, -1);
  return new Map(
    entries.map((entry) => {
      const end = entry.indexOf('\n');
      return end === -1 ? [entry, 'true'] : [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
}

function layOut(folder: string, { commonDir }: WorkTree, objectFormat: string | undefined): void {
  rmSync(folder, removal);
  makePrivateFolder(folder);
  for (const name of ['objects/info', 'refs', 'info']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(join(folder, 'config'), configurationFor(objectFormat));
  const objects = quotedPath(join(commonDir, 'objects'));
  writeFileSync(join(folder, 'objects', 'info', 'alternates'), `${objects}\n`);
  for (const name of ['info/exclude', 'info/attributes', 'shallow']) {
    if (existsSync(join(commonDir, name))) copyFileSync(join(commonDir, name), join(folder, name));
  }
}

function configurationFor(objectFormat: string | undefined): string {
  if (objectFormat !== 'sha256') return '[core]\n\trepositoryformatversion = 0\n';
  return '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n';
}

function countObjects(folder: string): number {
  const fans = readdirSync(folder).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return fans.reduce((sum, fan) => sum + readdirSync(join(folder, fan)).length, 0);
}
