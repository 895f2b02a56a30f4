import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder, tryReadText, writePrivateFile } from '../../shared/node/files.ts';
import {
  endpointFiles,
  endpointFolder,
  hookAnswerWithinSeconds,
  parseEndpoint,
  type DaemonEndpoint,
} from '../../shared/node/endpoint.ts';

/** Seconds. */
const connectWithinSeconds = 1;

/**
 * Tells hooks and commands where the daemon is: writes `hook-address`, `curlrc` and `daemon.json` (0600) into the
 * private folder `coord` (0700) of the Git common directory. To be called when the daemon listens, on 127.0.0.1 too.
 */
export async function publishEndpoint(
  gitCommonDir: string,
  endpoint: DaemonEndpoint & { token: string },
): Promise<void> {
  const folder = join(gitCommonDir, endpointFolder);
  makePrivateFolder(folder);
  const { token: _secret, ...description } = endpoint;
  writePrivateFile(
    join(folder, endpointFiles.description),
    `${JSON.stringify(description, undefined, 2)}\n`,
  );
  writePrivateFile(
    join(folder, endpointFiles.curlConfig),
    curlConfig(endpoint.socket, endpoint.token),
  );
  writePrivateFile(join(folder, endpointFiles.hookAddress), hookAddress(endpoint));
  await rm(join(folder, endpointFiles.saidDown), { force: true });
}

/** Takes back what `publishEndpoint` wrote, unless another daemon (another `pid`) has published since. */
export async function withdrawEndpoint(gitCommonDir: string, pid: number): Promise<void> {
  const folder = join(gitCommonDir, endpointFolder);
  const published = parseEndpoint(tryReadText(join(folder, endpointFiles.description)) ?? '');
  if (published?.pid !== pid) return;
  await rm(join(folder, endpointFiles.hookAddress), { force: true });
  await rm(join(folder, endpointFiles.curlConfig), { force: true });
  await rm(join(folder, endpointFiles.description), { force: true });
}

/**
 * The text of `hook-address`. The process id lets the shim tell whether the port is still its daemon's. A token that
 * cannot stand in a line, or in an HTTP header, throws.
 */
export function hookAddress(daemon: { url: string; token: string; pid: number }): string {
  if (!/^[!-~]+$/.test(daemon.token)) throw new Error('A token is printable ASCII without spaces');
  const port = new URL(daemon.url).port || '80';
  return [port, daemon.token, daemon.pid, ''].join('\n');
}

/**
 * The text of the shim's curl configuration. Proxies are switched off because the address is a local socket, and
 * `Expect:` because a large body would otherwise wait for a second round trip.
 */
export function curlConfig(socket: string, token: string): string {
  return [
    `unix-socket = ${quoted(socket)}`,
    `header = ${quoted(`Authorization: Bearer ${token}`)}`,
    'header = "Content-Type: application/json"',
    'header = "Expect:"',
    'noproxy = "*"',
    'silent',
    'fail',
    `max-time = ${hookAnswerWithinSeconds}`,
    `connect-timeout = ${connectWithinSeconds}`,
    '',
  ].join('\n');
}

/** curl knows these escapes, and no others, inside double quotes. */
const curlEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

function quoted(value: string): string {
  return `"${value.replace(/[\\"\n\r\t\v]/g, (character) => curlEscapes[character] ?? character)}"`;
}
