import { join } from 'node:path';
import type { Clock } from '../../../shared/kernel/clock.ts';
import {
  readDiskFile,
  sameStamp,
  reliableStamp,
  stampOf,
  type Stamp,
} from '../../index/disk/disk-file.ts';
import { canMentionFiles, extractMentions, type FileMentions } from './mentions.ts';

/** What is said of a file that cannot be read: it may use anything. */
export const unreadableMentions: FileMentions = {
  modules: [],
  loads: [],
  paths: [],
  words: [],
  prefixes: [],
  loadsUnknown: true,
  startsPrograms: false,
  listsFolders: true,
  runsClassParts: true,
};

/** The mentions of one work tree, kept from one discovery to the next. */
export class MentionCache {
  private readonly known = new Map<string, { stamp: Stamp; mentions: FileMentions }>();

  constructor(
    private readonly root: string,
    private readonly clock: Clock,
  ) {}

  /** Of those of the files that are on disk, and which of them are not as they were the last time, or gone. */
  *ofFiles(
    paths: Iterable<string>,
  ): Generator<void, { mentions: Map<string, FileMentions>; changed: string[] }> {
    const mentions = new Map<string, FileMentions>();
    const changed: string[] = [];
    for (const path of paths) {
      yield;
      const stamp = canMentionFiles(path) ? stampOf(join(this.root, path))?.stamp : undefined;
      if (stamp === undefined) continue;
      const known = this.known.get(path);
      const isKnown = known !== undefined && sameStamp(known.stamp, stamp);
      mentions.set(path, isKnown ? known.mentions : this.read(path, stamp));
      if (!isKnown) changed.push(path);
    }
    return { mentions, changed: [...changed, ...this.forgetAllBut(mentions)] };
  }

  private forgetAllBut(mentions: ReadonlyMap<string, FileMentions>): string[] {
    const gone = [...this.known.keys()].filter((path) => !mentions.has(path));
    for (const path of gone) this.known.delete(path);
    return gone;
  }

  private read(path: string, stamp: Stamp): FileMentions {
    const file = readDiskFile(join(this.root, path));
    const mentions =
      file.kind === 'text' ? detached(extractMentions(file.text)) : unreadableMentions;
    this.known.set(path, { stamp: reliableStamp(stamp, this.clock.now()), mentions });
    return mentions;
  }
}

/** Parts that were cut out of a text hold all of it in memory, until they are copied. */
function detached(mentions: FileMentions): FileMentions {
  return JSON.parse(JSON.stringify(mentions)) as FileMentions;
}
