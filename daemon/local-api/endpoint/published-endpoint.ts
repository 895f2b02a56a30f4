import { existsSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import {
  authorizationFile,
  authorizationText,
  parseEndpoint,
  readEndpoint,
  type DaemonEndpoint,
} from '../../../shared/node/endpoint.ts';
import { replaceFile, tryReadText } from '../../../shared/node/files.ts';
import { distrust, isNoPlaceForFile, makeOwnFolder } from '../../../shared/node/own-files.ts';
import type { Logger } from '../../kernel/logger.ts';
import {
  endpointTexts,
  publishedTexts,
  publishTexts,
  removeTexts,
  type EndpointTexts,
} from './endpoint-files.ts';

const lookEveryMs = 2_000;
const answerWithinMs = 1_000;

export interface PublishedEndpointOptions {
  readonly commonDir: string;
  readonly endpoint: DaemonEndpoint;
  /** The daemon's own, for the file beside its socket. */
  readonly token: string;
  readonly logger: Logger;
  /** LOC-7: makes anew what the published files lead to, before each look at them. */
  readonly restore?: () => Promise<void>;
  /** Milliseconds between two looks at what is published. */
  readonly everyMs?: number;
}

/**
 * LOC-5: tells hooks and commands where this daemon is, and sees to it that they find a daemon that lives. A repository may
 * have several, each with a state folder of its own; what is published names one of them.
 */
export class PublishedEndpoint {
  readonly #options: PublishedEndpointOptions;
  readonly #own: EndpointTexts;
  /** What another daemon had published before; it is put back at the end if that one still lives. */
  #earlier: EndpointTexts | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: PublishedEndpointOptions) {
    this.#options = options;
    this.#own = endpointTexts(options.endpoint);
  }

  /** Publishes at once, and looks after it from then on. Refused as `publishTexts` says. */
  async start(): Promise<Refusal | undefined> {
    const refusal = await this.#publish();
    const { everyMs = lookEveryMs } = this.#options;
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    }, everyMs).unref();
    return refusal;
  }

  /** Takes back what is this daemon's own. */
  async withdraw(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    const { commonDir, endpoint } = this.#options;
    rmSync(authorizationFile(endpoint.socket), { force: true, recursive: true });
    if (publishedTexts(commonDir).description !== this.#own.description) return;
    if (this.#earlier !== undefined && (await lives(parseEndpoint(this.#earlier.description))))
      await publishTexts(commonDir, this.#earlier);
    else await removeTexts(commonDir);
  }

  async #look(): Promise<void> {
    const { commonDir, logger, restore } = this.#options;
    try {
      if (!existsSync(commonDir)) return;
      await restore?.();
      if (await this.#isWell()) return;
      const refusal = await this.#publish();
      if (refusal !== undefined) logger.warn(refusal.message);
    } catch (error) {
      logger.warn(`The daemon's address cannot be published: ${String(error)}`);
    }
  }

  /** Nothing is written while it is. */
  async #isWell(): Promise<boolean> {
    const { commonDir } = this.#options;
    const { description, address } = publishedTexts(commonDir);
    if (description === this.#own.description)
      return address === this.#own.address && this.#isAuthorized();
    const other = readEndpoint(commonDir);
    return !isRefusal(other) && (await lives(other));
  }

  async #publish(): Promise<Refusal | undefined> {
    const { commonDir } = this.#options;
    const refusal = this.#authorize();
    if (refusal !== undefined) return refusal;
    const other = readEndpoint(commonDir);
    const published = publishedTexts(commonDir);
    const isOther = published.description !== this.#own.description;
    if (other !== undefined && !isRefusal(other) && isOther) this.#earlier = published;
    return publishTexts(commonDir, this.#own);
  }

  /** Puts what a request to the socket needs beside it (0600). Again, because `/tmp` may be cleaned of old files. */
  #authorize(): Refusal | undefined {
    const { endpoint, token } = this.#options;
    const file = authorizationFile(endpoint.socket);
    const refusal = makeOwnFolder(dirname(file)) ?? isNoPlaceForFile(file);
    if (refusal === undefined) replaceFile(file, authorizationText(token), 0o600);
    return refusal;
  }

  #isAuthorized(): boolean {
    const { endpoint, token } = this.#options;
    return tryReadText(authorizationFile(endpoint.socket)) === authorizationText(token);
  }
}

/** Whether a daemon of ours answers on the socket. Its process id would not tell: another process may have it by now. */
async function lives(endpoint: DaemonEndpoint | undefined): Promise<boolean> {
  if (endpoint === undefined) return false;
  const { socket: path } = endpoint;
  if (distrust(dirname(path), 'folder') ?? distrust(path, 'socket')) return false;
  return new Promise((resolve) => {
    const socket = connect(path);
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(answerWithinMs, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
