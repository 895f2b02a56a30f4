import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../shared/kernel/clock.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { RunGit } from '../git/run.ts';
import { readDiskFile } from '../index/disk.ts';
import type { FileFacts } from '../index/facts.ts';
import type { FileChange } from '../index/graph.ts';
import type { RepositoryIndex } from '../index/index.ts';
import { isParsable, loadParser } from '../index/parse.ts';
import { discover, type Discovery, type TouchedFile } from './discovery.ts';
import {
  commitNamed,
  disarmedGit,
  forkPoint,
  mapSome,
  pathsIn,
  textAt,
  type GitHere,
} from './git.ts';
import { isScanned, Scans, unreadable } from './repository-state.ts';
import { scanFile, type FileScan } from './scan.ts';
import { isRunnerSettings, setupFilesOf } from './setup-files.ts';
import { touchedBy, type ChangedFile } from './touched.ts';

export interface DiscovererOptions {
  readonly index: RepositoryIndex;
  readonly git: RunGit;
  readonly clock: Clock;
}

export interface Question {
  /** Anything that git takes for a commit; without it HEAD and what is not committed yet. */
  readonly commit?: string | undefined;
  /** Where the work began: full names of refs, the first that is there counts. */
  readonly bases: readonly string[];
  /** What is touched, where the caller knows it. */
  readonly touched?: readonly TouchedFile[] | undefined;
}

/** With the commit that it is about; undefined before the first one. */
export type Answer = Discovery & {
  readonly commitSha: string | undefined;
  readonly touched: readonly TouchedFile[];
};

/** A state of the repository: a commit, or the work tree as it is. */
interface State {
  readonly files: ReadonlySet<string>;
  /** As they are named on disk. */
  readonly untracked: readonly string[];
  readonly scans: ReadonlyMap<string, FileScan>;
  readonly settings: ReadonlyMap<string, string>;
  /** What of the index is not so in this state. */
  readonly changes: readonly FileChange[];
}

interface Listed {
  readonly files: readonly string[];
  readonly untracked: readonly string[];
}

const mostAway = 500;

/** GAT-0 over one work tree: finds out what a change touches and which tests that can affect. */
export class Discoverer {
  private readonly scans: Scans;

  constructor(private readonly options: DiscovererOptions) {
    this.scans = new Scans(options.index.root, options.clock);
  }

  async ask(question: Question): Promise<Answer | Refusal> {
    const { commit, touched: given } = question;
    const { index } = this.options;
    const git = await disarmedGit(this.options.git, index.root);
    const named = await commitNamed(git, commit ?? 'HEAD');
    if (isRefusal(named)) return named;
    const target = commit === undefined ? undefined : named;
    const base = given === undefined ? await this.baseOf(git, named, question) : undefined;
    const [changes, state] = await Promise.all([
      base === undefined ? [] : this.changesSince(git, base, target),
      this.stateAt(git, target),
    ]);
    const added = state === 'too_far' ? [] : state.untracked.map((path) => this.addedFile(path));
    const touched = given ?? (await touchedBy([...changes, ...added]));
    const found =
      given === undefined && base === undefined
        ? unknownStart
        : state === 'too_far'
          ? tooFar
          : this.discover(state, touched);
    return { ...found, commitSha: named, touched };
  }

  /** What a commit touches since its history left the base; undefined when that is not known. */
  async touchedSince({ commit, bases }: Question): Promise<readonly TouchedFile[] | undefined> {
    const git = await disarmedGit(this.options.git, this.options.index.root);
    const named = await commitNamed(git, commit ?? 'HEAD');
    if (isRefusal(named)) return undefined;
    const base = await this.baseOf(git, named, { commit: named, bases });
    return base === undefined ? undefined : touchedBy(await this.changesSince(git, base, named));
  }

  private addedFile(path: string): ChangedFile {
    const after = onDisk(join(this.options.index.root, path));
    return { path: composed(path), before: undefined, after };
  }

  /** A commit on the base itself is compared with the one before. */
  private async baseOf(
    git: GitHere,
    sha: string,
    { bases, commit }: Question,
  ): Promise<string | undefined> {
    const base = await forkPoint(git, sha, bases);
    if (base !== undefined && (base !== sha || commit === undefined)) return base;
    const parent = await commitNamed(git, `${sha}~1`);
    return isRefusal(parent) ? undefined : parent;
  }

  private discover(state: State, touched: readonly TouchedFile[]): Discovery {
    const { graph: index } = this.options.index;
    const graph = index.withChanges(state.changes);
    const places = (path: string, specifier: string) => graph.placesOf(path, specifier);
    return discover({
      ...state,
      graph,
      touched,
      placesOf: places,
      opaqueImportsOf: (path) =>
        !isParsable(path) || index.isUnparsed(path) ? undefined : graph.opaqueImportsOf(path),
      setupFiles: setupFilesOf(state.settings, (from, written) =>
        places(from, written).filter((place) => state.files.has(place)),
      ),
    });
  }

