import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Client, Request } from '../../shared/api/client.ts';
import type { Output } from '../../shared/api/operations.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';
import { notificationFor } from './publication-notice.ts';
import {
  changesMeaning,
  filesAtOnce,
  parcelsOf,
  WaitingFiles,
  type PublishedFile,
  type WaitingFile,
  type Writer,
} from './waiting-files.ts';

type Answer = Output<'publishSymbols'>;

/** A written file; `isNobodys` when it is not known whose change it is. */
export type WrittenFile = PublishedFile & { readonly isNobodys?: boolean };

export interface PublisherOptions {
  readonly client: () => Client | undefined;
  readonly workspaceId: () => string | undefined;
  readonly logger: Logger;
}

/** How long the hook of a write waits for the decisions that became stale by it. */
const waitMs = 800;
/** So long does what changes no symbol wait for more of its kind. */
const gatherMs = 200;
const maxAcknowledged = 2_000;
/** Writes what it brings from elsewhere. */
const git: Writer = { key: 'git', sessionId: () => undefined };

/**
 * Keeps the relay's symbol graph current: what was written at once, and once after the start the files that the relay has never
 * seen. What could not be sent is sent when the relay is back.
 */
export class SymbolPublisher {
  private unsent = new WaitingFiles();
  /** Written files in which no symbol has another meaning or signature. */
  private gathered = new WaitingFiles();
  /** The files that were published since the start. */
  private readonly published = new Set<string>();
  /** Digests of the written files as the relay has them from here. */
  private readonly acknowledged = new LRUCache<string, { symbols: string; all: string }>({
    max: maxAcknowledged,
  });
  /** By path, what is being sent: of one file the order counts. */
  private readonly underway = new Map<string, Promise<unknown>>();
  private gathering: NodeJS.Timeout | undefined;
  private publishing: Promise<void> | undefined;

  constructor(private readonly options: PublisherOptions) {}

  /**
   * Publishes what a session has just written; answers a notification for its agent, if there is one. Where no symbol has another
   * meaning or signature there is none, and the files are sent in a moment, and those that are as they were not at all.
   */
  async publishWritten(files: readonly WrittenFile[], writer: Writer): Promise<string | undefined> {
    const isUrgent = files.some((file) => this.isUrgent(file));
    for (const file of files) this.gather(file, writer);
    if (isUrgent || this.gathered.size >= filesAtOnce) return this.sendGathered(writer);
    if (this.gathered.size > 0) this.gathering ??= setTimeout(() => void this.flush(), gatherMs);
    return undefined;
  }

  /** SYM-6: publishes edits that no session has made; nobody is told of them here. */
  async publishUnclaimed(files: readonly PublishedFile[]): Promise<void> {
    await this.publishFrom(files, undefined);
  }

  /** SYM-9: publishes what a pull or a merge has changed; the relay takes what it has as it was before. */
  async publishPulled(files: readonly PublishedFile[]): Promise<void> {
    await this.publishFrom(files, git);
  }

  private async publishFrom(files: readonly PublishedFile[], writer: Writer | undefined) {
    for (const file of files) this.gathered.add({ file, writer });
    if (files.length > 0) await this.sendGathered();
  }

  /** Whether the team has other symbols of the file, from what was published here since the start. */
  hasOther(file: PublishedFile): boolean {
    const known = this.acknowledged.get(file.path);
    return known !== undefined && known.symbols !== digestOf(symbolsOf(file));
  }

  /** SYM-3: adds files that came into the work tree and the team may not have, or not any more. */
  async publishBrought(files: readonly PublishedFile[]): Promise<void> {
    // What the team has of one that was published before may have been withdrawn since.
    for (const { path } of files) this.published.delete(path);
    await this.publishUnseen(files);
  }

  /** SYM-3: adds files that the team may not have; those that it has stay as they are. */
  private async publishUnseen(files: Iterable<PublishedFile>): Promise<void> {
    for (const parcel of parcelsOf(this.unseen(files))) {
      const publication = parcel.map(({ file }) => file);
      if (isRefusal(await this.send({ files: publication, full: true }))) return;
      for (const { path } of publication) this.published.add(path);
    }
  }

  /** Sends what waits for more of its kind. */
  async flush(): Promise<void> {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    if (this.gathered.size > 0) await this.sendGathered();
  }

  private isUrgent(file: WrittenFile): boolean {
    if (file.changes !== undefined) return file.changes.some((one) => changesMeaning(one, file));
    return this.acknowledged.get(file.path)?.symbols !== digestOf(symbolsOf(file));
  }

  private gather({ isNobodys, ...file }: WrittenFile, writer: Writer): void {
    const isKnown = this.acknowledged.get(file.path)?.all === digestOf(wholeOf(file));
    if (isKnown && !file.changes?.some((one) => changesMeaning(one, file))) {
      this.gathered.drop(file.path);
    } else this.gathered.add({ file, writer: isNobodys === true ? undefined : writer });
  }

