import type { GitOptions } from '../../../shared/node/git/git-calls.ts';
import type { GitResult } from '../../../shared/node/git/git-calls.ts';

/** What is known of commits; they never change, so it stays true. */
export interface KnownHistory {
  /** By two commits: their best common ancestor, empty when they have none. */
  readonly bases: ReadonlyMap<string, string>;
  /** By ancestor and commit: the files that differ. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A commit, and the one that it is measured against. */
export interface CommitRange {
  readonly commit: string;
  readonly base: string;
}

type Git = (args: readonly string[], options?: GitOptions) => Promise<GitResult>;

/** Asks git about commits, once for each question. */
export class Ancestry {
  /** What this round asked, known before or not. */
  readonly used = {
    bases: new Map<string, string>(),
    files: new Map<string, ReadonlySet<string>>(),
  };

  constructor(
    private readonly known: KnownHistory,
    private readonly git: Git,
  ) {}

  /** The best common ancestor; undefined when there is none. */
  async mergeBase(one: string, other: string): Promise<string | undefined> {
    const key = baseKey(one, other);
    const found = this.used.bases.get(key) ?? this.known.bases.get(key);
    const base = found ?? (await this.askedBase(one, other));
    if (base === undefined) return undefined;
    this.used.bases.set(key, base);
    return base === '' ? undefined : base;
  }

  /** Finds out what `changedFiles` is going to be asked. */
  async prefetch(distances: readonly CommitRange[]): Promise<void> {
    const unknown = new Map<string, CommitRange>();
    for (const { commit, base } of distances) {
      const ancestor = await this.mergeBase(base, commit);
      if (ancestor === undefined) continue;
      const key = filesKey(ancestor, commit);
      const files = this.known.files.get(key);
      if (files !== undefined) this.used.files.set(key, files);
      else if (!this.used.files.has(key)) unknown.set(key, { commit, base: ancestor });
    }
    if (unknown.size > 0) await this.askFiles([...unknown.values()]);
  }

  /** The files that the commit has changed since it left `base`; undefined when they have no common ancestor. */
  changedFiles(range: CommitRange): ReadonlySet<string> | undefined {
    const ancestor = this.ancestorOf(range);
    return ancestor === '' ? undefined : this.used.files.get(filesKey(ancestor, range.commit));
  }

  /** Whether git has said all that `changedFiles` answers from. */
  isAnswered({ commit, base }: CommitRange): boolean {
    const ancestor = this.used.bases.get(baseKey(base, commit));
    if (ancestor === undefined) return false;
    return ancestor === '' || this.used.files.has(filesKey(ancestor, commit));
  }

  /** Where the commit has left `base`; empty when they have no common ancestor. */
  ancestorOf({ commit, base }: CommitRange): string {
    return this.used.bases.get(baseKey(base, commit)) ?? '';
  }

  private async askedBase(one: string, other: string): Promise<string | undefined> {
    const { exitCode, stdout } = await this.git(['merge-base', one, other]);
    // 1 says that there is none; anything else says nothing.
    return exitCode > 1 || exitCode < 0 ? undefined : stdout.trim();
  }

  /** Git answers each line with the commit and the files that differ, also when there are none. */
  private async askFiles(distances: readonly CommitRange[]): Promise<void> {
    const options = ['-r', '-z', '--name-only', '--no-renames', '--no-ext-diff', '--always'];
    const input = distances.map(({ commit, base }) => `${commit} ${base}\n`).join('');
    const { exitCode, stdout } = await this.git(['diff-tree', '--stdin', ...options], { input });
    if (exitCode !== 0) return;
    const parts = stdout.split('\0').slice(0, -1);
    let at = 0;
    for (const [index, { commit, base }] of distances.entries()) {
      if (parts[at] !== commit) return;
      const next = distances[index + 1]?.commit;
      const found = next === undefined ? -1 : parts.indexOf(next, at + 1);
      const end = found === -1 ? parts.length : found;
      this.used.files.set(filesKey(base, commit), new Set(parts.slice(at + 1, end)));
      at = end;
    }
  }
}

function baseKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

function filesKey(ancestor: string, commit: string): string {
  return `${ancestor} ${commit}`;
}