  private async stateAt(git: GitHere, commit: string | undefined): Promise<State | 'too_far'> {
    const away = commit === undefined ? [] : await this.pathsAway(git, commit);
    if (away.length > mostAway) return 'too_far';
    const { files: listed, untracked } = await this.filesAt(git, commit);
    const files = new Set(listed);
    const there = [...files].filter((path) => !away.includes(path));
    const { scans, changed } = await this.scans.ofFiles(there);
    // The watcher may not have told the index yet.
    await this.options.index.ready;
    await this.options.index.refresh(changed);
    const settings = new Map<string, string>();
    for (const path of there.filter(isRunnerSettings)) {
      const file = readDiskFile(join(this.options.index.root, path));
      if (file.kind === 'text') settings.set(path, file.text);
    }
    const changes: FileChange[] = this.unknownTo(files).map((path) => ({ path, facts: undefined }));
    const parser = away.some(isParsable) ? await loadParser() : undefined;
    for (const [path, text] of await this.textsAt(
      git,
      commit ?? '',
      away.filter((one) => files.has(one)),
    )) {
      if (isScanned(path)) scans.set(path, text === undefined ? unreadable : scanFile(text));
      if (isRunnerSettings(path) && text !== undefined) settings.set(path, text);
      const facts = text === undefined ? undefined : parser?.analyse(path, text)?.facts;
      if (isParsable(path)) changes.push({ path, facts: facts ?? noFacts });
    }
    return { files, untracked, scans, settings, changes };
  }

  /** What the index has and this state has not. */
  private unknownTo(files: ReadonlySet<string>): string[] {
    const { graph } = this.options.index;
    return Array.from(graph.withChanges([]).files(), ({ path }) => path).filter(
      (path) => !files.has(path),
    );
  }

  private async filesAt(git: GitHere, commit: string | undefined): Promise<Listed> {
    if (commit !== undefined) {
      const tree = await git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
      return { files: pathsIn(tree.stdout).map(composed), untracked: [] };
    }
    const args = ['ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard'];
    const { root } = this.options.index;
    const listed = pathsIn((await git([...args, '--deduplicate'])).stdout);
    const there = listed.filter((entry) => isThere(join(root, entry.slice(2))));
    return {
      files: there.map((entry) => composed(entry.slice(2))),
      untracked: there.filter((entry) => entry.startsWith('? ')).map((entry) => entry.slice(2)),
    };
  }

  /** The files that are others in the work tree than in the commit. */
  private async pathsAway(git: GitHere, commit: string): Promise<string[]> {
    const answer = await git([...diff, '--name-only', commit, '--']);
    return pathsIn(answer.stdout).map(composed);
  }

  private async changesSince(
    git: GitHere,
    base: string,
    commit: string | undefined,
  ): Promise<ChangedFile[]> {
    const { root } = this.options.index;
    const range = commit === undefined ? [base] : [base, commit];
    const answer = await git([...diff, '--name-status', ...range, '--']);
    return mapSome(statusesIn(answer.stdout), async ({ path, status }) => ({
      path: composed(path),
      before: status === 'A' ? undefined : await textFor(git, base, path),
      after:
        commit === undefined
          ? onDisk(join(root, path))
          : status === 'D'
            ? undefined
            : await textFor(git, commit, path),
    }));
  }

  private textsAt(
    git: GitHere,
    commit: string,
    paths: readonly string[],
  ): Promise<(readonly [string, string | undefined])[]> {
    const wanted = paths.filter((path) => isScanned(path) || isRunnerSettings(path));
    return mapSome(wanted, async (path) => [path, await textAt(git, commit, path)] as const);
  }
}

const diff = [
  'diff',
  '-z',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
];
const noFacts: FileFacts = { symbols: [], imports: [], exports: [], instances: [], uses: [] };
const tooFar: Discovery = {
  kind: 'whole_suite',
  tests: [],
  reason: 'the work tree is too far from the commit to tell more',
};
const unknownStart: Discovery = {
  kind: 'whole_suite',
  tests: [],
  reason: 'it is not known where the work began',
};

/** `--name-status -z`: a letter and a path in turn. */
function statusesIn(stdout: string): { status: string; path: string }[] {
  const parts = pathsIn(stdout);
  return parts.flatMap((status, at) =>
    at % 2 === 0 ? [{ status, path: parts[at + 1] ?? '' }] : [],
  );
}

async function textFor(git: GitHere, commit: string, path: string): Promise<string | 'unknown'> {
  return (isParsable(path) ? await textAt(git, commit, path) : undefined) ?? 'unknown';
}

function composed(path: string): string {
  return path.normalize('NFC');
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function onDisk(file: string): string | undefined | 'unknown' {
  const read = readDiskFile(file);
  if (read.kind === 'absent') return undefined;
  return read.kind === 'text' ? read.text : 'unknown';
}
