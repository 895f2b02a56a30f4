import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { backoffMs, withJitter } from '../../shared/node/time/backoff.ts';
import { within } from '../../shared/node/time/within.ts';
import { AcknowledgedFiles } from './acknowledged-files.ts';
import { ParcelSender } from './parcel-sender.ts';
import { notificationFor } from './publication-notice.ts';
import { asOne, type Published, publishedOf, tellLater } from './published-parcels.ts';
import { PublishedOver } from './published-over.ts';
import {
  type Answer,
  mustWait,
  type Publication,
  type PublisherOptions,
  sendPublication,
} from './send-publication.ts';
import {
  changesMeaning,
  filesAtOnce,
  git,
  nobody,
  parcelsOf,
  undoingBy,
  WaitingFiles,
  type PublishedFile,
  type WaitingFile,
  type Writer,
} from './waiting-files.ts';

/** A written file; `isNobodys` when it is not known whose change it is. */
export type WrittenFile = PublishedFile & {
  readonly isNobodys?: boolean;
  /** SYM-6: what was published here before is taken back. */
  readonly isTakenBack?: boolean;
};

/** So long does what changes no symbol wait for more of its kind. */
const gatherMs = 200;
/** How long the hook of a write waits for the decisions that became stale by it. */
const answerWithinMs = 800;
const backoff = { firstMs: 100, maxMs: 5_000 } as const;

