import { execFile } from 'node:child_process';
import { access, chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchContext } from './bench.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const debianFolder = '/usr/lib/postgresql';

/**
 * Starts a throw-away PostgreSQL cluster with the settings of a real one (fsync on), and removes it after the bench.
 * Undefined where its programs are not installed.
 */
export async function startPostgres({
  directory,
  defer,
}: Pick<BenchContext, 'directory' | 'defer'>): Promise<{ url: string } | undefined> {
  const programs = await findPrograms();
  if (programs === undefined) return undefined;
  const data = join(directory, 'postgres');
  await mkdir(data, { mode: 0o700 });
  const owner = await ownerOf(data, directory);
  const port = await freePort();
  const command = (program: string, ...args: string[]): Promise<unknown> => {
    const [file = '', ...rest] = [...owner, join(programs, program), ...args];
    // The server keeps the standard streams of whoever starts it.
    return run(file, rest, { cwd: directory });
  };
  await command('initdb', '-D', data, '-A', 'trust', '-U', 'bench', '-E', 'UTF8');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  const log = join(data, 'server.log');
  await command('pg_ctl', '-D', data, '-w', '-l', log, '-o', options, 'start');
  defer(() => command('pg_ctl', '-D', data, '-m', 'immediate', 'stop'));
  return { url: `postgres://bench@127.0.0.1:${port}/postgres` };
}

async function findPrograms(): Promise<string | undefined> {
  const versions = await readdir(debianFolder).catch(() => []);
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debianFolder, version, 'bin'));
  for (const folder of [...folders, '/usr/local/pgsql/bin', '/opt/homebrew/bin']) {
    if (await isThere(join(folder, 'initdb'))) return folder;
  }
  return undefined;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** PostgreSQL does not run as root; then it runs as the user that its package has made. */
async function ownerOf(data: string, directory: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  const ids = await Promise.all(['-u', '-g'].map((option) => run('id', [option, 'postgres'])));
  const [user, group] = ids.map(({ stdout }) => Number(stdout));
  for (const path of [directory, data]) await chown(path, user ?? 0, group ?? 0);
  return ['runuser', '-u', 'postgres', '--'];
}
