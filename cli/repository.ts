import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { refuse, type Refusal } from '../shared/kernel/refusal.ts';

export interface Repository {
  /** The top folder of the work tree. */
  readonly top: string;
  /** The Git directory that all work trees share. */
  readonly commonDirectory: string;
}

/** The repository that a folder lies in, read from Git's own files because starting Git costs more than the rest. */
export async function findRepository(directory: string): Promise<Repository | Refusal> {
  for (let folder = await realpath(directory); ; folder = dirname(folder)) {
    const gitDirectory = await gitDirectoryOf(join(folder, '.git'));
    if (gitDirectory !== undefined) {
      return { top: folder, commonDirectory: await commonDirectoryOf(gitDirectory) };
    }
    if (folder === dirname(folder)) break;
  }
  return refuse(
    'NotFound',
    `${directory} is not inside a Git repository. Change into one, or make one with: git init`,
  );
}

/** `.git` is the directory itself, or in a linked work tree a file that leads to it. */
async function gitDirectoryOf(path: string): Promise<string | undefined> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) return undefined;
  if (info.isDirectory()) return path;
  const text = await textOf(path);
  return text?.startsWith('gitdir: ') === true
    ? resolve(dirname(path), text.slice('gitdir: '.length).trim())
    : undefined;
}

async function commonDirectoryOf(gitDirectory: string): Promise<string> {
  const text = await textOf(join(gitDirectory, 'commondir'));
  return text === undefined ? gitDirectory : resolve(gitDirectory, text.trim());
}

/** The text of a file, or undefined when it cannot be read. */
export function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
