import { readFileSync, writeFileSync } from 'node:fs';
import type { Pair } from './mine.ts';

type Content = Record<string, Pair[]>;

/** The pairs that were found in a repository before; undefined when there are none. */
export function storedPairs(file: string, repository: string): Pair[] | undefined {
  return contentOf(file)[repository];
}

/** Adds them to those of other repositories. */
export function storePairs(file: string, repository: string, pairs: Pair[]): void {
  const content = { ...contentOf(file), [repository]: pairs };
  writeFileSync(file, `${JSON.stringify(content, null, 1)}\n`);
}

function contentOf(file: string): Content {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
