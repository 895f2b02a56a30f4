import { join } from 'node:path';
import type { Clock } from '../../../shared/kernel/clock.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { RunGit } from '../../../shared/node/git/run.ts';
import { readDiskFile } from '../../index/disk/disk-file.ts';
import type { RepositoryIndex } from '../../index/repository-index.ts';
import { isParsable } from '../../index/parser/parser.ts';
import { runInTimeSlices } from '../../kernel/time-slices.ts';
import { discovering, type Discovery } from './discovery.ts';
import {
  commitNamed,
  composedPath,
  diffArgs,
  gitIn,
  forkPoint,
  mapInBatches,
  splitByNul,
  textAt,
  treeOf,
  type GitInFolder,
} from '../../git/git-in-folder.ts';
import { KeptByCommit } from './kept-by-commit.ts';
import { ReferenceIndex } from './reference-index.ts';
import { RepositoryStateReader, type RepositoryState } from './repository-state.ts';
import { findingSetupFiles } from './setup-files.ts';
import { touchedFilesOf, type ChangedFile, type TouchedFile } from './touched-files.ts';

export interface AffectedTestFinderOptions {
  readonly index: RepositoryIndex;
  readonly git: RunGit;
  readonly clock: Clock;
}

export interface ChangeQuery {
  /** Anything that git takes for a commit; without it HEAD and what is not committed yet. */
  readonly commit?: string | undefined;
  /** Where the work began: full names of refs, the first that is there counts. */
  readonly bases: readonly string[];
  /** What the caller says is touched: without a commit beside what Git says, and else in its place where Git says nothing. */
  readonly touched?: readonly TouchedFile[] | undefined;
}

/** With the commit that it is about; undefined before the first one. */
export type AffectedTests = Discovery & {
  readonly commitSha: string | undefined;
  readonly touched: readonly TouchedFile[];
};

/** How often a search is repeated when files change meanwhile. */
const maxAttempts = 3;
const maxKept = 32;

/** GAT-0 over one work tree: finds out what a change touches and which tests that can affect. */
export class AffectedTestFinder {
  private readonly states: RepositoryStateReader;
  private readonly references = new ReferenceIndex();
  private readonly touchedBy = new KeptByCommit<readonly TouchedFile[]>(maxKept);
  private readonly testsOf = new KeptByCommit<AffectedTests>(maxKept);
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: AffectedTestFinderOptions) {
    this.states = new RepositoryStateReader(options.index, options.clock);
  }

  /** One query after the other, so that each uses what the last one has read. */
  find(question: ChangeQuery): Promise<AffectedTests | Refusal> {
    const answer = this.last.then(() => this.answer(question, maxAttempts));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async answer(question: ChangeQuery, attempts: number): Promise<AffectedTests | Refusal> {
    const { commit, touched: given } = question;
    const git = gitIn(this.options.git, this.options.index.root);
    const named = await commitNamed(git, commit ?? 'HEAD');
    if (isRefusal(named)) return named;
    const target = commit === undefined ? undefined : named;
    const base = await this.baseOf(git, named, question);
    const key = target === undefined || base === undefined ? undefined : `${target} ${base}`;
    const known = key === undefined ? undefined : this.testsOf.get(key);
    if (known !== undefined) return known;
    const [changes, state] = await Promise.all([
      base === undefined ? [] : this.changesSince(git, base, target),
      this.states.read(git, target),
    ]);
    const added = state === 'too_far' ? [] : await runInTimeSlices(this.readingAdded(state));
    const byGit = await touchedFilesOf([...changes, ...added]);
    // A commit on the base itself is compared with the one before, so that this answer is that of its confirmation.
    const isSame = commit === undefined && base === named && byGit.length === 0;
    if (isSame && given === undefined && !isRefusal(await commitNamed(git, `${named}~1`)))
      return this.answer({ ...question, commit: named }, attempts);
    const isGitsOnly = given === undefined || (target !== undefined && base !== undefined);
    const touched = isGitsOnly ? byGit : unionOf(byGit, given);
    if (given === undefined && base === undefined)
      return { ...unknownBase, commitSha: named, touched };
    const found = state === 'too_far' ? tooFar : await this.discover(state, touched);
    if (found === undefined && attempts > 1) return this.answer(question, attempts - 1);
    const answer = { ...(found ?? changingFiles), commitSha: named, touched };
    // What the work tree, or a change in the middle, had its part in may be answered better another time.
    if (key !== undefined && found !== undefined && found !== tooFar)
      this.testsOf.keep(key, answer);
    return answer;
  }

  /** GAT-9: what a commit touches since its history left the base; undefined when that is not known. */
  async touchedSince({ commit, bases }: ChangeQuery): Promise<readonly TouchedFile[] | undefined> {
    const git = gitIn(this.options.git, this.options.index.root);
    const named = await commitNamed(git, commit ?? 'HEAD');
    if (isRefusal(named)) return undefined;
    const base =
      (await this.baseOf(git, named, { commit: named, bases })) ??
      (await nothingBefore(git, named));
    if (base === undefined) return undefined;
    const key = `${named} ${base}`;
    const known = this.touchedBy.get(key);
    if (known !== undefined) return known;
    const touched = await touchedFilesOf(await this.changesSince(git, base, named));
    this.touchedBy.keep(key, touched);
    return touched;
  }

  private *readingAdded({ untracked }: RepositoryState): Generator<void, ChangedFile[]> {
    const added: ChangedFile[] = [];
    for (const path of untracked) {
      const after = onDisk(join(this.options.index.root, path));
      added.push({ path: composedPath(path), before: undefined, after });
      yield;
    }
    return added;
  }

  /** A commit on the base itself is compared with the one before. */
  private async baseOf(
    git: GitInFolder,
    sha: string,
    { bases, commit }: ChangeQuery,
  ): Promise<string | undefined> {
    const base = await forkPoint(git, sha, bases);
    if (base !== undefined && (base !== sha || commit === undefined)) return base;
    const parent = await commitNamed(git, `${sha}~1`);
    return isRefusal(parent) ? undefined : parent;
  }

  /** Undefined when the graph has changed meanwhile, because references may have been missed. */
  private async discover(
    state: RepositoryState,
    touched: readonly TouchedFile[],
  ): Promise<Discovery | undefined> {
    const { graph: index } = this.options.index;
    const revision = index.revision();
    const isAsIndexed = state.changes.length === 0;
    const graph = isAsIndexed ? index.current() : await index.copyWith(state.changes);
    const resolver = graph.currentResolver();
    const found = await runInTimeSlices(
      discovering({
        ...state,
        graph,
        touched,
        resolver,
        references: isAsIndexed ? this.references : new ReferenceIndex(),
        opaqueImportsOf: (path) =>
          !isParsable(path) || index.isUnparsed(path) ? undefined : graph.opaqueImportsOf(path),
        setupFiles: await runInTimeSlices(
          findingSetupFiles(state.settings, (from, written) =>
            resolver.candidatesFor(from, written).filter((path) => state.files.has(path)),
          ),
        ),
      }),
    );
    return index.revision() === revision ? found : undefined;
  }

  private async changesSince(
    git: GitInFolder,
    base: string,
    commit: string | undefined,
  ): Promise<ChangedFile[]> {
    const { root } = this.options.index;
    const range = commit === undefined ? [base] : ['--ignore-submodules=none', base, commit];
    const answer = await git([...diffArgs, '--name-status', ...range, '--']);
    return mapInBatches(statusesIn(answer.stdout), async ({ path, status }) => ({
      path: composedPath(path),
      before: status === 'A' ? undefined : await textFor(git, base, path),
      after:
        commit === undefined
          ? onDisk(join(root, path))
          : status === 'D'
            ? undefined
            : await textFor(git, commit, path),
    }));
  }
}

