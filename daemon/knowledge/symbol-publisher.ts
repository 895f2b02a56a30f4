import { createHash } from 'node:crypto';
import type { Client, Request } from '../../shared/api/client.ts';
import type { Output } from '../../shared/api/operations.ts';
import { inCode, quoted } from '../../shared/kernel/display.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { Logger } from '../kernel/logger.ts';

/** The symbols of a file as they are published: names, positions, signatures, hashes and edges, never bodies. */
export type PublishedFile = Request<'publishSymbols'>['files'][number];
type Answer = Output<'publishSymbols'>;

export interface PublisherOptions {
  readonly client: () => Client | undefined;
  readonly workspaceId: () => string | undefined;
  readonly logger: Logger;
}

/** How long the hook of a write waits for the decisions that became stale by it. */
const waitMs = 800;
const filesAtOnce = 50;
const bytesAtOnce = 500_000;
const maxUnpublished = 5_000;
/** So long does what changes no symbol wait for more of its kind. */
const gatherMs = 200;
const maxAcknowledged = 2_000;

/**
 * Keeps the relay's symbol graph current: written files at once, and once after the start those that the relay has never
 * seen. What could not be sent is sent when the relay is back.
 */
export class SymbolPublisher {
  private readonly unpublished = new Map<string, PublishedFile>();
  /** The files that were published since the start. */
  private readonly published = new Set<string>();
  /** Digests of the written files as the relay has them from here. */
  private readonly acknowledged = new Map<string, { symbols: string; all: string }>();
  /** Written files in which no symbol has another meaning or signature. */
  private readonly gathered = new Map<string, PublishedFile>();
  private gathering: NodeJS.Timeout | undefined;
  private publishing: Promise<void> | undefined;

  constructor(private readonly options: PublisherOptions) {}

  /**
   * Publishes what a session has just written; answers a notification for its agent, if there is one. Where no symbol has another
   * meaning or signature there is none, and the files are sent in a moment, and those that are as they were not at all.
   */
  async publishWritten(
    files: readonly PublishedFile[],
    sessionId: string | undefined,
  ): Promise<string | undefined> {
    const isUrgent = files.some(
      (file) => this.acknowledged.get(file.path)?.symbols !== digestOf(symbolsOf(file)),
    );
    for (const file of files) this.gather(file);
    if (isUrgent || this.gathered.size >= filesAtOnce) return this.sendGathered(sessionId);
    if (this.gathered.size > 0) this.gathering ??= setTimeout(() => void this.flush(), gatherMs);
    return undefined;
  }

  /** Sends what waits for more of its kind. */
  async flush(): Promise<void> {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    if (this.gathered.size > 0) await this.sendGathered();
  }

  private gather(file: PublishedFile): void {
    const isKnown = this.acknowledged.get(file.path)?.all === digestOf(file);
    if (isKnown) this.gathered.delete(file.path);
    else this.gathered.set(file.path, file);
  }

  /** In order, so that what was written first is not known later; in parcels that the relay takes. */
  private async sendGathered(sessionId?: string): Promise<string | undefined> {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    const gathered = [...this.gathered.values()];
    this.gathered.clear();
    const answers: Answer[] = [];
    for (const files of batches(gathered)) {
      const answer = await this.send({
        files,
        ...(sessionId !== undefined && { session_id: sessionId }),
      });
      for (const file of files) this.note(file, answer !== undefined);
      if (answer !== undefined) answers.push(answer);
    }
    return notificationFor({
      stale_decisions: answers.flatMap((one) => one.stale_decisions),
      impacts: answers.flatMap(({ impacts }) => impacts),
    });
  }

  private note(file: PublishedFile, isAcknowledged: boolean): void {
    const { path } = file;
    if (isAcknowledged) {
      // An earlier state of it that could not be sent is out of date.
      this.unpublished.delete(path);
      if (this.acknowledged.size >= maxAcknowledged) this.acknowledged.clear();
      this.acknowledged.set(path, { symbols: digestOf(symbolsOf(file)), all: digestOf(file) });
      return;
    }
    this.acknowledged.delete(path);
    if (this.unpublished.size < maxUnpublished) this.unpublished.set(path, file);
  }

  /** The relay is connected: sends it the files that it has never seen, and what could not be sent before. */
  publishAll(publications: () => Promise<Iterable<PublishedFile>>): Promise<void> {
    // It may be another relay, or the same one with older data.
    this.acknowledged.clear();
    this.publishing ??= this.publish(publications).finally(() => (this.publishing = undefined));
    return this.publishing;
  }

  private async publish(publications: () => Promise<Iterable<PublishedFile>>): Promise<void> {
    const missed = [...this.unpublished.values()];
    for (const files of batches(missed)) {
      if ((await this.send({ files })) === undefined) return;
      for (const { path } of files) this.unpublished.delete(path);
    }
    for (const files of batches(this.unseen(await publications()))) {
      if ((await this.send({ files, full: true })) === undefined) return;
      for (const { path } of files) this.published.add(path);
    }
  }

  private *unseen(files: Iterable<PublishedFile>): Generator<PublishedFile> {
    for (const file of files) if (!this.published.has(file.path)) yield file;
  }

  private async send(
    publication: Omit<Request<'publishSymbols'>, 'id'>,
  ): Promise<Answer | undefined> {
    const client = this.options.client();
    const id = this.options.workspaceId();
    if (client === undefined || id === undefined) return undefined;
    const timeoutMs = publication.full === true ? undefined : waitMs;
    const answer = await client.call(
      'publishSymbols',
      { id, ...publication },
      timeoutMs === undefined ? {} : { timeoutMs },
    );
    if (!isRefusal(answer)) return answer;
    this.options.logger.warn(`The relay did not take symbols: ${answer.message}`);
    return undefined;
  }
}

/** What a decision or a caller depends on. */
function symbolsOf({ symbols, parsed }: PublishedFile): unknown {
  return [parsed, symbols.map((one) => [one.name, one.meaning_hash, one.signature_hash])];
}

function digestOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64');
}

function* batches(files: Iterable<PublishedFile>): Generator<PublishedFile[]> {
  let parcel: PublishedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const size = JSON.stringify(file).length;
    if (parcel.length > 0 && (parcel.length >= filesAtOnce || bytes + size > bytesAtOnce)) {
      yield parcel;
      [parcel, bytes] = [[], 0];
    }
    parcel.push(file);
    bytes += size;
  }
  if (parcel.length > 0) yield parcel;
}

const maxListed = 5;

/** DEC-2: the agent that made a decision stale is notified in the same answer; so is one that changed what others call. */
function notificationFor({
  stale_decisions: stale,
  impacts,
}: Pick<Answer, 'stale_decisions' | 'impacts'>): string | undefined {
  const lines = [
    ...stale
      .slice(0, maxListed)
      .map(
        ({ id, title, symbol }) =>
          `- The decision ${quoted(title, 160)} (${id}) is about ${inCode(symbol)}, which you have just changed. ` +
          'It is stale now: reaffirm it with decision_reaffirm if it still holds, or record a new one that supersedes it.',
      ),
    ...impacts
      .filter(({ callers }) => callers.length > 0)
      .slice(0, maxListed)
      .map(
        ({ symbol, callers }) =>
          `- The signature of ${inCode(symbol)} has changed; it is used by ${callersText(callers)}.`,
      ),
  ];
  return lines.length === 0 ? undefined : ['coord:', ...lines].join('\n');
}

function callersText(callers: readonly string[]): string {
  const shown = callers.slice(0, maxListed).map((id) => inCode(id));
  const more = callers.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
