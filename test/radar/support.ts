import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import { findWorkTree, type WorkTree } from '../../shared/node/git/repository.ts';
import { gitRunner } from '../../shared/node/git/run.ts';
import { type GitRunner } from '../../shared/node/git/git-calls.ts';
import { type RunGit } from '../../shared/node/git/git-calls.ts';
import type { Workstream } from '../../daemon/radar/candidates/merge-candidates.ts';
import {
  emptyRoundCache,
  runRound,
  type RoundCache,
  type RoundBounds,
  type RoundResult,
} from '../../daemon/radar/round.ts';
import { systemClock } from '../../shared/node/time/system-clock.ts';

/** What a test's own git needs to commit anywhere, whatever the machine's settings are. */
const environment = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ana',
  GIT_AUTHOR_EMAIL: 'ana@example.com',
  GIT_COMMITTER_NAME: 'Ana',
  GIT_COMMITTER_EMAIL: 'ana@example.com',
};

export const auth = `import { hash } from './hash';

export function login(name: string) {
  return { name, remembered: false };
}

/** Ends it. */

export const lifetime = 60;

export function logout(name: string) {
  return { name, gone: false };
}
`;

/** A real repository in a folder of its own, and rounds over it. */
export class Repository {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'coord-radar-')));
  readonly root: string;
  readonly state = join(this.folder, 'state', 'radar');
  cache: RoundCache = emptyRoundCache;
  /** How often git was started by the radar. */
  starts = 0;

  constructor(files: Readonly<Record<string, string | Buffer>> = { 'src/auth.ts': auth }) {
    this.root = join(this.folder, 'repo');
    mkdirSync(this.root);
    this.git('init', '-q', '-b', 'main');
    this.commit(files);
  }

  git(...args: string[]): string {
    return this.gitIn(this.root, ...args);
  }

  /** With the commits dated so. */
  gitAt(date: string, ...args: string[]): string {
    const env = { ...environment, GIT_COMMITTER_DATE: date };
    return execFileSync('git', args, { cwd: this.root, env, encoding: 'utf8' });
  }

  gitIn(folder: string, ...args: string[]): string {
    const stdio: 'pipe'[] = ['pipe', 'pipe', 'pipe'];
    return execFileSync('git', args, { cwd: folder, env: environment, stdio, encoding: 'utf8' });
  }

  write(path: string, text: string | Buffer, folder = this.root): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  edit(path: string, [before, after]: readonly [string, string], folder = this.root): void {
    const text = readFileSync(join(folder, path), 'utf8');
    if (!text.includes(before)) throw new Error(`${path} has no ${before}`);
    this.write(path, text.replace(before, after), folder);
  }

  /** Commits the work tree with these files. */
  commit(files: Readonly<Record<string, string | Buffer>> = {}): void {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', 'work');
  }

  /** A branch off main on which `change` is committed; main is checked out after. */
  branch(name: string, change: () => void): Workstream {
    this.git('checkout', '-q', '-b', name, 'main');
    change();
    this.commit();
    this.git('checkout', '-q', 'main');
    return workstream(name);
  }

  /** A work tree of its own on a new branch off main. */
  workTree(branch: string): string {
    const root = join(this.folder, branch.replaceAll('/', '-'));
    this.git('worktree', 'add', '-q', '-b', branch, root, 'main');
    return root;
  }

  get home(): WorkTree {
    const found = findWorkTree(this.root);
    if (found === undefined) throw new Error('no work tree');
    return found;
  }

  private readonly runner = gitRunner(environment);

  /** What a git can do beside running one command. */
  readonly others: Pick<GitRunner, 'open' | 'withheld'> = {
    open: (...args) => {
      this.starts += 1;
      return this.runner.open(...args);
    },
    withheld: this.runner.withheld,
  };

  readonly run: GitRunner = Object.assign((...args: Parameters<RunGit>) => {
    this.starts += 1;
    return this.runner(...args);
  }, this.others);

  round(
    workstreams: readonly Workstream[],
    bounds?: RoundBounds,
    liveBranches?: ReadonlySet<string>,
    clock?: Clock,
  ): Promise<RoundResult> {
    return this.roundWith(this.run, workstreams, bounds, liveBranches, clock);
  }

  async roundWith(
    git: GitRunner,
    workstreams: readonly Workstream[],
    bounds: RoundBounds = { merges: 1_000, ms: 60_000 },
    liveBranches: ReadonlySet<string> = new Set(),
    clock: Clock = systemClock,
  ): Promise<RoundResult> {
    const { result, cache } = await runRound({
      git,
      home: this.home,
      folder: this.state,
      workstreams,
      liveBranches,
      cache: this.cache,
      bounds,
      clock,
      signal: new AbortController().signal,
    });
    this.cache = cache;
    return result;
  }

  /** Every file of the repository and its work trees by content, the git directory with them. */
  contents(folder: Buffer = Buffer.from(this.folder)): Map<string, string> {
    const found = new Map<string, string>();
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      const path = Buffer.concat([folder, Buffer.from('/'), name]);
      const stats = lstatSync(path);
      if (stats.isDirectory()) for (const entry of this.contents(path)) found.set(...entry);
      else found.set(path.toString('latin1'), contentOf(path, stats.isSymbolicLink()));
    }
    return found;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function contentOf(path: Buffer, isLink: boolean): string {
  if (isLink) return readlinkSync(path);
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

export function workstream(branch: string, base = 'main'): Workstream {
  return { slug: branch.replaceAll('/', '-'), branch, base_branch: base };
}

/** `a+uncommitted|b: src/auth.ts#login`, sorted. */
export function conflictTexts({ conflicts }: RoundResult): string[] {
  return conflicts
    .map(({ pair, file, symbolIds }) => {
      const names = pair.map(({ name, kind }) => (kind === 'uncommitted' ? `${name}*` : name));
      const what = symbolIds.length === 0 ? file : symbolIds.toSorted().join(' ');
      return `${names.toSorted().join(' | ')}: ${what}`;
    })
    .toSorted();
}