/** Both lists; a file that is in both is touched in what either names. */
function unionOf(
  byGit: readonly TouchedFile[],
  given: readonly TouchedFile[],
): readonly TouchedFile[] {
  const files = new Map(byGit.map((one) => [one.path, one]));
  for (const one of given) {
    const { parts } = files.get(one.path) ?? { parts: [] };
    const isAll = parts === 'everything' || one.parts === 'everything';
    const named = isAll ? 'everything' : [...new Set([...parts, ...one.parts])];
    files.set(one.path, { ...(files.get(one.path) ?? one), parts: named });
  }
  return [...files.values()];
}

const tooFar: Discovery = {
  kind: 'whole_suite',
  tests: [],
  reason: 'the work tree is too far from the commit to tell more',
};
const unknownBase: Discovery = {
  kind: 'whole_suite',
  tests: [],
  reason: 'it is not known where the work began',
};

const changingFiles: Discovery = {
  kind: 'whole_suite',
  tests: [],
  reason: 'the files change faster than they can be looked through',
};

/** The empty tree, for a first commit that has files. Of one without files, or where a shallow clone ends, Git says nothing. */
async function nothingBefore(git: GitInFolder, commitSha: string): Promise<string | undefined> {
  const { exitCode, stdout } = await git(['cat-file', 'commit', commitSha]);
  if (exitCode !== 0 || /^parent /m.test(stdout.split('\n\n')[0] ?? '')) return undefined;
  const empty = emptyTrees.find((tree) => tree.length === commitSha.length);
  return (await treeOf(git, commitSha)) === empty ? undefined : empty;
}

/** By SHA-1 and by SHA-256; Git knows them without having them. */
const emptyTrees = [
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
];

/** `--name-status -z`: a letter and a path in turn. */
function statusesIn(stdout: string): { status: string; path: string }[] {
  const parts = splitByNul(stdout);
  return parts.flatMap((status, at) =>
    at % 2 === 0 ? [{ status, path: parts[at + 1] ?? '' }] : [],
  );
}

async function textFor(
  git: GitInFolder,
  commit: string,
  path: string,
): Promise<string | 'unknown'> {
  return (isParsable(path) ? await textAt(git, commit, path) : undefined) ?? 'unknown';
}

function onDisk(file: string): string | undefined | 'unknown' {
  const read = readDiskFile(file);
  if (read.kind === 'absent') return undefined;
  return read.kind === 'text' ? read.text : 'unknown';
}
