import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../shared/kernel/clock.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import type { Logger } from '../kernel/logger.ts';
import type { AnalysedText } from '../index/changed-symbols.ts';
import { untilTime } from '../kernel/time-slices.ts';
import type { FileStates } from '../work-trees/file-states.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';
import type { DiscardedWork } from './discarded-work.ts';
import type { HandChange, HandChanges, UnclaimedFile } from './hand-changes.ts';
import type { SymbolPublisher } from './symbol-publisher.ts';

/** What a session has written of a file. */
export interface Claim {
  readonly names: readonly string[];
  readonly written: AnalysedText;
}

export interface HandEditsDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly workTrees: Pick<WorkTrees, 'factsOf'>;
  readonly files: Pick<FileStates, 'isExpected'>;
  readonly changes: Pick<HandChanges, 'of' | 'expect' | 'isBusy' | 'isAsCommitted'>;
  readonly publisher: Pick<
    SymbolPublisher,
    'publishUnclaimed' | 'publishTakenBack' | 'publishPulled' | 'publishBrought'
  >;
  readonly discarded: Pick<DiscardedWork, 'note' | 'takeBack'>;
  /** How long changes are gathered. */
  readonly gatherMs?: number | undefined;
}

const defaultGatherMs = 1_000;
/** Nothing tells that a branch was removed. */
const lookMs = 5_000;
/** A report whose publication takes longer is not waited for. */
const reportedForMs = 10_000;
const filesAtOnce = 50;
/** So many files are not changed by hand. */
const maxFiles = 500;

/**
 * SYM-6: what changes in files and no session has written is somebody's edit in an editor. It is published without a session, a
 * moment later, so that a hook can still claim it; what git brought is nobody's.
 */
export class HandEdits {
  private readonly unclaimed = new Map<
    string,
    UnclaimedFile & { readonly claimed: Map<string, AnalysedText> }
  >();
  /** The files that sessions are known to have written, and how long their claim is waited for. */
  private readonly reported = new LRUCache<string, number>({ max: maxFiles });
  private timer: NodeJS.Timeout | undefined;
  private looking: NodeJS.Timeout | undefined;
  private publishing: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly deps: HandEditsDependencies) {}

  /** To be called before the index takes over what has changed in the file. */
  note(file: RepositoryFile): void {
    const key = keyOf(file);
    if (this.isClosed) return;
    this.wait();
    this.looking ??= setInterval(() => this.wait(), lookMs).unref();
    if (this.unclaimed.has(key)) return;
    const before = this.deps.workTrees.factsOf(file);
    if (this.unclaimed.size >= maxFiles) this.unclaimed.clear();
    const sinceMs = this.deps.clock.now();
    this.deps.discarded.note(file.workTree, sinceMs);
    this.unclaimed.set(key, { file, before, sinceMs, claimed: new Map() });
  }

  /** A session has written the file, and will claim what it changed. */
  expect(file: RepositoryFile): void {
    this.reported.set(keyOf(file), this.deps.clock.now() + reportedForMs);
  }

  /** What a session has changed of the file, and how it left it; without that all of the file is the session's. */
  claim(file: RepositoryFile, own: Claim | undefined): void {
    const key = keyOf(file);
    this.reported.delete(key);
    if (own === undefined) this.unclaimed.delete(key);
    else for (const name of own.names) this.unclaimed.get(key)?.claimed.set(name, own.written);
  }

  /** Whether the file is as the checked-out commit has it; also when that cannot be told. */
  isAsCommitted(file: RepositoryFile): Promise<boolean> {
    return this.deps.changes.isAsCommitted(file);
  }

  /** Sends what nobody has claimed until now, and takes no more. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.looking);
    this.publish();
    await this.publishing;
  }

  private wait(): void {
    if (this.isClosed) return;
    const ms = this.deps.gatherMs ?? defaultGatherMs;
    this.timer ??= setTimeout(() => this.publish(), ms).unref();
  }

  private publish(): void {
    this.timer = undefined;
    this.publishing = this.publishing
      .then(() => this.publishSome())
      .catch((error: unknown) => this.deps.logger.warn(String(error)));
  }

  private async publishSome(): Promise<void> {
    const { changes, publisher, discarded } = this.deps;
    const settled = this.settled();
    for (const { file } of settled) changes.expect(file);
    const found: HandChange[] = [];
    for (const one of settled) {
      await untilTime();
      const changeNow = await changes.of(one);
      if (this.mayBeClaimed(one.file)) {
        this.wait();
        continue;
      }
      this.unclaimed.delete(keyOf(one.file));
      const change = changeNow();
      if (change !== undefined) found.push(change);
    }
    const filesOf = (kind: HandChange['kind']) =>
      found.filter((one) => one.kind === kind).map(({ file }) => file);
    await publisher.publishUnclaimed(filesOf('edited'));
    await publisher.publishTakenBack(filesOf('taken back'));
    await publisher.publishPulled(filesOf('pulled'));
    await publisher.publishBrought(filesOf('brought'));
    await discarded.takeBack(() => [...settled, ...this.unclaimed.values()]);
  }

  /** Some files that no hook will claim any more. One that cannot be parsed now waits until it is changed again. */
  private settled(): UnclaimedFile[] {
    const settled: UnclaimedFile[] = [];
    for (const [key, one] of this.unclaimed) {
      if (!existsSync(join(one.file.workTree.root, '.git'))) this.unclaimed.delete(key);
      else if (this.deps.workTrees.factsOf(one.file)?.isParsed === false) continue;
      else if (settled.length < filesAtOnce && !this.mayBeClaimed(one.file)) settled.push(one);
      else this.wait();
    }
    return settled;
  }

  private mayBeClaimed(file: RepositoryFile): boolean {
    const { clock, files, changes } = this.deps;
    const untilMs = this.reported.get(keyOf(file)) ?? 0;
    return clock.now() < untilMs || files.isExpected(file) || changes.isBusy(file);
  }
}

function keyOf({ workTree, path }: RepositoryFile): string {
  return `${workTree.root}\n${path}`;
}
