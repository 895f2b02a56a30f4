import { join } from 'node:path';
import type { Clock } from '../../../shared/kernel/clock.ts';
import {
  readDiskFile,
  reliableStamp,
  sameStamp,
  type Stamp,
  stampOf,
} from '../../index/disk/disk-file.ts';
import {
  type FileMentions,
  noMentions,
  unreadableMentions,
} from '../../index/parser/mentions/file-mentions.ts';
import { isProjectSettingsFile } from '../../index/disk/list-files.ts';
import { isParsable } from '../../../shared/symbols/parsable.ts';
import type { RepositoryIndex } from '../../index/repository-index.ts';
import { runInTimeSlices } from '../../kernel/time-slices.ts';
import { isTelling, wordsOf } from '../../index/parser/mentions/mention-collector.ts';

interface Known {
  readonly stamp: Stamp;
  readonly mentions: FileMentions;
}

/** The mentions of one work tree, kept from one discovery to the next. */
export class MentionCache {
  private known = new Map<string, Known>();

  constructor(
    private readonly index: RepositoryIndex,
    private readonly clock: Clock,
  ) {}

  /** Of those of the files that are on disk. Brings the index up to those that are not as they were the last time, or gone. */
  async ofFiles(paths: readonly string[]): Promise<Map<string, FileMentions>> {
    const stamps = await runInTimeSlices(this.stamping(paths));
    const changed = [...stamps].filter(([path, stamp]) => !this.isKnown(path, stamp));
    const gone = [...this.known.keys()].filter((path) => !stamps.has(path));
    // The watcher may not have reported the change to the index yet.
    await this.index.ready;
    const settings = paths.filter(isProjectSettingsFile);
    await this.index.refresh([...changed.map(([path]) => path), ...gone, ...settings]);
    for (const path of gone) this.known.delete(path);
    await runInTimeSlices(this.reading(changed));
    return new Map(Array.from(this.known, ([path, { mentions }]) => [path, mentions]));
  }

  private isKnown(path: string, stamp: Stamp): boolean {
    const known = this.known.get(path);
    return known !== undefined && sameStamp(known.stamp, stamp);
  }

  private *stamping(paths: Iterable<string>): Generator<void, Map<string, Stamp>> {
    const stamps = new Map<string, Stamp>();
    for (const path of paths) {
      yield;
      const found = canMentionFiles(path) ? stampOf(join(this.index.root, path)) : undefined;
      if (found !== undefined) stamps.set(path, found.stamp);
    }
    return stamps;
  }

  private *reading(changed: readonly (readonly [string, Stamp])[]): Generator<void, void> {
    for (const [path, stamp] of changed) {
      const mentions = this.mentionsOf(path) ?? unreadableMentions;
      this.known.set(path, { stamp: reliableStamp(stamp, this.clock.now()), mentions });
      yield;
    }
  }

  private mentionsOf(path: string): FileMentions | undefined {
    if (isParsable(path)) return this.index.mentionsOf(path);
    const file = readDiskFile(join(this.index.root, path));
    return file.kind === 'text' ? markupMentions(file.text) : undefined;
  }
}

/** Components, pages and styles: they refer to modules and files too, and no syntax tree is made of them. */
const markup = /\.(?:vue|svelte|astro|mdx|html?|css|s[ac]ss|less)$/i;
const loaded =
  /\b(?:from|import|require)\b\s*\(?\s*(?:url\(\s*)?['"`]([^'"`\n]+)['"`]|@(?:use|forward)\s+['"]([^'"\n]+)['"]/g;
const quoted = /['"`(]\s*([^'"`()\s]{1,200})\s*['"`)]/g;
const computed = /\bimport\s*\(\s*[^'"`\s)]|\bimport\.meta\.glob/;

/** Whether a file's text can refer to other files. */
export function canMentionFiles(path: string): boolean {
  return isParsable(path) || markup.test(path);
}

/** What a component, a page or a style names, by the texts in its quotes and brackets. */
export function markupMentions(text: string): FileMentions {
  const loads = Array.from(text.matchAll(loaded), ([, module, style]) => module ?? style ?? '');
  const texts = Array.from(text.matchAll(quoted), ([, one]) => one ?? '');
  const isRelative = (one: string) => /^\.\.?\//.test(one);
  return {
    ...noMentions,
    loads: [...new Set(loads)],
    paths: [...new Set(texts.filter(isRelative))].filter((path) => !loads.includes(path)),
    words: wordsOf(texts).filter(isTelling),
    loadsUnknown: computed.test(text),
  };
}
