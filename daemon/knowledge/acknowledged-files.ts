import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PublishedFile } from './waiting-files.ts';

const maxFiles = 2_000;

/** Digests of the written files as the relay has them from here. */
export class AcknowledgedFiles {
  private readonly digests = new LRUCache<string, { symbols: string; all: string }>({
    max: maxFiles,
  });

  note(file: PublishedFile): void {
    const digests = { symbols: digestOf(symbolsOf(file)), all: digestOf(wholeOf(file)) };
    this.digests.set(file.path, digests);
  }

  has(path: string): boolean {
    return this.digests.has(path);
  }

  /** Whether the relay has what decisions and callers depend on. */
  hasSymbols(file: PublishedFile): boolean {
    return this.digests.get(file.path)?.symbols === digestOf(symbolsOf(file));
  }

  hasAll(file: PublishedFile): boolean {
    return this.digests.get(file.path)?.all === digestOf(wholeOf(file));
  }

  forget(path: string): void {
    this.digests.delete(path);
  }

  clear(): void {
    this.digests.clear();
  }
}

function symbolsOf({ symbols, parsed }: PublishedFile): unknown {
  return [parsed, symbols.map((one) => [one.name, one.meaning_hash, one.signature_hash])];
}

function wholeOf({ path, symbols, parsed, callees }: PublishedFile): unknown {
  return [path, symbols, parsed, callees];
}

function digestOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64');
}