  /** In order, so that what was written first is not known later; in parcels that the relay takes. */
  private async sendGathered(writer?: Writer): Promise<string | undefined> {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    const gathered = this.gathered.take();
    const paths = new Set(gathered.map(({ file }) => file.path));
    const entries = [...this.unsent.take((path) => paths.has(path)), ...gathered];
    const answers: Answer[] = [];
    for (const parcel of parcelsOf(entries)) {
      const answer = await this.sendInOrder(parcel);
      const isOwn = parcel.some((entry) => entry.writer?.key === writer?.key);
      if (answer !== undefined && isOwn) answers.push(answer);
    }
    const files = gathered.map(({ file }) => file);
    return notificationFor(files, {
      stale_decisions: answers.flatMap((one) => one.stale_decisions),
      impacts: answers.flatMap(({ impacts }) => impacts),
    });
  }

  /** Undefined when it was not sent, and waits to be. */
  private async sendInOrder(parcel: readonly WaitingFile[]): Promise<Answer | undefined> {
    const paths = parcel.map(({ file }) => file.path);
    const earlier = paths.map((path) => this.underway.get(path));
    const sending = Promise.all(earlier).then(() => this.sendWaiting(parcel));
    for (const path of paths) this.underway.set(path, sending);
    try {
      return await sending;
    } finally {
      for (const path of paths) if (this.underway.get(path) === sending) this.underway.delete(path);
    }
  }

  private async sendWaiting(parcel: readonly WaitingFile[]): Promise<Answer | undefined> {
    const files = parcel.map(({ file }) => file);
    const sessionId = parcel[0]?.writer?.sessionId();
    const isFromGit = parcel[0]?.writer === git;
    const named = {
      ...(isFromGit && { from_git: true }),
      ...(sessionId !== undefined && { session_id: sessionId }),
    };
    let answer = await this.send({ files, ...named });
    // A session that the relay has forgotten is no reason to keep the change from the team.
    if (isRefusal(answer) && answer.details['field'] === 'session_id')
      answer = await this.send({ files });
    for (const entry of parcel) this.note(entry, answer);
    return isRefusal(answer) ? undefined : answer;
  }

  private note(entry: WaitingFile, answer: Answer | Refusal): void {
    const { file } = entry;
    if (isRefusal(answer)) {
      this.acknowledged.delete(file.path);
      if (!isFinal(answer)) this.unsent.add(entry);
      return;
    }
    const digests = { symbols: digestOf(symbolsOf(file)), all: digestOf(wholeOf(file)) };
    this.acknowledged.set(file.path, digests);
  }

  /** The relay is connected: sends it the files that it has never seen, and what could not be sent before. */
  publishAll(publications: () => Promise<Iterable<PublishedFile>>): Promise<void> {
    // It may be another relay, or the same one with older data.
    this.acknowledged.clear();
    this.publishing ??= this.publish(publications).finally(() => (this.publishing = undefined));
    return this.publishing;
  }

  private async publish(publications: () => Promise<Iterable<PublishedFile>>): Promise<void> {
    const missed = [...parcelsOf(this.unsent.take())];
    for (const [at, parcel] of missed.entries()) {
      if ((await this.sendInOrder(parcel)) !== undefined) {
        // It was as the file is no more.
        for (const { file } of parcel) this.acknowledged.delete(file.path);
        continue;
      }
      for (const entry of missed.slice(at + 1).flat()) this.unsent.add(entry);
      return;
    }
    await this.publishUnseen(await publications());
  }

  private *unseen(files: Iterable<PublishedFile>): Generator<WaitingFile> {
    for (const file of files) {
      if (!this.published.has(file.path)) yield { file, writer: undefined };
    }
  }

  private async send(
    publication: Omit<Request<'publishSymbols'>, 'id'>,
  ): Promise<Answer | Refusal> {
    const client = this.options.client();
    const id = this.options.workspaceId();
    if (client === undefined || id === undefined)
      return refuse('Unavailable', 'The relay is not connected.');
    const options = publication.full === true ? {} : { timeoutMs: waitMs };
    const answer = await client.call('publishSymbols', { id, ...publication }, options);
    if (isRefusal(answer))
      this.options.logger.warn(`The relay did not take symbols: ${answer.message}`);
    return answer;
  }
}

/** What the relay does not take for what it is it will not take later either. */
function isFinal({ error }: Refusal): boolean {
  return error === 'ValidationError' || error === 'NotFound' || error === 'TooLarge';
}

/** What a decision or a caller depends on. */
function symbolsOf({ symbols, parsed }: PublishedFile): unknown {
  return [parsed, symbols.map((one) => [one.name, one.meaning_hash, one.signature_hash])];
}

function wholeOf({ path, symbols, parsed, callees }: PublishedFile): unknown {
  return [path, symbols, parsed, callees];
}

function digestOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64');
}
