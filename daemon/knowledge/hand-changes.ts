import { isHalfDone } from '../git/git-in-folder.ts';
import { isIndexLocked } from '../git/index-lock.ts';
import { arePlainCommits, type HeadMove, movesSince, pulledFrom } from '../git/reflog.ts';
import { join } from 'node:path';
import type { SymbolChange } from '../../shared/symbols/contract.ts';
import type { Clock } from '../../shared/kernel/clock.ts';
import { type BaseTexts, noBase } from '../changes/base-texts.ts';
import type { BlobText } from '../git/blob-texts.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import { type AnalysedText, changedSymbols, shownOf, textOf } from '../index/changed-symbols.ts';
import { readText } from '../index/disk/disk-file.ts';
import type { FactsRow } from '../index/store.ts';
import { withLineEndsOf } from '../lines/text-lines.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';
import type { SymbolPublisher } from './symbol-publisher.ts';
import type { PublishedFile } from './waiting-files.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';

/** A file whose change has no author yet. */
export interface UnclaimedFile {
  readonly file: RepositoryFile;
  /** What the index knew of it before; undefined when it was not there. */
  readonly before: FactsRow | undefined;
  readonly sinceMs: number;
  /** The names of the symbols that sessions have changed since, each with the file as the last of them left it. */
  readonly claimed: ReadonlyMap<string, AnalysedText>;
}

/**
 * The file as it is to be published: an edit, one that was taken back, what a pull has changed, or a file that git brought and the
 * team may not have.
 */
export interface HandChange {
  readonly kind: 'edited' | 'taken back' | 'pulled' | 'brought';
  readonly file: PublishedFile;
}

/** What git has of a file, and what it does. */
interface InGit {
  readonly activity: GitActivity;
  /** Undefined when it cannot be read. */
  readonly head: BlobText | undefined;
  /** Where HEAD has moved; undefined when that cannot be parsed. */
  readonly atHead: AnalysedText | undefined;
  /** As it was before a pull or a merge has brought what is there now. */
  readonly beforePull: AnalysedText | undefined;
}

interface HandChangesDependencies {
  readonly clock: Clock;
  readonly bases: Pick<BaseTexts, 'expectHead' | 'loadAt' | 'loadHead' | 'headOf'>;
  readonly workTrees: Pick<WorkTrees, 'factsOf' | 'publicationOf' | 'analysisOf'>;
  readonly publisher: Pick<SymbolPublisher, 'hasOther'>;
}

/** SYM-6: tells what a person has changed in a file from what git has. */
export class HandChanges {
  constructor(private readonly deps: HandChangesDependencies) {}

  /** `of` will be asked about the file. */
  expect(file: RepositoryFile): void {
    this.deps.bases.expectHead(file);
  }

  /** Whether git is at work in the work tree, so that what has changed cannot be told from what will. */
  isBusy({ workTree }: RepositoryFile): boolean {
    const nowMs = this.deps.clock.now();
    return gitActivity(workTree, nowMs, nowMs) === 'busy';
  }

  /** Whether the file is as the checked-out commit has it; also when that cannot be told. */
  async isAsCommitted(file: RepositoryFile): Promise<boolean> {
    return isAt(file, await this.headOf(file));
  }

  /**
   * What git has is read; then the function that is answered tells at once what is to be published, so that all of it is of one
   * moment. It answers undefined when there is nothing.
   */
  async of(unclaimed: UnclaimedFile): Promise<() => HandChange | undefined> {
    const { file, sinceMs } = unclaimed;
    const activity = gitActivity(file.workTree, sinceMs, this.deps.clock.now());
    const head = await this.headOf(file);
    const atHead = activity === 'moved' ? await this.analysed(file, head) : undefined;
    const moves = activity === 'moved' ? movesOf(file.workTree, sinceMs) : [];
    const beforePull = await this.beforePull(unclaimed, moves);
    return () => this.changeIn(unclaimed, { activity, head, atHead, beforePull });
  }

