import { join } from 'node:path';
import {
  endpointFiles,
  endpointFolder,
  parseEndpoint,
  type DaemonEndpoint,
} from '../../shared/node/endpoint.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { requireWorkTree } from '../../shared/node/git/repository.ts';
import { tryReadText } from '../../shared/node/files.ts';

/** A daemon as it has announced itself; it may have died since. */
export interface FoundDaemon {
  readonly endpoint: DaemonEndpoint;
  readonly token: string;
}

/** The daemon of the repository that a folder lies in. The refusal says how to start one. */
export async function findDaemon(directory: string): Promise<FoundDaemon | Refusal> {
  const repository = requireWorkTree(directory);
  if (isRefusal(repository)) return repository;
  const endpoint = await readEndpoint(repository.commonDir);
  if (endpoint === undefined) return notRunning(repository.root);
  const token = tryReadText(endpoint.token_file);
  return token === undefined
    ? refuse('Forbidden', `The daemon's token ${endpoint.token_file} cannot be read. Is it yours?`)
    : { endpoint, token: token.trim() };
}

export async function readEndpoint(commonDir: string): Promise<DaemonEndpoint | undefined> {
  const text = tryReadText(join(commonDir, endpointFolder, endpointFiles.description));
  return text === undefined ? undefined : parseEndpoint(text);
}

export function notRunning(top: string): Refusal {
  return refuse(
    'Unavailable',
    `No coord daemon runs for ${top}. Start it there with: coord daemon`,
  );
}
