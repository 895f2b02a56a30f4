import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import {
  describeTrouble,
  diskTroubleOf,
  freeBytes,
} from '../../../shared/node/disk/disk-trouble.ts';
import type { DaemonEndpoint } from '../../../shared/node/endpoint.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/disk/files.ts';
import { makeOwnFolder } from '../../../shared/node/disk/own-files.ts';
import type { DiskProblem } from '../../../shared/status/contract.ts';
import type { LocalServers } from '../server.ts';
import { answersWithin } from './answers.ts';

const answerWithinMs = 500;

export interface StateFilesOptions {
  readonly endpoint: DaemonEndpoint;
  readonly token: string;
  /** The key to a relay elsewhere, as it is now, and the file that it is kept in. */
  readonly key: () => { readonly file: string; readonly text: string } | undefined;
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
  private told: string | undefined;

  constructor(private readonly options: StateFilesOptions) {}

  /** Makes what is missing. Where another daemon answers on the socket, that one has taken over. */
  async restore(): Promise<void> {
    try {
      this.note(await this.makeMissing());
    } catch (error) {
      const trouble = diskTroubleOf(error, this.options.endpoint.token_file);
      this.note(trouble === undefined ? String(error) : describeTrouble(trouble), trouble?.kind);
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
    const key = this.options.key();
    const refusal = keepIn(file, token) ?? (key && keepIn(key.file, key.text));
    if (refusal !== undefined) return refusal.message;
    if (!servers.hasSocket()) await servers.listenAgain();
    return undefined;
  }

  /** Of the same kind of trouble it is told once, although how much is free changes. */
  private note(message: string | undefined, kind = message): void {
    if (message !== undefined && kind !== this.told) this.options.onNotice(message);
    this.told = kind;
    const folder = dirname(this.options.endpoint.token_file);
    this.problem =
      message === undefined
        ? undefined
        : { folder, message, free_bytes: freeBytes(folder) ?? null };
  }
}

/** Refused where something else is in the place of the file. */
function keepIn(file: string, text: string): Refusal | undefined {
  const found = readPrivateFile(file);
  if (isRefusal(found)) return found;
  if (found !== text) writePrivateFile(file, `${text}\n`);
  return undefined;
}
