import { sameStamp, type Stamp } from './disk/disk-file.ts';
import type { FileFacts } from './parser/facts.ts';
import type { ParsedFile } from './parser/parsed-file.ts';

/** A parse's outcome; its `state` is `undefined` when the text cannot be parsed. */
export interface KnownState {
  readonly state: ParsedFile | undefined;
  /** Missing also where only the state was needed. */
  readonly facts: FileFacts | undefined;
}

interface Recent {
  readonly text: string;
  readonly stamp: Stamp;
  parsed: KnownState | undefined;
}

/** The texts of recently used files, bounded in bytes, so that hooks on a busy file need not read and parse it again. */
export class RecentTexts {
  private readonly files = new Map<string, Recent>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** The text with this stamp, marked as used. */
  get(path: string, stamp: Stamp): string | undefined {
    const recent = this.files.get(path);
    if (recent === undefined || !sameStamp(recent.stamp, stamp)) return undefined;
    this.files.delete(path);
    this.files.set(path, recent);
    return recent.text;
  }

  /** The parsed state of exactly this text, if it is still known. */
  parsedOf(path: string, text: string): KnownState | undefined {
    const recent = this.files.get(path);
    return recent?.text === text ? recent.parsed : undefined;
  }

  put(path: string, recent: Recent): void {
    this.drop(path);
    this.files.set(path, recent);
    this.bytes += bytesOf(recent);
    for (const [oldest] of this.files) {
      if (this.bytes <= this.maxBytes) break;
      this.drop(oldest);
    }
  }

  /** Remembers what parsing this text gave, if the text is still here. */
  noteParsed(path: string, text: string, parsed: KnownState): void {
    const recent = this.files.get(path);
    if (recent?.text === text) recent.parsed = parsed;
  }

  private drop(path: string): void {
    const recent = this.files.get(path);
    if (recent === undefined) return;
    this.files.delete(path);
    this.bytes -= bytesOf(recent);
  }
}

function bytesOf({ text }: Recent): number {
  return text.length * 2;
}
