import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const authSource = `export function login(name: string) {
  return { name, remembered: false };
}

export function logout(name: string) {
  return { name, gone: false };
}
`;

/** A repository in a temporary folder, with one commit of `src/auth.ts` and `notes.ipynb`. */
export interface Project {
  folder: string;
  /** The absolute path of a file. */
  at(path: string): string;
  read(path: string): Promise<string>;
  /** Writes a file, creating its folder; a value that is not text becomes JSON. */
  write(path: string, content: unknown): Promise<void>;
  git(...args: string[]): Promise<void>;
  remove(): Promise<void>;
}

export async function createProject(): Promise<Project> {
  const project = openProject(await realpath(await mkdtemp(join(tmpdir(), 'coord-project-'))));
  await project.git('init', '--quiet', '--initial-branch', 'main');
  await project.write('src/auth.ts', authSource);
  await project.write('notes.ipynb', notebook);
  await project.git('add', '.');
  await project.git('commit', '--quiet', '--message', 'Start');
  return project;
}

/** A clone of a project, in a temporary folder of its own. */
export async function cloneProject(origin: Project): Promise<Project> {
  const project = openProject(await realpath(await mkdtemp(join(tmpdir(), 'coord-clone-'))));
  await project.git('clone', '--quiet', origin.folder, '.');
  return project;
}

function openProject(folder: string): Project {
  const at = (path: string) => join(folder, path);
  return {
    folder,
    at,
    read: (path) => readFile(at(path), 'utf8'),
    write: async (path, content) => {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), typeof content === 'string' ? content : JSON.stringify(content));
    },
    git: (...args) => git(folder, args),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function git(folder: string, args: string[]): Promise<void> {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  await promisify(execFile)('git', ['-C', folder, ...author, ...args]);
}

const notebook = {
  cells: [
    {
      cell_type: 'code',
      id: 'first',
      metadata: {},
      source: ['x = 1'],
      outputs: [],
      execution_count: null,
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};
