import type { Notice } from '../../shared/sessions/notification.ts';
import type { Request } from '../../shared/api/client.ts';
import type { SymbolChange } from '../../shared/symbols/contract.ts';

/** The symbols of a file as they are published: names, positions, signatures, hashes and edges, never bodies. */
export type PublishedFile = Request<'publishSymbols'>['files'][number];

/** Who writes. */
export interface Writer {
  /** Tells writers apart. */
  readonly key: string;
  /** As the relay knows it when it is told; undefined when it does not. */
  readonly sessionId: () => string | undefined;
  /** Undefined for who edits. SYM-9, SYM-6: the changes come with commits of others, or take back what was published here. */
  readonly from?: 'git' | 'undoing';
  /** HOK-8: tells what the relay answers when no hook waits for it any more; nobody is told when it is left out. */
  readonly tell?: (notice: Notice) => void;
}

/** Writes what it brings from elsewhere. */
export const git: Writer = { key: 'git', sessionId: () => undefined, from: 'git' };

export const nobody: Writer = { key: '', sessionId: () => undefined };

export function undoingBy(writer: Writer): Writer {
  return { ...writer, key: `${writer.key} undoing`, from: 'undoing' };
}

/** A file that is to be published. */
export interface WaitingFile {
  readonly file: PublishedFile;
  /** Undefined when nobody is to be blamed. */
  readonly writer: Writer | undefined;
}

export const filesAtOnce = 50;
const bytesAtOnce = 500_000;
const maxWaiting = 5_000;

/** SYM-7: written files in the order in which they were written; what one writer has written of a file is one publication. */
export class WaitingFiles {
  private entries: WaitingFile[] = [];

  get size(): number {
    return this.entries.length;
  }

  add(entry: WaitingFile): void {
    const { path } = entry.file;
    const at = this.entries.findLastIndex((one) => one.file.path === path);
    const last = this.entries[at];
    const isFull = this.entries.length >= maxWaiting;
    if (last === undefined) {
      if (!isFull) this.entries.push(entry);
    } else if (last.writer?.key === entry.writer?.key || isFull) {
      const writer = last.writer?.key === entry.writer?.key ? entry.writer : undefined;
      this.entries[at] = { file: merged(last.file, entry.file), writer };
    } else this.entries.push(entry);
  }

  drop(path: string): void {
    this.entries = this.entries.filter(({ file }) => file.path !== path);
  }

  /** Takes out those whose path is wanted, in their order. */
  take(isWanted: (path: string) => boolean = () => true): WaitingFile[] {
    const taken = this.entries.filter(({ file }) => isWanted(file.path));
    this.entries = this.entries.filter(({ file }) => !isWanted(file.path));
    return taken;
  }

  /** Takes out the first of the parcels; empty when nothing waits. */
  takeParcel(): WaitingFile[] {
    const [parcel = []] = parcelsOf(this.entries);
    this.entries = this.entries.slice(parcel.length);
    return parcel;
  }

  /** What was taken out could not be sent: it was written before all that waits. */
  putBack(parcel: readonly WaitingFile[]): void {
    this.entries = [...parcel, ...this.entries];
  }
}

/** Both as one: the file as it is now, with what it was before the first. */
function merged(earlier: PublishedFile, later: PublishedFile): PublishedFile {
  if (earlier.changes === undefined || later.changes === undefined) {
    const { changes: _changes, ...whole } = later;
    return whole;
  }
  const changes = new Map(later.changes.map((one) => [one.name, one]));
  for (const one of earlier.changes) changes.set(one.name, one);
  return { ...later, changes: [...changes.values()] };
}

/** Whether somebody can depend on what has changed: a decision or a caller. */
export function changesMeaning({ name, before }: SymbolChange, file: PublishedFile): boolean {
  if (name === '') return false;
  const now = file.symbols.find((one) => one.name === name);
  return (
    now?.meaning_hash !== before?.meaning_hash || now?.signature_hash !== before?.signature_hash
  );
}

/** In order, each with what one writer has written, and each file once. */
export function* parcelsOf(entries: Iterable<WaitingFile>): Generator<WaitingFile[]> {
  let parcel: WaitingFile[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = JSON.stringify(entry.file).length;
    const isFull = parcel.length >= filesAtOnce || bytes + size > bytesAtOnce;
    const isOther =
      parcel[0]?.writer?.key !== entry.writer?.key ||
      parcel.some(({ file }) => file.path === entry.file.path);
    if (parcel.length > 0 && (isFull || isOther)) {
      yield parcel;
      [parcel, bytes] = [[], 0];
    }
    parcel.push(entry);
    bytes += size;
  }
  if (parcel.length > 0) yield parcel;
}
