import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '../../../shared/kernel/refusal.ts';
import { describeTrouble, diskTroubleOf, freeBytes } from '../../../shared/node/disk-trouble.ts';
import type { DaemonEndpoint } from '../../../shared/node/endpoint.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/files.ts';
import { makeOwnFolder } from '../../../shared/node/own-files.ts';
import type { DiskProblem } from '../../../shared/status/contract.ts';
import type { LocalServers } from '../server.ts';

const answerWithinMs = 500;

export interface StateFilesOptions {
  readonly endpoint: DaemonEndpoint;
  readonly token: string;
  readonly servers: Pick<LocalServers, 'hasSocket' | 'listenAgain'>;
  /** Opens the daemon's store anew where its file is not there any more. */
  readonly keepStore: () => void;
  /** Told once, in a sentence, what cannot be made. */
  readonly onNotice: (sentence: string) => void;
}

/** LOC-7: what a daemon needs in its state folder to be found and talked to, made anew while it runs. */
export class StateFiles {
  /** What cannot be made; undefined while all is there. */
  problem: DiskProblem | undefined;

  constructor(private readonly options: StateFilesOptions) {}

  /** Makes what is missing. Where another daemon answers on the socket, that one has taken over. */
  async restore(): Promise<void> {
    try {
      this.note(await this.makeMissing());
    } catch (error) {
      const trouble = diskTroubleOf(error, this.options.endpoint.token_file);
      this.note(trouble === undefined ? String(error) : describeTrouble(trouble));
    }
  }

  private async makeMissing(): Promise<string | undefined> {
    const { endpoint, token, servers, keepStore } = this.options;
    const { socket, token_file: file } = endpoint;
    if (!servers.hasSocket() && (await answersWithin(socket, answerWithinMs)))
      return `Another daemon answers on ${socket}. Stop one of the two.`;
    for (const folder of [dirname(file), dirname(socket)]) {
      const refusal = existsSync(folder) ? undefined : makeOwnFolder(folder, { recursive: true });
      if (refusal !== undefined) return refusal.message;
    }
    keepStore();
    const found = readPrivateFile(file);
    if (isRefusal(found)) return found.message;
    if (found !== token) writePrivateFile(file, `${token}\n`);
    if (!servers.hasSocket()) await servers.listenAgain();
    return undefined;
  }

  private note(message: string | undefined): void {
    if (message !== undefined && message !== this.problem?.message) this.options.onNotice(message);
    const folder = dirname(this.options.endpoint.token_file);
    this.problem =
      message === undefined
        ? undefined
        : { folder, message, free_bytes: freeBytes(folder) ?? null };
  }
}

const askAgainMs = 200;

/**
 * Whether a daemon answers on the socket within so many milliseconds. A connection alone says nothing: the system takes it for a
 * process that was stopped.
 */
export async function answersWithin(socketPath: string, waitMs: number): Promise<boolean> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0) return false;
    if (await answers(socketPath, leftMs)) return true;
    await sleep(Math.min(askAgainMs, leftMs));
  }
}

function answers(socketPath: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
    const sent = request({ socketPath, path: '/health', host: 'localhost', signal }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.once('error', () => resolve(false));
    sent.end();
  });
}