/** The files of the work tree as they are now. */
type Publications = () => Promise<Iterable<PublishedFile>>;

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
  private readonly acknowledged = new AcknowledgedFiles();
  private readonly over = new PublishedOver();
  private readonly parcels: ParcelSender;
  private gathering: NodeJS.Timeout | undefined;
  private publishing: Promise<void> | undefined;
  /** Asked for what the relay may never have seen, once it takes it. */
  private publications: Publications | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private closed = false;

  constructor(private readonly options: PublisherOptions) {
    this.parcels = new ParcelSender((publication) => this.send(publication));
  }

  /**
   * Publishes what a session has just written; answers a notification for its agent, if there is one. Where no symbol has another
   * meaning or signature there is none, and the files are sent in a moment, and those that are as they were not at all.
   */
  async publishWritten(files: readonly WrittenFile[], writer: Writer): Promise<string | undefined> {
    const isUrgent = files.some((file) => this.isUrgent(file));
    for (const file of files) this.gather(file, writer);
    if (isUrgent || this.gathered.size >= filesAtOnce) return this.answered(writer);
    if (this.gathered.size > 0) this.gathering ??= setTimeout(() => void this.flush(), gatherMs);
    return undefined;
  }

  /** SYM-6: publishes edits that no session has made; nobody is told of them here. */
  async publishUnclaimed(files: readonly PublishedFile[]): Promise<void> {
    await this.publishAtOnce(files.map((file) => ({ file, writer: undefined })));
  }

  /** SYM-9: publishes what a pull or a merge has changed; the relay takes what it has as it was before. */
  async publishPulled(files: readonly PublishedFile[]): Promise<void> {
    await this.publishAtOnce(files.map((file) => ({ file, writer: git })));
  }

  /** SYM-6, SYM-10: takes back what was published here; the relay takes what it has as it was before. */
  async publishTakenBack(files: readonly PublishedFile[]): Promise<void> {
    await this.publishAtOnce(files.map((file) => this.takenBack(file, nobody)));
  }

  private async publishAtOnce(entries: readonly WaitingFile[]): Promise<void> {
    for (const entry of entries) this.gathered.add(entry);
    if (entries.length > 0) await within(answerWithinMs, this.sendGathered());
  }

  /** DEC-2. HOK-8: what the relay says later is told then. */
  private async answered(writer: Writer): Promise<string | undefined> {
    const sending = this.sendGathered(writer);
    const published = await within(answerWithinMs, sending);
    if (published === 'late') {
      void sending.then((late) => tellLater(writer, late));
      return undefined;
    }
    const { files, answer } = asOne(published);
    return notificationFor(files, answer);
  }

  /** Whether a written file is as it was here before something that was published. */
  goesBack(file: PublishedFile): boolean {
    return this.over.goesBack(file);
  }

  private takenBack(file: PublishedFile, writer: Writer): WaitingFile {
    return { file: this.over.restored(file), writer: undoingBy(writer) };
  }

  /** Whether the team has other symbols of the file, from what was published here since the start. */
  hasOther(file: PublishedFile): boolean {
    return this.acknowledged.has(file.path) && !this.acknowledged.hasSymbols(file);
  }

  /** SYM-3: adds files that came into the work tree and the team may not have, or not any more. */
  async publishBrought(files: readonly PublishedFile[]): Promise<void> {
    // What the team has of one that was published before may have been withdrawn since.
    for (const { path } of files) this.published.delete(path);
    await this.publishUnseen(files);
  }

  /** SYM-3: adds files that the team may not have; those that it has stay as they are. Whether the relay has said to all of them. */
  private async publishUnseen(files: Iterable<PublishedFile>): Promise<boolean> {
    for (const parcel of parcelsOf(this.unseen(files))) {
      const publication = parcel.map(({ file }) => file);
      if (mustWait(await this.send({ files: publication, full: true }))) return false;
      for (const { path } of publication) this.published.add(path);
    }
    return true;
  }

  /** Sends what waits for more of its kind. */
  async flush(): Promise<void> {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    if (this.gathered.size > 0) await this.sendGathered();
  }

  private isUrgent(file: WrittenFile): boolean {
    if (file.changes !== undefined) return file.changes.some((one) => changesMeaning(one, file));
    return !this.acknowledged.hasSymbols(file);
  }

  private gather({ isNobodys, isTakenBack, ...file }: WrittenFile, author: Writer): void {
    const writer = isNobodys === true ? undefined : author;
    const isChanged = file.changes?.some((one) => changesMeaning(one, file)) === true;
    if (this.acknowledged.hasAll(file) && !isChanged) this.gathered.drop(file.path);
    else if (isTakenBack === true) this.gathered.add(this.takenBack(file, writer ?? nobody));
    else this.gathered.add({ file, writer });
  }

  /** In order, so that what was written first is not known later; in parcels that the relay takes. Answers what it said of the writer's. */
  private async sendGathered(writer?: Writer): Promise<Published[]> {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    const gathered = this.gathered.take();
    const paths = new Set(gathered.map(({ file }) => file.path));
    const own = [writer?.key, writer && undoingBy(writer).key];
    const published: Published[] = [];
    let isAway = false;
    for (const parcel of parcelsOf([...this.unsent.take((path) => paths.has(path)), ...gathered])) {
      const answer: Answer | Refusal | undefined = isAway
        ? undefined
        : await this.sendParcel(parcel);
      isAway ||= answer !== undefined && mustWait(answer);
      if (isAway) for (const entry of parcel) this.unsent.add(entry);
      else if (own.includes(parcel[0]?.writer?.key)) published.push(...publishedOf(parcel, answer));
      else tellLater(parcel[0]?.writer, publishedOf(parcel, answer));
    }
    if (isAway) this.retryLater();
    return published;
  }

  private async sendParcel(parcel: readonly WaitingFile[]): Promise<Answer | Refusal> {
    const answer = await this.parcels.send(parcel);
    for (const entry of parcel) this.note(entry, answer);
    return answer;
  }

  private note({ file, writer }: WaitingFile, answer: Answer | Refusal): void {
    if (isRefusal(answer)) return this.acknowledged.forget(file.path);
    if (writer?.from === undefined) this.over.note(file, answer.published_over);
    this.acknowledged.note(file);
  }

  /** The relay is connected: sends it the files that it has never seen, and what could not be sent before. */
  publishAll(publications: Publications): Promise<void> {
    // It may be another relay, or the same one with older data.
    this.acknowledged.clear();
    this.over.clear();
    this.publications = publications;
    this.failures = 0;
    return this.sendWaiting();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await within(answerWithinMs, this.flush());
  }

  private sendWaiting(): Promise<void> {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.publishing ??= this.sendAll().finally(() => (this.publishing = undefined));
    return this.publishing;
  }

  private async sendAll(): Promise<void> {
    if ((await this.sendUnsent()) && (await this.sendUnseen())) this.failures = 0;
    else this.retryLater();
  }

  /** Whether nothing waits any more. */
  private async sendUnsent(): Promise<boolean> {
    for (;;) {
      const parcel = this.unsent.takeParcel();
      if (parcel.length === 0) return true;
      const answer = await this.sendParcel(parcel);
      if (mustWait(answer)) {
        this.unsent.putBack(parcel);
        return false;
      }
      // It was as the file is no more.
      for (const { file } of parcel) this.acknowledged.forget(file.path);
      tellLater(parcel[0]?.writer, publishedOf(parcel, answer));
    }
  }

  private async sendUnseen(): Promise<boolean> {
    const { publications } = this;
    if (publications === undefined) return true;
    this.publications = undefined;
    if (await this.publishUnseen(await publications())) return this.sendUnseen();
    this.publications ??= publications;
    return false;
  }

  /** SYM-7: a relay that is there and too busy tells nobody when it is not any more. */
  private retryLater(): void {
    if (this.closed || this.retry !== undefined) return;
    this.failures += 1;
    const waitMs = withJitter(backoffMs(this.failures, backoff));
    this.retry = setTimeout(() => void this.sendWaiting(), waitMs).unref();
  }

  private *unseen(files: Iterable<PublishedFile>): Generator<WaitingFile> {
    for (const file of files) {
      if (!this.published.has(file.path)) yield { file, writer: undefined };
    }
  }

  private send(publication: Publication): Promise<Answer | Refusal> {
    return sendPublication(this.options, publication);
  }
}
