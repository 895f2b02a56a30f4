import type { Clock } from '../../shared/kernel/clock.ts';
import type { Forecast } from '../../shared/radar/contract.ts';
import type { RadarReport } from '../../shared/radar/report.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { GitRunner } from '../../shared/node/git/git-calls.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Replica } from '../replica/replica.ts';
import { branchFingerprint, hasOtherWork } from './branch-fingerprint.ts';
import type { Workstream } from './candidates/merge-candidates.ts';
import type { ForecastNotifier } from './forecast-notifier.ts';
import { emptyRoundCache, type RoundBounds, type RoundCache, runRound } from './round.ts';
import { ForecastReports, type RootOf } from './forecast-reports.ts';

/** When changes came and when the radar last looked, in milliseconds. */
interface ChangeTimes {
  readonly firstChangeMs: number;
  readonly lastChangeMs: number;
  /** When the last round ended. */
  readonly lastRoundMs: number;
}

interface RoundSchedule {
  /** Nothing has changed for this long. */
  readonly settleMs: number;
  /** The least time between two rounds, and the most that changes which never settle can put one off. */
  readonly everyMs: number;
}

/** When the next round is due: once changes have stopped, and not sooner after the last round than `everyMs`. */
export function nextRoundAt(
  { firstChangeMs, lastChangeMs, lastRoundMs }: ChangeTimes,
  { settleMs, everyMs }: RoundSchedule,
): number {
  const settledMs = Math.min(lastChangeMs + settleMs, firstChangeMs + everyMs);
  return Math.max(settledMs, lastRoundMs + everyMs);
}

export interface RadarOptions {
  readonly git: GitRunner;
  readonly home: WorkTree;
  /** Its own, in the daemon's state; removed after every round. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly replica: Replica;
  readonly rootOf: RootOf;
  readonly notifier: ForecastNotifier;
  /** The active ones; undefined when the relay cannot say. */
  readonly workstreams: () => Promise<readonly Workstream[] | undefined>;
  /** Reports to the team; answers whether the relay has accepted the report. */
  readonly report: (forecasts: readonly Forecast[]) => Promise<boolean>;
  readonly schedule?: RoundSchedule;
  readonly bounds?: RoundBounds;
}

type State =
  | { readonly kind: 'ready' }
  /** `isKnown`: git has said its version. */
  | { readonly kind: 'off'; readonly reason: string; readonly isKnown: boolean };

const defaultSchedule: RoundSchedule = { settleMs: 3_000, everyMs: 60_000 };
const defaultBounds: RoundBounds = { merges: 100, ms: 10_000 };
/** The first that merges many pairs in one process. */
const oldestGit = [2, 39] as const;

