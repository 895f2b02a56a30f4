import { execFile, spawn } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type Server as HttpServer,
} from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { endpointTexts, publishTexts } from '../../daemon/local-api/endpoint/published-endpoint.ts';
import { hookScriptPath } from '../../shared/clients/common/hook-script-path.ts';
import { installedText } from '../../cli/init/installed-files.ts';
import {
  authorizationFile,
  authorizationText,
  socketFiles,
  type DaemonEndpoint,
} from '../../shared/node/endpoint.ts';
import { writePrivateFile } from '../../shared/node/disk/files.ts';

/** As `coord init` writes it. */
export const hookScript = installedText('hook.sh');

const run = promisify(execFile);

/** A new Git repository in a folder of its own; `folder` is its parent, to be removed afterwards. */
export async function makeRepository(name = 'repo'): Promise<{ folder: string; top: string }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'coord-init-')));
  const top = join(folder, name);
  await git(folder, 'init', '--quiet', '--initial-branch=main', top);
  return { folder, top };
}

export async function git(directory: string, ...args: string[]): Promise<void> {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  await run('git', ['-C', directory, ...identity, ...args]);
}

export async function write(top: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(top, path)), { recursive: true });
  await writeFile(join(top, path), text);
}

export function read(top: string, path: string): Promise<string> {
  return readFile(join(top, path), 'utf8');
}

/** Every file outside `.git` with its text, and every empty folder with the text `folder`. */
export async function snapshot(top: string): Promise<Record<string, string>> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(top.length + 1);
    if (path === '.git' || path.startsWith('.git/')) continue;
    files[path] = entry.isFile() ? await read(top, path) : 'folder';
  }
  return files;
}

/** Writes the hook script, or a text made from it, to where it belongs; gives its path. */
export async function installHook(top: string, text = hookScript): Promise<string> {
  await write(top, hookScriptPath, text);
  await chmod(join(top, hookScriptPath), 0o755);
  return join(top, hookScriptPath);
}

export interface Asked {
  over: 'tcp' | 'socket';
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What `secretIn` would make. */
export const fakeToken = '0123456789abcdefghjkmnpqrstvwxyz01234567';

/** Publishes a daemon for the repository, as the daemon does. */
export async function publish(
  gitCommonDir: string,
  endpoint: Omit<DaemonEndpoint, 'repository'> & { repository?: string },
): Promise<void> {
  const texts = endpointTexts({ repository: gitCommonDir, ...endpoint });
  const refusal = await publishTexts(gitCommonDir, texts);
  if (refusal !== undefined) throw new Error(refusal.message);
}

/** Stands in for the daemon on a Unix socket and a TCP port: keeps what it was asked, answers what it is told to. */
export class FakeDaemon {
  readonly asked: Asked[] = [];
  answer = { status: 200, body: '' };
  readonly #onSocket = this.#server('socket');
  readonly #onPort = this.#server('tcp');

  constructor(readonly socket: string) {}

  async start(gitCommonDir: string): Promise<void> {
    await listenOnSocket(this.#onSocket, this.socket);
    await new Promise<void>((resolve) => this.#onPort.listen(0, '127.0.0.1', resolve));
    await publish(gitCommonDir, this.endpoint());
  }

  /** What a running daemon publishes of itself. */
  endpoint(): ReturnType<typeof endpointAt> {
    return { ...endpointAt(this.socket), url: urlOf(this.#onPort), pid: process.pid };
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#onSocket.close(resolve));
    await new Promise((resolve) => this.#onPort.close(resolve));
  }

  #server(over: Asked['over']): HttpServer {
    return createHttpServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url: path, headers } = request;
        this.asked.push({ over, method, path, headers, body: Buffer.concat(chunks).toString() });
        response.statusCode = this.answer.status;
        response.setHeader('content-type', 'application/json');
        response.end(this.answer.body);
      });
    });
  }
}

/** A server on a Unix socket that does with a connection what it is told to, published as the daemon of a repository. */
export async function startRawDaemon(
  gitCommonDir: string,
  onConnection: (connection: Socket) => void,
): Promise<{ stop: () => Promise<void> }> {
  const connections: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connections.push(connection);
    connection.unref().on('error', () => undefined);
    onConnection(connection);
  });
  // A test that fails must end all the same.
  server.unref();
  const socket = join(gitCommonDir, 'raw', socketFiles.socket);
  await listenOnSocket(server, socket);
  await publish(gitCommonDir, { ...endpointAt(socket), pid: process.pid });
  const stop = async (): Promise<void> => {
    for (const connection of connections) connection.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { stop };
}

/** For its owner only, as a daemon's is, with the authorization beside it. */
async function listenOnSocket(server: Server, socket: string): Promise<void> {
  writePrivateFile(authorizationFile(socket), authorizationText(fakeToken));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  await chmod(socket, 0o600);
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return `http://127.0.0.1:${address.port}`;
}

/** A daemon that is not there any more: a process id beyond what systems give, a port that takes no connection. */
export function endpointAt(socket: string): Omit<DaemonEndpoint, 'repository'> {
  return {
    url: 'http://127.0.0.1:1',
    socket,
    token_file: '/nowhere/token',
    pid: goneProcess,
    version: '0.1.0',
  };
}

export const goneProcess = 2_147_483_646;

export interface HookRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface HookCall {
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  input?: string;
  shell?: string;
  /** A user id, where root runs the test. */
  user?: number;
}

/** Runs the hook script as a client would: JSON on stdin, answer on stdout. */
export async function runHook(script: string, call: HookCall): Promise<HookRun> {
  const { args, cwd, env = {}, input = '{}', shell, user } = call;
  const [program, parameters] = shell === undefined ? [script, args] : [shell, [script, ...args]];
  const path = process.env['PATH'] ?? '';
  const as = user === undefined ? {} : { uid: user, gid: user };
  const child = spawn(program, parameters, { cwd, env: { PATH: path, ...env }, ...as });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, ...output };
}

export async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
