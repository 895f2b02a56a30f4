import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { ConversationKey } from '../../shared/sessions/rules.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import {
  readDiskFile,
  reliableStamp,
  sameStamp,
  stampOf,
  type Stamp,
} from '../index/disk/disk-file.ts';
import type { Edit } from '../index/text-edits.ts';
import { TrackedFile } from './tracked-file.ts';
import type { Change, Text, WriteCall } from './expected-write.ts';

/** A file of one work tree. */
export type TrackedPath = Pick<RepositoryFile, 'workTree' | 'path'>;

/** What is on disk; `unreadable` for what is binary, too large, or no regular file. */
export type TextOnDisk = { readonly text: Text } | 'unreadable';

interface Entry {
  readonly path: TrackedPath;
  readonly file: TrackedFile;
  disk: { readonly stamp: Stamp; readonly inode: number; readonly text: string } | undefined;
}

const maxFiles = 512;
/** In UTF-16 units: mostly a byte each. */
const maxSize = 48 * 1024 * 1024;

/**
 * RSV-15: the one owner of what files were before a write and after it. Keeps the texts of the files that agents write, in
 * memory and bounded; a file that was forgotten is only known less exactly.
 */
export class FileTracker {
  private readonly entries = new LRUCache<string, Entry>({ max: maxFiles, maxSize });

  constructor(private readonly clock: Clock) {}

  /** The text on disk; read only when the file is not the one that was read last. */
  textOf(path: TrackedPath): TextOnDisk {
    return this.textIn(this.entryOf(path), path);
  }

  /** To be called before the write can begin: keeps the text that it changes. False when there is nothing new to keep. */
  expectWrite(path: TrackedPath, call: WriteCall, edits: readonly Edit[] | undefined): boolean {
    const entry = this.entryOf(path);
    const atMs = this.clock.now();
    if (entry.file.isAnnounced(call, edits, atMs)) return false;
    const known = entry.disk;
    const now = this.textIn(entry, path);
    if (now === 'unreadable') {
      this.forget(path);
      return false;
    }
    entry.file.expect(call, edits, { ...now, atMs });
    // On the hot path: a text that was there already makes nothing larger.
    if (known === undefined || known !== entry.disk) this.keep(path, entry);
    return true;
  }

  /** Whether a hook will report the file's change, so that no shell command made it. */
  isExpected(path: TrackedPath): boolean {
    const entry = this.entries.get(keyOf(path));
    if (entry === undefined) return false;
    const now = this.textIn(entry, path);
    return now !== 'unreadable' && entry.file.isExpected({ ...now, atMs: this.clock.now() });
  }

  /** The conversation is over: no hook reports its writes any more. */
  forgetWrites(ended: ConversationKey): void {
    for (const { file } of this.entries.values()) file.forget(ended);
  }

  /**
   * To be called when the report of a write arrives, before anything is waited for: what the call changed. `unknown` with the text on
   * disk when nothing is known of the text before.
   */
  written(
    path: TrackedPath,
    call: WriteCall,
    edits: readonly Edit[] | undefined,
  ): Change | { readonly unknown: TextOnDisk } {
    return this.changeIn(path, (file, now) => file.written(call, edits, now));
  }

  /** What changed without a hook since the newest text that is known of before `sinceMs`; `unknown` when none is. */
  seen(path: TrackedPath, sinceMs: number): Change | { readonly unknown: TextOnDisk } {
    return this.changeIn(path, (file, now) => file.unreported(now, sinceMs));
  }

  /** Git may have changed any file of the work tree. Reads those that are not as they were read last, in the order of their use. */
  noticedAnyOf({ root }: WorkTree): void {
    for (const entry of [...this.entries.rvalues()])
      if (entry?.path.workTree.root === root) this.noticed(entry.path);
  }

  /**
   * The file has changed, and nobody is known to have done it. Of one that was not known it is kept that it is gone: what makes it again
   * writes all of it, whatever the commit has. What is there is kept too where the commit does not tell it (`isUncommitted`).
   */
  noticed(path: TrackedPath, { isUncommitted } = { isUncommitted: false }): void {
    const known = this.entries.get(keyOf(path));
    if (known === undefined && !isUncommitted && isThere(path)) return;
    const entry = known ?? this.entryOf(path);
    const now = this.textIn(entry, path);
    if (now !== 'unreadable') entry.file.notice({ ...now, atMs: this.clock.now() });
    this.keep(path, entry);
  }

  /** What a call has changed was found in another way. */
  report(path: TrackedPath, change: Change): void {
    this.entries.get(keyOf(path))?.file.report(change);
  }

  private changeIn(
    path: TrackedPath,
    find: (file: TrackedFile, now: { text: Text; atMs: number }) => Change | undefined,
  ): Change | { readonly unknown: TextOnDisk } {
    const entry = this.entryOf(path);
    const now = this.textIn(entry, path);
    if (now === 'unreadable') {
      this.forget(path);
      return { unknown: now };
    }
    const change = find(entry.file, { ...now, atMs: this.clock.now() });
    this.keep(path, entry);
    return change ?? { unknown: now };
  }

  private textIn(entry: Entry, { workTree, path }: TrackedPath): TextOnDisk {
    const absolute = join(workTree.root, path);
    const found = stampOf(absolute);
    if (found === undefined) return { text: undefined };
    const { disk } = entry;
    if (disk !== undefined && disk.inode === found.inode && sameStamp(disk.stamp, found.stamp))
      return { text: disk.text };
    const nowMs = this.clock.now();
    const read = readDiskFile(absolute);
    if (read.kind !== 'text') return read.kind === 'absent' ? { text: undefined } : 'unreadable';
    const { text } = read;
    const stamp = reliableStamp(found.stamp, nowMs);
    // The same text is kept once.
    entry.disk = { stamp, inode: found.inode, text: disk?.text === text ? disk.text : text };
    return { text: entry.disk.text };
  }

  /** The file's entry, the one used last. */
  private entryOf(path: TrackedPath): Entry {
    const key = keyOf(path);
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const entry = { path, file: new TrackedFile(), disk: undefined };
    this.entries.set(key, entry, { size: 1 });
    return entry;
  }

  /** What is set again as it was keeps its size, so the entry is taken out first. */
  private keep(path: TrackedPath, entry: Entry): void {
    const key = keyOf(path);
    const size = lengthOf([entry.disk?.text, ...entry.file.texts]) || 1;
    this.entries.delete(key);
    this.entries.set(key, entry, { size });
  }

  private forget(path: TrackedPath): void {
    this.entries.delete(keyOf(path));
  }
}

/** Most of the texts are one and the same. */
function lengthOf(texts: readonly Text[]): number {
  const distinct = texts.filter((text, at) => texts.indexOf(text) === at);
  return distinct.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

function isThere({ workTree, path }: TrackedPath): boolean {
  return stampOf(join(workTree.root, path)) !== undefined;
}

function keyOf({ workTree, path }: TrackedPath): string {
  return `${workTree.root}\n${path}`;
}
