import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { AcknowledgedFiles } from './acknowledged-files.ts';
import { notificationFor } from './publication-notice.ts';
import { PublishedOver } from './published-over.ts';
import {
  type Answer,
  isFinal,
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
    if (entries.length > 0) await this.sendGathered();
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
    return !this.acknowledged.hasSymbols(file);
  }

  private gather({ isNobodys, isTakenBack, ...file }: WrittenFile, author: Writer): void {
    const writer = isNobodys === true ? undefined : author;
    const isChanged = file.changes?.some((one) => changesMeaning(one, file)) === true;
    if (this.acknowledged.hasAll(file) && !isChanged) this.gathered.drop(file.path);
    else if (isTakenBack === true) this.gathered.add(this.takenBack(file, writer ?? nobody));
    else this.gathered.add({ file, writer });
  }

  /** In order, so that what was written first is not known later; in parcels that the relay takes. */
  private async sendGathered(writer?: Writer): Promise<string | undefined> {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    const gathered = this.gathered.take();
    const paths = new Set(gathered.map(({ file }) => file.path));
    const entries = [...this.unsent.take((path) => paths.has(path)), ...gathered];
    const own = [writer?.key, writer && undoingBy(writer).key];
    const answers: Answer[] = [];
    for (const parcel of parcelsOf(entries)) {
      const answer = await this.sendInOrder(parcel);
      const isOwn = parcel.some((entry) => own.includes(entry.writer?.key));
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
    const writer = parcel[0]?.writer;
    const sessionId = writer?.sessionId();
    const publication = {
      files,
      ...(writer?.from !== undefined && { from_git: true }),
      ...(writer?.from === 'undoing' && { taken_back: true }),
    };
    const isNamed = sessionId !== undefined;
    let answer = await this.send({ ...publication, ...(isNamed && { session_id: sessionId }) });
    // A session that the relay has forgotten is no reason to keep the change from the team.
    if (isRefusal(answer) && answer.details['field'] === 'session_id')
      answer = await this.send(publication);
    for (const entry of parcel) this.note(entry, answer);
    return isRefusal(answer) ? undefined : answer;
  }

  private note(entry: WaitingFile, answer: Answer | Refusal): void {
    const { file, writer } = entry;
    if (isRefusal(answer)) {
      this.acknowledged.forget(file.path);
      if (!isFinal(answer)) this.unsent.add(entry);
      return;
    }
    if (writer?.from === undefined) this.over.note(file, answer.published_over);
    this.acknowledged.note(file);
  }

  /** The relay is connected: sends it the files that it has never seen, and what could not be sent before. */
  publishAll(publications: () => Promise<Iterable<PublishedFile>>): Promise<void> {
    // It may be another relay, or the same one with older data.
    this.acknowledged.clear();
    this.over.clear();
    this.publishing ??= this.publish(publications).finally(() => (this.publishing = undefined));
    return this.publishing;
  }

  private async publish(publications: () => Promise<Iterable<PublishedFile>>): Promise<void> {
    const missed = [...parcelsOf(this.unsent.take())];
    for (const [at, parcel] of missed.entries()) {
      if ((await this.sendInOrder(parcel)) !== undefined) {
        // It was as the file is no more.
        for (const { file } of parcel) this.acknowledged.forget(file.path);
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

  private send(publication: Publication): Promise<Answer | Refusal> {
    return sendPublication(this.options, publication);
  }
}
