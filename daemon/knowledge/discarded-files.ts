import { pathKey } from '../../shared/kernel/paths.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { SymbolChange } from '../../shared/symbols/contract.ts';
import { isParsable } from '../../shared/symbols/parsable.ts';
import type { BlobTexts } from '../git/blob-texts.ts';
import type { DiscardedCommits } from '../git/discarded-commits.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import { type AnalysedText, changedSymbols, shownOf, textOf } from '../index/changed-symbols.ts';
import { untilTime } from '../kernel/time-slices.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';
import type { UnclaimedFile } from './hand-changes.ts';
import type { PublishedFile } from './waiting-files.ts';

/** What was thrown away, and what is there instead. */
export interface Discarded extends DiscardedCommits {
  /** The commit whose files count now. */
  readonly now: string;
}

/** What may have the same as commits that were thrown away, though it does not follow from them, and what came after them. */
export interface Beside {
  readonly commits: readonly string[];
  /** The files there count, which nobody may have committed. */
  readonly workTrees: readonly WorkTree[];
  /** Files as they were just before they changed: somebody may have gone on after the commits. */
  readonly noted: () => readonly UnclaimedFile[];
}

/** A file as it was, as far as these symbols go; without `names` as far as all do. */
interface Before {
  readonly text: AnalysedText;
  readonly names?: ReadonlySet<string>;
}

/** How a file was, the last state last, and how it is. */
interface Step {
  readonly before: readonly Required<Before>[];
  readonly now: AnalysedText;
}

/** The file in the commits that decide. */
interface Versions {
  readonly ofTip: AnalysedText;
  readonly ofNow: AnalysedText;
  readonly ofBases: readonly AnalysedText[];
}

interface DiscardedFilesDependencies {
  readonly home: WorkTree;
  readonly blobs: BlobTexts;
  readonly workTrees: Pick<WorkTrees, 'analysisOf' | 'factsOf' | 'indexOf' | 'refresh'>;
}

/** SYM-10: tells which symbols only commits had that were thrown away, and how they are without them. */
export class DiscardedFiles {
  constructor(private readonly deps: DiscardedFilesDependencies) {}

  /** The files as they are to be published, each with the symbols that go back. */
  async takenBack(discarded: Discarded, beside: Beside): Promise<PublishedFile[]> {
    const { workTrees } = this.deps;
    const paths = discarded.paths.filter(isParsable);
    for (const workTree of beside.workTrees) await workTrees.refresh(workTree, paths);
    // What has just been read again is among them.
    const noted = statesIn(beside.noted());
    return this.filesOf(discarded, async (path, { ofTip, ofNow, ofBases }) => {
      const before = [{ text: ofTip }, ...(noted.get(path) ?? [])].filter(
        ({ text }) => changedSymbols(text, ofNow).length > 0,
      );
      // Mostly what another commit has is the same.
      if (before.length === 0) return undefined;
      const ofOthers = [...(await this.textsAt(path, beside.commits)).values()];
      const onDisk = beside.workTrees.map((workTree) =>
        textOf(workTrees.factsOf({ workTree, path })),
      );
      const kept = [ofNow, ...ofBases, ...ofOthers, ...onDisk].filter((text) => text !== undefined);
      return { before: before.map((one) => withoutKept(one, kept)), now: ofNow };
    });
  }

  /** Something leads to the commits again: the files with what only they had. */
  async broughtBack(discarded: Discarded): Promise<PublishedFile[]> {
    return this.filesOf(discarded, (_, { ofTip, ofNow, ofBases }) => {
      const { names } = withoutKept({ text: ofTip }, ofBases);
      return Promise.resolve({ before: [{ text: ofNow, names }], now: ofTip });
    });
  }

  private async filesOf(
    { tip, now, bases, paths }: Discarded,
    stepOf: (path: string, versions: Versions) => Promise<Step | undefined>,
  ): Promise<PublishedFile[]> {
    const files: PublishedFile[] = [];
    for (const path of paths.filter(isParsable)) {
      const textAt = await this.textsAt(path, [tip, now, ...bases]);
      const [ofTip, ofNow] = [textAt.get(tip), textAt.get(now)];
      const ofBases = bases.flatMap((base) => textAt.get(base) ?? []);
      // One of them cannot be read or parsed.
      if (ofTip === undefined || ofNow === undefined || ofBases.length < bases.length) continue;
      const step = await stepOf(path, { ofTip, ofNow, ofBases });
      if (step !== undefined) files.push(...this.published(path, step));
    }
    return files;
  }

  /** The file in each of the commits, but for those where it cannot be read or parsed. */
  private async textsAt(
    path: string,
    commits: readonly string[],
  ): Promise<Map<string, AnalysedText>> {
    const { home, blobs, workTrees } = this.deps;
    const file: RepositoryFile = { kind: 'inside', workTree: home, path, key: pathKey(path) };
    const nameOf = (commit: string) => `${commit}:${path}`;
    const { texts, left } = await blobs.read(home.root, commits.map(nameOf));
    const parsed = new Map<string, AnalysedText | undefined>();
    for (const { id, text } of texts.values()) {
      if (parsed.has(id)) continue;
      await untilTime();
      parsed.set(id, await workTrees.analysisOf(file, text));
    }
    const found = new Map<string, AnalysedText>();
    for (const commit of commits) {
      const blob = texts.get(nameOf(commit));
      const text = blob === undefined ? 'absent' : parsed.get(blob.id);
      if (text !== undefined && !left.has(nameOf(commit))) found.set(commit, text);
    }
    return found;
  }

  /** None where nothing changes. */
  private published(path: string, { before, now }: Step): PublishedFile[] {
    const changes = new Map<string, SymbolChange>();
    for (const { text, names } of before)
      for (const change of changedSymbols(text, now))
        if (names.has(change.name)) changes.set(change.name, change);
    const { graph } = this.deps.workTrees.indexOf(this.deps.home);
    const file = graph.publicationWith(path, now === 'absent' ? undefined : now.facts);
    const shown = shownOf([...changes.values()], file.symbols, now);
    return shown.length === 0 ? [] : [{ ...file, changes: shown }];
  }
}

/** By path, the last state last. */
function statesIn(files: readonly UnclaimedFile[]): Map<string, Before[]> {
  const states = new Map<string, Before[]>();
  for (const { file, before, claimed } of files) {
    const text = textOf(before);
    const written = [...claimed].map(([name, left]) => ({ text: left, names: new Set([name]) }));
    const known = states.get(file.path) ?? [];
    states.set(file.path, [...known, ...(text === undefined ? [] : [{ text }]), ...written]);
  }
  return states;
}

/** Only the symbols that are in none of the others as they are in this one; without the code outside every symbol. */
function withoutKept({ text, names }: Before, kept: readonly AnalysedText[]): Required<Before> {
  const changed = kept.map((other) => changedSymbols(other, text).map(({ name }) => name));
  const [first = [], ...rest] = changed.map((list) => new Set(list));
  const isOwn = (name: string) => name !== '' && (names?.has(name) ?? true);
  const own = [...first].filter((name) => isOwn(name) && rest.every((one) => one.has(name)));
  return { text, names: new Set(own) };
}
