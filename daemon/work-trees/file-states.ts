import { EventEmitter } from 'node:events';
import type { MachineClock } from '../../shared/kernel/clock.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { IgnoreRules } from '../git/ignore-rules.ts';
import type { BaseTexts } from '../changes/base-texts.ts';
import type { BlobText } from '../git/blob-texts.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import { isParsable } from '../../shared/symbols/parsable.ts';
import type { Edit } from '../index/text-edits.ts';
import { withLineEndsOf } from '../lines/text-lines.ts';
import { FileTracker, type TextOnDisk, type TrackedPath } from './file-tracker.ts';
import { pending, type Change, type Text, type WriteCall } from './expected-write.ts';
import type { WorkTrees } from './work-trees.ts';

export interface FileStatesOptions {
  readonly workTrees: Pick<WorkTrees, 'opened' | 'isClosed'>;
  readonly ignores: IgnoreRules;
  readonly committedTexts: Pick<BaseTexts, 'loadAt' | 'loadHead'>;
  readonly clock: MachineClock;
}

/** When a shell command began. */
export interface CommandStart {
  readonly beganAtMs: number;
  /** The id of the commit that was checked out then; undefined where there was none. */
  readonly headBefore: string | undefined;
}

/** The texts of files before and after the writes of agents. */
export class FileStates {
  private readonly emitter = new EventEmitter<{ write: [] }>();
  private readonly tracker: FileTracker;

  constructor(private readonly options: FileStatesOptions) {
    this.tracker = new FileTracker(options.clock);
  }

  /** A hook has reported a write. */
  onWrite(listener: () => void): void {
    this.emitter.on('write', listener);
  }

  /** The text on disk. */
  textOf(file: TrackedPath): TextOnDisk {
    return this.tracker.textOf(file);
  }

  /**
   * RSV-15: a write is about to be allowed. Keeps the file as it is now; parses nothing and waits for nothing. False when there is
   * nothing new to keep.
   */
  expectWrite(file: RepositoryFile, call: WriteCall, edits: readonly Edit[] | undefined): boolean {
    return !this.options.workTrees.isClosed && this.tracker.expectWrite(file, call, edits);
  }

  /** Whether a hook will report what the file has become, so that no shell command made it. */
  isExpected(file: RepositoryFile): boolean {
    return this.tracker.isExpected(file);
  }

  /** SES-3: the conversation is over: no hook reports its writes any more. */
  forgetWrites(ended: ConversationKey): void {
    this.tracker.forgetWrites(ended);
  }

  /**
   * RSV-15: a write is reported. The file is read at the call, before anything is waited for; what is answered tells what the
   * write changed, or undefined when that cannot be said.
   */
  written(
    file: RepositoryFile,
    call: WriteCall,
    edits: readonly Edit[] | undefined,
  ): () => Promise<Change | undefined> {
    this.emitter.emit('write');
    const found = this.tracker.written(file, call, edits);
    return () => this.known(file, found, { edits });
  }

  /** A change of unknown origin; `isUncommitted`: the checked-out commit does not tell what it was. */
  noticed(file: TrackedPath, options?: { readonly isUncommitted: boolean }): void {
    this.tracker.noticed(file, options);
  }

  /** Git may have changed any file of the work tree, and no watcher has told of it yet. */
  noticedAnyOf(workTree: WorkTree): void {
    this.tracker.noticedAnyOf(workTree);
  }

  /** What a shell command has changed; undefined when that cannot be said. */
  unseenChange(
    file: RepositoryFile,
    { beganAtMs, headBefore }: CommandStart,
  ): Promise<Change | undefined> {
    return this.known(file, this.tracker.seen(file, beganAtMs), { commit: headBefore });
  }

  /** Nothing else is known of a file: then it was as it is committed, and as it is now where edits are not on disk yet. */
  private async known(
    file: RepositoryFile,
    found: Change | { readonly unknown: TextOnDisk },
    { commit, edits }: { commit?: string | undefined; edits?: readonly Edit[] | undefined },
  ): Promise<Change | undefined> {
    if (!('unknown' in found)) return found;
    if (found.unknown === 'unreadable') return undefined;
    const { text: after } = found.unknown;
    const before = await this.committed(file, { onDisk: after, commit });
    // Either nothing was written that shows, and the edits may be on their way, or something was, and not under this name.
    if (before === after) return edits && pending(after, edits);
    const change = { before, after };
    this.tracker.report(file, change);
    return change;
  }

  /** Whether the file is as a commit has it, the checked-out one unless another is named, or absent in both. */
  async isAsCommitted(file: RepositoryFile, commit?: string): Promise<boolean> {
    const now = this.tracker.textOf(file);
    if (now === 'unreadable') return false;
    return now.text === (await this.committed(file, { onDisk: now.text, commit }));
  }

  /** Whether a commit has the file, as a text; the checked-out one unless another is named. */
  async isCommitted(file: RepositoryFile, commit?: string): Promise<boolean> {
    return (await this.blobOf(file, commit)).id !== '';
  }

  private blobOf(file: RepositoryFile, commit: string | undefined): Promise<BlobText> {
    const { committedTexts } = this.options;
    return commit === undefined
      ? committedTexts.loadHead(file)
      : committedTexts.loadAt(file, commit);
  }

  /** The committed text, with the line ends that it has on disk; undefined when there is none. */
  private async committed(
    file: RepositoryFile,
    { onDisk, commit }: { onDisk: Text; commit: string | undefined },
  ): Promise<Text> {
    const { id, text } = await this.blobOf(file, commit);
    return id === '' ? undefined : withLineEndsOf(onDisk ?? '', text);
  }

  /** Whether git ignores the file: then no one else ever gets it. */
  async isIgnored(file: RepositoryFile): Promise<boolean> {
    const { workTree, path } = file;
    const { store } = this.options.workTrees.opened(workTree);
    if (isParsable(path) && store.stampOf(path) !== undefined) return false;
    // What is committed is everybody's; the text is needed anyway.
    if (await this.isCommitted(file)) return false;
    return (await this.options.ignores.ignoredAmong(workTree.root, [path])).size > 0;
  }
}
