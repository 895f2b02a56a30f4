import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rm } from 'node:fs/promises';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import {
  authorizationFile,
  authorizationText,
  type DaemonEndpoint,
  endpointFiles,
  endpointFolder,
  parseEndpoint,
  readEndpoint,
} from '../../../shared/node/endpoint.ts';
import { describeTrouble, diskTroubleOf } from '../../../shared/node/disk/disk-trouble.ts';
import { replaceFile, tryReadText } from '../../../shared/node/disk/files.ts';
import { distrust, isNoPlaceForFile, makeOwnFolder } from '../../../shared/node/disk/own-files.ts';
import { answers } from './answers.ts';
import { clientNames } from '../../../shared/clients/registry.ts';

const lookEveryMs = 2_000;
const answerWithinMs = 1_000;

interface PublishedEndpointOptions {
  readonly commonDir: string;
  readonly endpoint: DaemonEndpoint;
  /** The daemon's own, for the file beside its socket. */
  readonly token: string;
  /** Told once, in a sentence, why nothing can be published. */
  readonly onNotice: (sentence: string) => void;
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
  #said: string | undefined;

  constructor(options: PublishedEndpointOptions) {
    this.#options = options;
    this.#own = endpointTexts(options.endpoint);
  }

  /**
   * Publishes at once, and looks after it from then on. Refused as `publishTexts` says; what the disk does not take is tried again at
   * each look (DUR-4).
   */
  async start(): Promise<Refusal | undefined> {
    const { everyMs = lookEveryMs, restore } = this.#options;
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    }, everyMs).unref();
    await restore?.();
    try {
      return await this.#publish();
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
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
    const { commonDir, restore } = this.#options;
    try {
      if (!existsSync(commonDir)) return;
      await restore?.();
      const refusal = (await this.#isWell()) ? undefined : await this.#publish();
      this.#note(refusal?.message);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const trouble = diskTroubleOf(error, authorizationFile(this.#options.endpoint.socket));
    const why = trouble === undefined ? String(error) : describeTrouble(trouble);
    this.#note(`Hooks and commands cannot find this daemon. ${why}`, trouble?.kind ?? why);
  }

  /** With undefined all is well again. Of the same kind of trouble it is told once, although how much is free changes. */
  #note(sentence: string | undefined, kind = sentence): void {
    if (sentence !== undefined && kind !== this.#said) this.#options.onNotice(sentence);
    this.#said = kind;
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
  const { socket } = endpoint;
  if (distrust(dirname(socket), 'folder') ?? distrust(socket, 'socket')) return false;
  return answers(socket, answerWithinMs);
}

/** What tells hooks and commands where a daemon is: the texts of `daemon.json` and `address`. */
interface EndpointTexts {
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
function publishedTexts(gitCommonDir: string): EndpointTexts {
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
async function removeTexts(gitCommonDir: string): Promise<void> {
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
