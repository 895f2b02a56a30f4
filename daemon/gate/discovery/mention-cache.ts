import { join } from 'node:path';
import type { Clock } from '../../../shared/kernel/clock.ts';
import {
  readDiskFile,
  sameStamp,
  reliableStamp,
  stampOf,
  type Stamp,
} from '../../index/disk/disk-file.ts';
import {
  unreadableMentions,
  type FileMentions,
} from '../../index/parser/mentions/file-mentions.ts';
import { isParsable } from '../../index/parser/parser.ts';
import type { RepositoryIndex } from '../../index/repository-index.ts';
import { runInTimeSlices } from '../../kernel/time-slices.ts';
import { canMentionFiles, markupMentions } from './markup-mentions.ts';

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
  async ofFiles(paths: Iterable<string>): Promise<Map<string, FileMentions>> {
    const stamps = await runInTimeSlices(this.stamping(paths));
    const changed = [...stamps].filter(([path, stamp]) => !this.isKnown(path, stamp));
    const gone = [...this.known.keys()].filter((path) => !stamps.has(path));
    // The watcher may not have reported the change to the index yet.
    await this.index.ready;
    await this.index.refresh([...changed.map(([path]) => path), ...gone]);
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
