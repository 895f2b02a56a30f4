import { setTimeout as pause } from 'node:timers/promises';
import { advance, hasCommit, type AdvanceOptions, type Attempt } from './advance.ts';
import { backoffMs } from '../../shared/node/time/backoff.ts';
import type { Approval } from './rules.ts';

/** A line for the person. */
export type BranchReport =
  | Attempt
  | {
      readonly kind: 'retracted';
      readonly target: Approval;
      readonly reason: string;
      /** Whether the branch here leads to it. */
      readonly isHere: boolean;
    };

export interface FollowerOptions extends AdvanceOptions {
  report(news: BranchReport): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The recorder pushes right after recording, so the commit may be a moment behind its event. */
const patienceMs = 15_000;
const pauses = { firstMs: 50, maxMs: 2_000 };
const maxPerBranch = 500;

/** Keeps the branches of one repository at what was approved. One thing at a time is done in the repository. */
export class Follower {
  private readonly approvals = new Map<string, Approval[]>();
  private readonly following = new Map<string, Promise<void>>();
  /** What was last told of a branch, so that it is told once. */
  private readonly told = new Map<string, string>();
  private queue: Promise<unknown> = Promise.resolve();
  private refusals = 0;

  constructor(private readonly options: FollowerOptions) {}

  /** Whether anything was refused so far. */
  get hasRefused(): boolean {
    return this.refusals > 0;
  }

  /** Takes note of an approval; `follow` acts on it. */
  learn(approval: Approval): void {
    const known = this.approvals.get(approval.branch) ?? [];
    const others = known.filter(({ commit, seq }) => {
      return commit !== approval.commit || seq !== approval.seq;
    });
    const earlier = known.find((one) => !others.includes(one));
    const kept = [...others, { ...earlier, ...approval }].toSorted((a, b) => a.seq - b.seq);
    this.approvals.set(approval.branch, kept.slice(-maxPerBranch));
  }

  /** Takes note that a commit was taken back, and tells what it means here. Nothing is undone. */
  async retract(target: Approval, reason: string): Promise<void> {
    const known = this.approvals.get(target.branch) ?? [];
    const meant = (one: Approval) => one.commit === target.commit && one.seq <= target.seq;
    const others = known.filter((one) => !meant(one));
    const taken = { ...(known.findLast(meant) ?? target), retractedAt: target.seq };
    this.approvals.set(target.branch, [...others, taken]);
    const isHere = await this.inTurn(() => hasCommit(target, this.options));
    this.options.report({ kind: 'retracted', target, reason, isHere });
  }

  /** Brings a branch up to date as soon as the remote has it. A second call joins the first. */
  follow(branch: string): Promise<void> {
    const running = this.following.get(branch);
    if (running !== undefined) return running;
    const started = this.keepTrying(branch).finally(() => this.following.delete(branch));
    this.following.set(branch, started);
    return started;
  }

  /** Tries again where something stood in the way, and tells only what is new. */
  async lookAgain(): Promise<void> {
    const held = [...this.told].filter(([, told]) => !told.endsWith(' done'));
    await Promise.all(held.map(([branch]) => this.follow(branch)));
  }

  private async keepTrying(branch: string): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      const approvals = this.approvals.get(branch) ?? [];
      const attempt = await this.inTurn(() => advance(approvals, this.options));
      if (attempt === undefined || this.options.signal.aborted) return;
      const isNew = (this.approvals.get(branch) ?? []) !== approvals;
      if (!isNew && !this.mayStillCome(attempt)) return this.tellOnce(branch, attempt);
      if (isNew) failures = 1;
      await pause(backoffMs(failures, pauses), undefined, { signal: this.options.signal }).catch(
        () => undefined,
      );
      if (this.options.signal.aborted) return;
    }
  }

  private mayStillCome(attempt: Attempt): boolean {
    if (attempt.kind !== 'refused' || !attempt.mayCome) return false;
    // Another clock than ours wrote the time; it is not trusted with more than the patience we have.
    return Math.abs(this.options.now() - attempt.target.at) < patienceMs;
  }

  private tellOnce(branch: string, attempt: Attempt): void {
    const outcome = attempt.kind === 'refused' ? attempt.refused.reason : 'done';
    const key = `${attempt.target.commit} ${outcome}`;
    if (this.told.get(branch) === key) return;
    this.told.set(branch, key);
    if (attempt.kind === 'refused' && attempt.refused.reason !== 'not_here') this.refusals += 1;
    this.options.report(attempt);
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(act);
    this.queue = turn.catch(() => undefined);
    return turn;
  }
}
