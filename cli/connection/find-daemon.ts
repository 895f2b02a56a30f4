import {
  authorizationFile,
  readAuthorization,
  readEndpoint,
  type DaemonEndpoint,
} from '../../shared/node/endpoint.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { requireWorkTree } from '../../shared/node/git/ownership.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A daemon as it has announced itself; it may have died since. */
export interface FoundDaemon {
  readonly endpoint: DaemonEndpoint;
  readonly token: string;
}

/** The folder that a command is about, and what git finds the user's settings by. */
export type Place = Pick<Terminal, 'directory' | 'environment'>;

/**
 * The daemon of the repository that a folder lies in. The refusal says how to start one, or who could have put what is there
 * (LOC-3): the token of a daemon that is found may be sent to its socket.
 */
export async function findDaemon({
  directory,
  environment,
}: Place): Promise<FoundDaemon | Refusal> {
  const repository = await requireWorkTree(directory, environment);
  if (isRefusal(repository)) return repository;
  const endpoint = readEndpoint(repository.commonDir);
  if (isRefusal(endpoint)) return endpoint;
  if (endpoint === undefined) return notRunning(repository.root);
  const token = readAuthorization(endpoint.socket);
  if (isRefusal(token)) return token;
  return token === undefined
    ? refuse('Forbidden', `The daemon's token ${tokenFile(endpoint)} cannot be read. Is it yours?`)
    : { endpoint, token };
}

function tokenFile({ socket }: DaemonEndpoint): string {
  return authorizationFile(socket);
}

function notRunning(top: string): Refusal {
  return refuse(
    'Unavailable',
    `No coord daemon runs for ${top}. Start it there with: coord daemon`,
  );
}
