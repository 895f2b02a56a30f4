import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import type { GitOptions } from '../../shared/node/git/git-calls.ts';
import type { GitResult } from '../../shared/node/git/git-calls.ts';
import { listSettings, parseSettings, type Setting } from '../../shared/node/git/harden.ts';
import { tryReadText } from '../../shared/node/disk/files.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

interface Places {
  readonly top: string;
  /** Git's own folder of this work tree. */
  readonly gitFolder: string;
  /** Git's folder that all work trees share. */
  readonly commonFolder: string;
}

interface Means {
  readonly settings: readonly Setting[];
  readonly environment: Readonly<Record<string, string>>;
  readonly run: RunGit;
}

const placesOfGit = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir'];

/** One work tree. Every call of git names its folders, so that no setting can lead elsewhere. */
export class Checkout {
  readonly top: string;
  readonly gitFolder: string;
  private readonly commonFolder: string;

  private constructor(
    places: Places,
    private readonly means: Means,
  ) {
    this.top = places.top;
    this.gitFolder = places.gitFolder;
    this.commonFolder = places.commonFolder;
  }

  /** Opens the work tree that a folder lies in; a repository that git itself does not trust is refused. */
  static async open(folder: string, run: RunGit): Promise<Checkout | Refusal> {
    const [asked, listed] = await Promise.all([
      run(folder, ['rev-parse', '--path-format=absolute', ...placesOfGit]),
      run(folder, listSettings),
    ]);
    const [top = '', gitFolder = '', commonFolder = ''] = asked.stdout.split('\n');
    if (asked.exitCode !== 0 || listed.exitCode !== 0 || commonFolder === '') {
      const detail = asked.stderr.split('\n')[0] ?? '';
      return refuse('Unavailable', `Git does not open ${folder}: ${detail}`);
    }
    // A setting can make git take any folder for the work tree.
    if (!existsSync(join(top, '.git'))) {
      return refuse('Unavailable', `${top} is not a work tree of its own (core.worktree is set).`);
    }
    const settings = parseSettings(listed.stdout);
    const environment = { GIT_DIR: gitFolder, GIT_WORK_TREE: top };
    return new Checkout({ top, gitFolder, commonFolder }, { settings, environment, run });
  }

  git(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    const environment = { ...this.means.environment, ...options.environment };
    return this.means.run(this.top, args, { ...options, environment });
  }

  get settings(): readonly Setting[] {
    return this.means.settings;
  }

  /** Whether history is cut off. */
  get isShallow(): boolean {
    return existsSync(join(this.commonFolder, 'shallow'));
  }

  setting(name: string): string | undefined {
    return this.settings.findLast((one) => one.name === name)?.value;
  }

  /** What a person or a tool has begun in this work tree and not ended. */
  operation(): string | undefined {
    return operations.find(([file]) => existsSync(join(this.gitFolder, file)))?.[1];
  }

  /** The full names of the branches that an operation will write when it ends, with that operation. */
  heldBranches(): { readonly ref: string; readonly operation: string }[] {
    const rebased = ['rebase-merge/head-name', 'rebase-apply/head-name'];
    return [
      ...rebased.flatMap((file) => this.lines(file).map((ref) => ({ ref, operation: 'rebase' }))),
      ...this.lines('rebase-merge/update-refs').map((ref) => ({ ref, operation: 'rebase' })),
      ...this.lines('BISECT_START').map((name) => {
        return { ref: `refs/heads/${name.replace(/^refs\/heads\//, '')}`, operation: 'bisection' };
      }),
    ].filter(({ ref }) => ref.startsWith('refs/heads/'));
  }

  private lines(file: string): string[] {
    return (tryReadText(join(this.gitFolder, file)) ?? '').split('\n').filter(Boolean);
  }
}

/** By the files that git keeps of them, the more telling ones first. */
const operations: readonly (readonly [file: string, name: string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'series of patches (git am)'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick or revert'],
  ['BISECT_START', 'bisection'],
];
