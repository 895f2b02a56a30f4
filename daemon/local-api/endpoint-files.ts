import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal } from '../../shared/kernel/refusal.ts';
import { replaceFile, tryReadText } from '../../shared/node/files.ts';
import {
  endpointFiles,
  endpointFolder,
  hookAnswerWithinSeconds,
  type DaemonEndpoint,
} from '../../shared/node/endpoint.ts';
import { makeOwnFolder } from '../../shared/node/own-files.ts';

/** Seconds. */
const connectWithinSeconds = 1;

/** What tells hooks and commands where a daemon is: the texts of `daemon.json` and `curlrc`. */
export interface EndpointTexts {
  readonly description: string;
  readonly curlConfig: string;
}

/** Earlier versions published the port and the token of the daemon in this file. */
const formerAddressFile = 'hook-address';

/** The private folder for the daemons of a repository, made where it is missing (0700). Refused where it is not ours. */
export function makeEndpointFolder(gitCommonDir: string): Refusal | undefined {
  return makeOwnFolder(join(gitCommonDir, endpointFolder));
}

/** The texts that a daemon publishes of itself. */
export function endpointTexts(endpoint: DaemonEndpoint & { token: string }): EndpointTexts {
  const { token: _secret, ...description } = endpoint;
  return {
    description: `${JSON.stringify(description, undefined, 2)}\n`,
    curlConfig: curlConfig(endpoint),
  };
}

/** What is published for the repository; a file that is missing has no text. */
export function publishedTexts(gitCommonDir: string): EndpointTexts {
  const folder = join(gitCommonDir, endpointFolder);
  return {
    description: tryReadText(join(folder, endpointFiles.description)) ?? '',
    curlConfig: tryReadText(join(folder, endpointFiles.curlConfig)) ?? '',
  };
}

/**
 * Writes `curlrc` and `daemon.json` (0600) into the private folder of the Git common directory. To be called when the daemon
 * listens. Refused, with nothing written, where the folder is a link or another user's: the token stays here.
 */
export async function publishTexts(
  gitCommonDir: string,
  { description, curlConfig: config }: EndpointTexts,
): Promise<Refusal | undefined> {
  const refusal = makeEndpointFolder(gitCommonDir);
  if (refusal !== undefined) return refusal;
  const folder = join(gitCommonDir, endpointFolder);
  replaceFile(join(folder, endpointFiles.description), description, 0o600);
  replaceFile(join(folder, endpointFiles.curlConfig), config, 0o600);
  await rm(join(folder, formerAddressFile), { force: true });
  await rm(join(folder, endpointFiles.saidDown), { force: true });
  return undefined;
}

/** Takes away what is published. */
export async function removeTexts(gitCommonDir: string): Promise<void> {
  const folder = join(gitCommonDir, endpointFolder);
  await rm(join(folder, endpointFiles.curlConfig), { force: true });
  await rm(join(folder, endpointFiles.description), { force: true });
}

/**
 * The text of the shim's curl configuration. The shim itself reads the first two lines: the repository that it is for, and the
 * socket. Proxies are switched off because the address is a local socket, `Expect:` because a large body would otherwise wait
 * for a second round trip, and an answer that leads elsewhere is an error.
 */
export function curlConfig({
  repository,
  socket,
  token,
}: Pick<DaemonEndpoint, 'repository' | 'socket'> & { token: string }): string {
  return [
    comment(repository),
    comment(socket),
    `unix-socket = ${quoted(socket)}`,
    `header = ${quoted(`Authorization: Bearer ${token}`)}`,
    'header = "Content-Type: application/json"',
    'header = "Expect:"',
    'noproxy = "*"',
    'location',
    'max-redirs = 0',
    'silent',
    'fail',
    `max-time = ${hookAnswerWithinSeconds}`,
    `connect-timeout = ${connectWithinSeconds}`,
    '',
  ].join('\n');
}

/** One line, whatever the path has in it: what came on a second one would be a setting. Such a path then is no match. */
function comment(path: string): string {
  return `# ${path.replace(/[\0\n\r]/g, '?')}`;
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
