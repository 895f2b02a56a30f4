import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clientNames } from '../../../shared/clients/registry.ts';
import type { Refusal } from '../../../shared/kernel/refusal.ts';
import { replaceFile, tryReadText } from '../../../shared/node/files.ts';
import {
  endpointFiles,
  endpointFolder,
  type DaemonEndpoint,
} from '../../../shared/node/endpoint.ts';
import { isNoPlaceForFile, makeOwnFolder } from '../../../shared/node/own-files.ts';

/** What tells hooks and commands where a daemon is: the texts of `daemon.json` and `address`. */
export interface EndpointTexts {
  readonly description: string;
  readonly address: string;
}

/** Earlier versions published the address and the token of the daemon in these files, and said once for all clients that it is down. */
const formerFiles = ['hook-address', 'curlrc', 'said-down'];

/** The private folder for the daemons of a repository, made where it is missing (0700). Refused where it is not ours. */
export function makeEndpointFolder(gitCommonDir: string): Refusal | undefined {
  return makeOwnFolder(join(gitCommonDir, endpointFolder));
}

/** The texts that a daemon publishes of itself. */
export function endpointTexts(endpoint: DaemonEndpoint): EndpointTexts {
  return {
    description: `${JSON.stringify(endpoint, undefined, 2)}\n`,
    address: `${line(endpoint.repository)}\n${line(endpoint.socket)}\n`,
  };
}

/** What is published for the repository; a file that is missing has no text. */
export function publishedTexts(gitCommonDir: string): EndpointTexts {
  const folder = join(gitCommonDir, endpointFolder);
  return {
    description: tryReadText(join(folder, endpointFiles.description)) ?? '',
    address: tryReadText(join(folder, endpointFiles.address)) ?? '',
  };
}

/**
 * Writes `address` and `daemon.json` (0600) into the private folder of the Git common directory. To be called when the daemon
 * listens. Refused, with nothing written, where that folder is a link or another user's, or one of the files is a folder.
 */
export async function publishTexts(
  gitCommonDir: string,
  { description, address }: EndpointTexts,
): Promise<Refusal | undefined> {
  const folder = join(gitCommonDir, endpointFolder);
  const described = join(folder, endpointFiles.description);
  const addressed = join(folder, endpointFiles.address);
  const refusal =
    makeEndpointFolder(gitCommonDir) ?? isNoPlaceForFile(described) ?? isNoPlaceForFile(addressed);
  if (refusal !== undefined) return refusal;
  replaceFile(described, description, 0o600);
  replaceFile(addressed, address, 0o600);
  const said = clientNames.map((client) => `${endpointFiles.saidDown}-${client}`);
  await removeFrom(folder, [...formerFiles, ...said]);
  return undefined;
}

/** Takes away what is published. */
export async function removeTexts(gitCommonDir: string): Promise<void> {
  const names = [endpointFiles.address, endpointFiles.description];
  await removeFrom(join(gitCommonDir, endpointFolder), names);
}

/** Whatever they are: a folder in the place of a file must not end the daemon. */
async function removeFrom(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true, recursive: true });
}

/** One line, whatever the path has in it. A path with a line break then is no match. */
function line(path: string): string {
  return path.replace(/[\0\n\r]/g, '?');
}