/** Finds conflicts before anybody merges: between branches, their bases and this machine's uncommitted work. */
export class Radar {
  private readonly stopping = new AbortController();
  private readonly schedule: RoundSchedule;
  private readonly bounds: RoundBounds;
  private readonly reports: ForecastReports;
  private state: State | undefined;
  /** Why it was off, as was logged. */
  private lastReason = '';
  private cache: RoundCache = emptyRoundCache;
  private workstreams: readonly Workstream[] = [];
  /** Somebody wrote into a work tree since all of them were seen clean. */
  private isWritten = false;
  private changes: { firstMs: number; lastMs: number } | undefined;
  private lastRoundMs = Number.NEGATIVE_INFINITY;
  private fingerprint = '';
  private timer: NodeJS.Timeout | undefined;
  private poll: NodeJS.Timeout | undefined;
  private rounds: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RadarOptions) {
    this.schedule = options.schedule ?? defaultSchedule;
    this.bounds = options.bounds ?? defaultBounds;
    this.reports = new ForecastReports({
      replica: options.replica,
      rootOf: options.rootOf,
      notifier: options.notifier,
      report: async (unreported) => (await this.unlessStopped(options.report(unreported))) === true,
    });
  }

  /** Begins to look by itself. */
  start(): void {
    if (this.stopping.signal.aborted) return;
    this.poll ??= setInterval(() => this.checkBranches(), this.schedule.everyMs).unref();
    this.noteBranchChange();
  }

  /** A workstream or a ref may have moved. */
  noteBranchChange(): void {
    const nowMs = this.options.clock.now();
    this.changes = { firstMs: this.changes?.firstMs ?? nowMs, lastMs: nowMs };
    this.arm();
  }

  /** A file of a work tree was written. */
  noteFileWritten(): void {
    this.isWritten = true;
    this.noteBranchChange();
  }

  /** A round at once, over everything. */
  runNow(): Promise<RadarReport> {
    return this.queue(true);
  }

  /** Ends what is under way; nothing is begun any more. */
  stop(): void {
    this.stopping.abort();
    clearInterval(this.poll);
    clearTimeout(this.timer);
  }

  async close(): Promise<void> {
    this.stop();
    await this.rounds;
  }

  /** Nothing reports that refs have moved, so they are polled. */
  private checkBranches(): void {
    if (this.fingerprint !== this.currentFingerprint()) this.noteBranchChange();
  }

  private arm(): void {
    if (this.poll === undefined || this.changes === undefined) return;
    if (this.stopping.signal.aborted) return;
    const { firstMs: firstChangeMs, lastMs: lastChangeMs } = this.changes;
    const times = { firstChangeMs, lastChangeMs, lastRoundMs: this.lastRoundMs };
    const waitMs = nextRoundAt(times, this.schedule) - this.options.clock.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.queue(false), Math.max(0, waitMs)).unref();
  }

  /** One after the other. */
  private queue(isAsked: boolean): Promise<RadarReport> {
    const round = this.rounds.then(() => this.round(isAsked));
    this.rounds = round.catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.options.logger.warn(`Radar: ${String(error)}`);
    });
    return round;
  }

  private async round(isAsked: boolean): Promise<RadarReport> {
    clearTimeout(this.timer);
    this.changes = undefined;
    const { signal } = this.stopping;
    const active = await this.unlessStopped(this.options.workstreams());
    this.workstreams = active ?? this.workstreams;
    this.fingerprint = this.currentFingerprint();
    const isCalled = this.workstreams.length > 0 || this.isWritten || isAsked;
    const isIdle = !isCalled && !hasOtherWork(this.options.home);
    if (isIdle || signal.aborted) return this.idle();
    try {
      const state = (this.state ??= await this.begin());
      if (state.kind === 'ready') return await this.lookAtAll();
      // A git that could not be started may be there the next time.
      if (!state.isKnown) this.state = undefined;
      return { kind: state.kind, reason: state.reason };
    } finally {
      this.lastRoundMs = this.options.clock.now();
      this.arm();
    }
  }

  private async lookAtAll(): Promise<RadarReport> {
    const { git, home, folder, clock } = this.options;
    const { signal } = this.stopping;
    const { result, cache } = await runRound({
      ...{ git, home, folder, clock, signal },
      workstreams: this.workstreams,
      liveBranches: new Set(this.options.replica.sessions().map(({ branch }) => branch)),
      cache: this.cache,
      bounds: this.bounds,
    });
    if (signal.aborted) return this.idle();
    this.cache = cache;
    // What was written meanwhile has its own round.
    this.isWritten = result.dirtyWorkTrees > 0 || this.changes !== undefined;
    const forecasts = await this.reports.publish(result);
    if (result.cost.left > 0) this.noteBranchChange();
    return { kind: 'done', forecasts, cost: result.cost };
  }

  /** Nothing to look at: no branch beside the bases, and nobody has written. */
  private idle(): RadarReport {
    const none = { ms: 0, lines: 0, pairs: 0, merges: 0, unchanged: 0, apart: 0, left: 0 };
    return { kind: 'done', forecasts: [], cost: { ...none, objects: 0, notes: [] } };
  }

  private async begin(): Promise<State> {
    const { git, home, logger } = this.options;
    const { stdout } = await git(home.root, ['version'], { signal: this.stopping.signal });
    const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
    const [atLeast, andThen] = oldestGit;
    const isEnough =
      Number(major) > atLeast || (Number(major) === atLeast && Number(minor) >= andThen);
    if (isEnough) return { kind: 'ready' };
    const found = major === undefined ? 'git cannot be started' : `this is ${stdout.trim()}`;
    const reason = `The radar needs git ${oldestGit.join('.')} or newer; ${found}.`;
    if (reason !== this.lastReason) logger.warn(reason);
    this.lastReason = reason;
    return { kind: 'off', reason, isKnown: major !== undefined };
  }

  /** A relay that does not answer holds up nothing. */
  private async unlessStopped<T>(answer: Promise<T>): Promise<T | undefined> {
    const { signal } = this.stopping;
    let stop: () => void = () => undefined;
    const stopped = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([answer, stopped]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private currentFingerprint(): string {
    const branches = this.workstreams.flatMap((one) => [one.branch, one.base_branch]);
    return branchFingerprint(this.options.home, [...branches, 'main', 'master']);
  }
}
