import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../shared/kernel/clock.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import type { RepositoryIndex } from '../../index/repository-index.ts';
import { isParsable } from '../../../shared/symbols/parsable.ts';
import { runInTimeSlices } from '../../kernel/time-slices.ts';
import { discovering, type Discovery } from './affected-test-search.ts';
import { commitNamed, gitIn, forkPoint, type GitInFolder } from '../../git/git-in-folder.ts';
import { ReferenceIndex } from './reference-index.ts';
import { RepositoryStateReader, type RepositoryState } from './repository-state.ts';
import { findingSetupFiles } from './setup-files.ts';
import {
  changesSince,
  nothingBefore,
  readingAdded,
  type TouchedFile,
  touchedFilesOf,
  touchedPlacesOf,
} from './changed-files.ts';

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
/** Commits never change, so what was found out about them is kept. */
const maxKept = 32;

/** GAT-0 over one work tree: finds out what a change touches and which tests that can affect. */
export class AffectedTestFinder {
  private readonly states: RepositoryStateReader;
  private readonly references = new ReferenceIndex();
  private readonly touchedBy = new LRUCache<string, readonly TouchedFile[]>({ max: maxKept });
  private readonly testsOf = new LRUCache<string, AffectedTests>({ max: maxKept });
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
    const { root } = this.options.index;
    const git = gitIn(this.options.git, root);
    const named = await commitNamed(git, commit ?? 'HEAD');
    if (isRefusal(named)) return named;
    const target = commit === undefined ? undefined : named;
    const base = await this.baseOf(git, named, question);
    const key = target === undefined || base === undefined ? undefined : `${target} ${base}`;
    const known = key === undefined ? undefined : this.testsOf.get(key);
    if (known !== undefined) return known;
    const [changes, state] = await Promise.all([
      base === undefined ? [] : changesSince(git, root, { base, commit: target }),
      this.states.read(git, target),
    ]);
    if (changes === undefined || state === undefined)
      return { ...gitFailed, commitSha: named, touched: given ?? [] };
    const added =
      state === 'too_far' ? [] : await runInTimeSlices(readingAdded(root, state.untracked));
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
    if (key !== undefined && found !== undefined && found !== tooFar) this.testsOf.set(key, answer);
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
    const changes = await changesSince(git, this.options.index.root, { base, commit: named });
    if (changes === undefined) return undefined;
    const touched = await touchedPlacesOf(changes);
    this.touchedBy.set(key, touched);
    return touched;
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

const tooFar = wholeSuite('the work tree is too far from the commit to tell more');
const unknownBase = wholeSuite('it is not known where the work began');
const gitFailed = wholeSuite('Git did not list what has changed');
const changingFiles = wholeSuite('the files change faster than they can be looked through');

function wholeSuite(reason: string): Discovery {
  return { kind: 'whole_suite', tests: [], reason, known: [] };
}
