import { join } from 'node:path';
import type { Clock } from '../../../shared/kernel/clock.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { RunGit } from '../../git/run.ts';
import { readDiskFile } from '../../index/disk/disk-file.ts';
import type { RepositoryIndex } from '../../index/repository-index.ts';
import { isParsable } from '../../index/parser/parser.ts';
import { inSlices } from '../../kernel/time-slices.ts';
import { discovering, type Discovery } from './discovery.ts';
import {
  commitNamed,
  composed,
  differing,
  disarmedGit,
  forkPoint,
  mapSome,
  pathsIn,
  textAt,
  type GitHere,
} from '../../git/hardened-git.ts';
import { References } from './reference-index.ts';
import { States, type State } from './repository-state.ts';
import { findingSetupFiles } from './setup-files.ts';
import { touchedBy, type ChangedFile, type TouchedFile } from './touched-files.ts';

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

/** So often it is tried to see the repository as it is at one moment. */
const mostAttempts = 3;

/** GAT-0 over one work tree: finds out what a change touches and which tests that can affect. */
export class Discoverer {
  private readonly states: States;
  private readonly references = new References();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DiscovererOptions) {
    this.states = new States(options.index, options.clock);
  }

  /** One question after the other: the next one finds what the last one has read. */
  ask(question: Question): Promise<Answer | Refusal> {
    const answer = this.last.then(() => this.answer(question, mostAttempts));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async answer(question: Question, attempts: number): Promise<Answer | Refusal> {
    const { commit, touched: given } = question;
    const git = await disarmedGit(this.options.git, this.options.index.root);
    const named = await commitNamed(git, commit ?? 'HEAD');
    if (isRefusal(named)) return named;
    const target = commit === undefined ? undefined : named;
    const base = given === undefined ? await this.baseOf(git, named, question) : undefined;
    const [changes, state] = await Promise.all([
      base === undefined ? [] : this.changesSince(git, base, target),
      this.states.at(git, target),
    ]);
    const added = state === 'too_far' ? [] : await inSlices(this.readingAdded(state));
    const touched = given ?? (await touchedBy([...changes, ...added]));
    if (given === undefined && base === undefined)
      return { ...unknownStart, commitSha: named, touched };
    const found = state === 'too_far' ? tooFar : await this.discover(state, touched);
    if (found === undefined && attempts > 1) return this.answer(question, attempts - 1);
    return { ...(found ?? unsteady), commitSha: named, touched };
  }

  /** What a commit touches since its history left the base; undefined when that is not known. */
  async touchedSince({ commit, bases }: Question): Promise<readonly TouchedFile[] | undefined> {
    const git = await disarmedGit(this.options.git, this.options.index.root);
    const named = await commitNamed(git, commit ?? 'HEAD');
    if (isRefusal(named)) return undefined;
    const base = await this.baseOf(git, named, { commit: named, bases });
    return base === undefined ? undefined : touchedBy(await this.changesSince(git, base, named));
  }

  private *readingAdded({ untracked }: State): Generator<void, ChangedFile[]> {
    const added: ChangedFile[] = [];
    for (const path of untracked) {
      const after = onDisk(join(this.options.index.root, path));
      added.push({ path: composed(path), before: undefined, after });
      yield;
    }
    return added;
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

  /** Undefined when the graph has changed meanwhile: then a part of the way may have been missed. */
  private async discover(
    state: State,
    touched: readonly TouchedFile[],
  ): Promise<Discovery | undefined> {
    const { graph: index } = this.options.index;
    const revision = index.revision();
    const isAsIndexed = state.changes.length === 0;
    const graph = isAsIndexed ? index.current() : await index.copyWith(state.changes);
    const resolver = graph.resolvesBy();
    const found = await inSlices(
      discovering({
        ...state,
        graph,
        touched,
        resolver,
        references: isAsIndexed ? this.references : new References(),
        opaqueImportsOf: (path) =>
          !isParsable(path) || index.isUnparsed(path) ? undefined : graph.opaqueImportsOf(path),
        setupFiles: await inSlices(
          findingSetupFiles(state.settings, (from, written) =>
            resolver.placesOf(from, written).filter((place) => state.files.has(place)),
          ),
        ),
      }),
    );
    return index.revision() === revision ? found : undefined;
  }

  private async changesSince(
    git: GitHere,
    base: string,
    commit: string | undefined,
  ): Promise<ChangedFile[]> {
    const { root } = this.options.index;
    const range = commit === undefined ? [base] : [base, commit];
    const answer = await git([...differing, '--name-status', ...range, '--']);
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
}

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

const unsteady: Discovery = {
  kind: 'whole_suite',
  tests: [],
  reason: 'the files change faster than they can be looked through',
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

function onDisk(file: string): string | undefined | 'unknown' {
  const read = readDiskFile(file);
  if (read.kind === 'absent') return undefined;
  return read.kind === 'text' ? read.text : 'unknown';
}
