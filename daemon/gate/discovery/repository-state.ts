import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../shared/kernel/clock.ts';
import { readDiskFile } from '../../index/disk/disk-file.ts';
import type { FileFacts } from '../../index/parser/facts.ts';
import type { FileChange } from '../../index/graph/symbol-graph.ts';
import type { RepositoryIndex } from '../../index/repository-index.ts';
import {
  unreadableMentions,
  type FileMentions,
} from '../../index/parser/mentions/file-mentions.ts';
import { loadParser, type Parser } from '../../index/parser/parser.ts';
import { isParsable } from '../../../shared/symbols/parsable.ts';
import { runInTimeSlices } from '../../kernel/time-slices.ts';
import {
  composedPath,
  diffArgs,
  mapInBatches,
  splitByNul,
  textAt,
  type GitInFolder,
} from '../../git/git-in-folder.ts';
import { canMentionFiles, markupMentions, MentionCache } from './mention-cache.ts';
import { isRunnerSettings } from './setup-files.ts';

/** A state of the repository: a commit, or the work tree as it is. */
export interface RepositoryState {
  readonly files: ReadonlySet<string>;
  /** As they are named on disk. */
  readonly untracked: readonly string[];
  readonly mentions: ReadonlyMap<string, FileMentions>;
  readonly settings: ReadonlyMap<string, string>;
  /** Where this state differs from the index. */
  readonly changes: readonly FileChange[];
}

interface Listed {
  readonly files: readonly string[];
  readonly untracked: readonly string[];
}

/** What is read from disk: of the files that are the same there as in the state. */
interface OnDisk {
  readonly mentions: Map<string, FileMentions>;
  readonly settings: Map<string, string>;
}

const maxDifferingFiles = 500;
const noFacts: FileFacts = { symbols: [], imports: [], exports: [], instances: [], uses: [] };

/** Reads states of one repository, and keeps what does not change from one to the next. */
export class RepositoryStateReader {
  private readonly mentionCache: MentionCache;

  constructor(
    private readonly index: RepositoryIndex,
    clock: Clock,
  ) {
    this.mentionCache = new MentionCache(index, clock);
  }

  /** The state of a commit; without one that of the work tree. Undefined where Git fails or is out of time. */
  async read(
    git: GitInFolder,
    commit: string | undefined,
  ): Promise<RepositoryState | 'too_far' | undefined> {
    const differing = commit === undefined ? [] : await this.pathsAway(git, commit);
    if (differing === undefined) return undefined;
    const away = new Set(differing);
    if (away.size > maxDifferingFiles) return 'too_far';
    const atState = await this.filesAt(git, commit);
    if (atState === undefined) return undefined;
    const { files: listed, untracked } = atState;
    const files = new Set(listed);
    const { mentions, settings } = await this.onDisk([...files].filter((path) => !away.has(path)));
    const changes: FileChange[] = this.unknownTo(files).map((path) => ({ path, facts: undefined }));
    const parser = [...away].some(isParsable) ? await loadParser() : undefined;
    const others = [...away].filter((path) => files.has(path));
    const texts = await this.textsAt(git, commit ?? '', others);
    const state = { files, untracked, mentions, settings, changes };
    await runInTimeSlices(taking(state, texts, parser));
    return state;
  }

  private async onDisk(paths: readonly string[]): Promise<OnDisk> {
    const mentions = await this.mentionCache.ofFiles(paths);
    return { mentions, settings: await runInTimeSlices(this.readingSettings(paths)) };
  }

  private *readingSettings(paths: readonly string[]): Generator<void, Map<string, string>> {
    const settings = new Map<string, string>();
    for (const path of paths) {
      yield;
      if (!isRunnerSettings(path)) continue;
      const file = readDiskFile(join(this.index.root, path));
      if (file.kind === 'text') settings.set(path, file.text);
    }
    return settings;
  }

  /** What the index has and this state has not. */
  private unknownTo(files: ReadonlySet<string>): string[] {
    const known = Array.from(this.index.graph.current().files(), ({ path }) => path);
    return known.filter((path) => !files.has(path));
  }

  private async filesAt(git: GitInFolder, commit: string | undefined): Promise<Listed | undefined> {
    if (commit !== undefined) {
      const tree = await git(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
      if (tree.exitCode !== 0) return undefined;
      return { files: splitByNul(tree.stdout).map(composedPath), untracked: [] };
    }
    const args = [
      'ls-files',
      '-z',
      '-t',
      '--cached',
      '--deleted',
      '--others',
      '--exclude-standard',
    ];
    const listed = await git(args);
    if (listed.exitCode !== 0) return undefined;
    const there = await runInTimeSlices(this.lookingFor(splitByNul(listed.stdout)));
    return {
      files: there.map((entry) => composedPath(entry.slice(2))),
      untracked: there.filter((entry) => entry.startsWith('? ')).map((entry) => entry.slice(2)),
    };
  }

  /** Those of the entries, a letter and a path each, that are on disk. Git does not say it of what a sparse checkout leaves out. */
  private *lookingFor(entries: readonly string[]): Generator<void, string[]> {
    const deleted = entries
      .filter((entry) => entry.startsWith('R '))
      .map((entry) => entry.slice(2));
    const gone = new Set(deleted);
    const there: string[] = [];
    for (const entry of entries) {
      const path = entry.slice(2);
      const isLeftOut = /^[sS] /.test(entry) && !isThere(join(this.index.root, path));
      if (!gone.has(path) && !isLeftOut) there.push(entry);
      yield;
    }
    return there;
  }

  /** The files that are others in the work tree than in the commit. */
  private async pathsAway(git: GitInFolder, commit: string): Promise<string[] | undefined> {
    const answer = await git([...diffArgs, '--name-only', commit, '--']);
    return answer.exitCode === 0 ? splitByNul(answer.stdout).map(composedPath) : undefined;
  }

  private textsAt(
    git: GitInFolder,
    commit: string,
    paths: readonly string[],
  ): Promise<(readonly [string, string | undefined])[]> {
    const wanted = paths.filter((path) => canMentionFiles(path) || isRunnerSettings(path));
    return mapInBatches(wanted, async (path) => [path, await textAt(git, commit, path)] as const);
  }
}

/** Replaces what was read from disk by the texts of the commit. */
function* taking(
  { mentions, settings, changes }: OnDisk & { changes: FileChange[] },
  texts: readonly (readonly [string, string | undefined])[],
  parser: Parser | undefined,
): Generator<void, void> {
  for (const [path, text] of texts) {
    if (isRunnerSettings(path) && text !== undefined) settings.set(path, text);
    const { facts, named } = readingOf(path, text, parser);
    if (canMentionFiles(path)) mentions.set(path, named);
    if (isParsable(path)) changes.push({ path, facts });
    yield;
  }
}

function readingOf(
  path: string,
  text: string | undefined,
  parser: Parser | undefined,
): { readonly facts: FileFacts; readonly named: FileMentions } {
  if (text === undefined) return { facts: noFacts, named: unreadableMentions };
  if (parser === undefined || !isParsable(path))
    return { facts: noFacts, named: markupMentions(text) };
  const analysis = parser.analyse(path, text);
  const named = analysis?.mentions ?? parser.mentions(path, text);
  return { facts: analysis?.facts ?? noFacts, named };
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
