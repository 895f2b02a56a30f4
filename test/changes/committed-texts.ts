import { createHash } from 'node:crypto';
import { BaseTexts, noBase } from '../../daemon/changes/base-texts.ts';
import type { BlobText } from '../../daemon/git/blob-texts.ts';
import type { RepositoryFile } from '../../daemon/git/path-resolver.ts';
import type { FakeClock } from '../support/fake-clock.ts';

/** What the commits of the work trees have, without a repository. */
export class CommittedTexts extends BaseTexts {
  private readonly committed = new Map<string, BlobText>();

  constructor(clock: FakeClock) {
    const unasked = () => Promise.reject(new Error('all texts are known'));
    super(unasked, { read: unasked }, clock);
  }

  commit({ workTree }: RepositoryFile, text: string): void {
    const bytes = Buffer.from(text);
    const id = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
    this.committed.set(workTree.root, { id, text });
    this.keep({ id, text });
  }

  /** A commit that does not have the file. */
  commitWithout({ workTree }: RepositoryFile): void {
    this.committed.set(workTree.root, noBase);
  }

  override headOf({ workTree }: RepositoryFile): BlobText | undefined {
    return this.committed.get(workTree.root);
  }
}
