import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresServer {
  /** Its address with the database `postgres`; everybody is let in. */
  readonly url: string;
  stop(): void;
}

/** Where Debian and Homebrew keep the programs of each version. */
const versions = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/** Tests prove what is committed, also when a process is killed, but not what survives a power failure. */
const unsynced = '-c fsync=off -c full_page_writes=off -c synchronous_commit=off';

/**
 * A throw-away PostgreSQL server on loopback, or the one that `COORD_TEST_POSTGRES` names. Undefined where there is none to
 * start.
 */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const given = process.env['COORD_TEST_POSTGRES'];
  if (given !== undefined) return { url: given, stop: () => undefined };
  const programs = programFolder();
  if (programs === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'coord-postgres-'));
  const run = runner(folder);
  const data = join(folder, 'data');
  const port = await freePort();
  run(join(programs, 'initdb'), '--no-sync', '-D', data, '-A', 'trust', '-U', 'postgres');
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} ${unsynced}`;
  const control = join(programs, 'pg_ctl');
  run(control, '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run(control, '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function programFolder(): string | undefined {
  const folders = versions.filter(existsSync).flatMap((parent) =>
    readdirSync(parent)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(parent, version, 'bin')),
  );
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`. */
function runner(folder: string): (program: string, ...args: readonly string[]) => void {
  const options = { stdio: 'ignore', cwd: folder } as const;
  if (process.getuid?.() !== 0)
    return (program, ...args) => void execFileSync(program, args, options);
  execFileSync('chown', ['postgres', folder]);
  return (program, ...args) =>
    void execFileSync('runuser', ['-u', 'postgres', '--', program, ...args], options);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