  private changeIn(
    { file, before, claimed }: UnclaimedFile,
    { activity, head, atHead, beforePull }: InGit,
  ): HandChange | undefined {
    const { workTrees, publisher } = this.deps;
    const [known, after] = [textOf(before), textOf(workTrees.factsOf(file))];
    const publication = workTrees.publicationOf(file);
    if (publication === undefined || after === undefined) return undefined;
    const isCommitted = activity !== 'merging' && activity !== 'committed' && isAt(file, head);
    const isTakenBack = isCommitted && activity === 'still' && publisher.hasOther(publication);
    const isGits = activity === 'merging' || (isCommitted && !isTakenBack);
    if (isGits || known === undefined) {
      const isNew = before?.facts === undefined && after !== 'absent';
      if (isNew) return { kind: 'brought', file: publication };
      if (beforePull === undefined) return undefined;
      return changeOf('pulled', publication, { changes: changedSymbols(beforePull, after), after });
    }
    const own = atHead && new Set(changedSymbols(atHead, after).map(({ name }) => name));
    const unknown = [
      ...changedSymbols(known, after).filter(({ name }) => !claimed.has(name)),
      ...changedSinceClaimed(claimed, after),
    ];
    const changes = unknown.filter(({ name }) => own?.has(name) ?? true);
    return changeOf(isTakenBack ? 'taken back' : 'edited', publication, { changes, after });
  }

  /** Undefined where no pull brought anything. Of several pulls the one from which the file was as the index had it. */
  private async beforePull(
    { file, before }: UnclaimedFile,
    moves: readonly HeadMove[],
  ): Promise<AnalysedText | undefined> {
    const known = textOf(before);
    let last: AnalysedText | undefined;
    for (const commit of pulledFrom(moves)) {
      const text = await this.analysed(file, await this.deps.bases.loadAt(file, commit));
      last ??= text;
      if (text && known && changedSymbols(text, known).length === 0) return text;
    }
    return last;
  }

  /** Undefined when it cannot be read. */
  private async headOf(file: RepositoryFile): Promise<BlobText | undefined> {
    await this.deps.bases.loadHead(file);
    return this.deps.bases.headOf(file);
  }

  private async analysed(
    file: RepositoryFile,
    head: BlobText | undefined,
  ): Promise<AnalysedText | undefined> {
    if (head === undefined || head.id === noBase.id) return head && 'absent';
    return this.deps.workTrees.analysisOf(file, head.text);
  }
}

/** Undefined where nothing changed that is published. */
function changeOf(
  kind: HandChange['kind'],
  file: PublishedFile,
  { changes, after }: { readonly changes: readonly SymbolChange[]; readonly after: AnalysedText },
): HandChange | undefined {
  const shown = shownOf(changes, file.symbols, after);
  return shown.length === 0 ? undefined : { kind, file: { ...file, changes: shown } };
}

/** What was changed again after a session had written it, such as an edit that git took back at once. */
function changedSinceClaimed(
  claimed: UnclaimedFile['claimed'],
  after: AnalysedText,
): SymbolChange[] {
  return [...new Set(claimed.values())].flatMap((written) =>
    changedSymbols(written, after).filter(({ name }) => claimed.get(name) === written),
  );
}

/** Whether the file is as it is committed; also when that cannot be told. */
function isAt({ workTree, path }: RepositoryFile, head: BlobText | undefined): boolean {
  if (head === undefined) return true;
  const text = readText(join(workTree.root, path));
  if (head.id === noBase.id || text === undefined)
    return head.id === noBase.id && text === undefined;
  return text === withLineEndsOf(text, head.text);
}

/**
 * What git is doing in a work tree: `busy` for a moment, `merging` until somebody finishes or gives up, or what it has done with
 * HEAD since a moment: nothing (`still`), commits only (`committed`), which are of edits made here, or anything else (`moved`).
 */
type GitActivity = 'busy' | 'merging' | 'still' | 'committed' | 'moved';

/** A watcher tells of a change a moment after it, and git notes whole seconds. */
const slackMs = 1_000;

/** Reads git's files itself, as they are at this moment. */
function gitActivity(workTree: WorkTree, sinceMs: number, nowMs: number): GitActivity {
  const { gitDir } = workTree;
  if (isIndexLocked(workTree, nowMs)) return 'busy';
  if (isHalfDone(gitDir)) return 'merging';
  const moves = movesOf(workTree, sinceMs);
  if (moves.length === 0) return 'still';
  return arePlainCommits(moves) ? 'committed' : 'moved';
}

function movesOf(workTree: WorkTree, sinceMs: number): HeadMove[] {
  return movesSince(workTree, { atMs: sinceMs - slackMs });
}
