/** What the gate's rules say of a few receipts and commits, as simply as it can be said. */
export const receiptTtlMs = 60 * 60_000;
export const reservationTtlMs = 10 * 60_000;

export interface ModelReceipt {
  readonly user: string;
  readonly stream: string;
  readonly commit: string;
  readonly expiresAt: number;
  /** The step at which it was given. */
  readonly step: number;
  status: 'valid' | 'used' | 'retracted';
}

export type Refused =
  | 'used'
  | 'retracted'
  | 'ended'
  | 'other stream'
  | 'other commit'
  | 'recorded'
  | 'none'
  | 'retracted since'
  | 'failed since'
  | 'held'
  | 'taken since'
  | 'forbidden';

export type Answer = 'done' | Refused;

export class GateModel {
  readonly receipts: ModelReceipt[] = [];
  /** By stream and commit. */
  readonly commits = new Map<string, 'recorded' | 'retracted'>();
  /** By stream and commit: the step of the last retraction. */
  private readonly retractedAt = new Map<string, number>();
  /** By stream and commit: the step of the last run that failed. */
  private readonly failedAt = new Map<string, number>();
  private heldUntil = 0;
  private takenAt = -1;
  private step = 0;

  constructor(public nowMs: number) {}

  /** GAT-3, GAT-7: whether the run gives a receipt. */
  confirm(run: { user: string; stream: string; commit: string; passes: boolean }): boolean {
    this.step += 1;
    const { user, stream, commit } = run;
    if (!run.passes) this.failedAt.set(`${stream} ${commit}`, this.step);
    if (!run.passes) return false;
    const expiresAt = this.nowMs + receiptTtlMs;
    this.receipts.push({ user, stream, commit, expiresAt, step: this.step, status: 'valid' });
    return true;
  }

  /** GAT-1, GAT-2: with a receipt that is shown. */
  recordWith(
    receipt: ModelReceipt,
    { stream, commit, touches }: { stream: string | undefined; commit: string; touches: boolean },
  ): Answer {
    const ended = this.whyEnded(receipt);
    if (ended !== undefined) return ended;
    if (stream !== undefined && stream !== receipt.stream) return 'other stream';
    if (commit !== receipt.commit) return 'other commit';
    return this.use(receipt, touches);
  }

  /** GAT-2: with the caller's own newest. */
  recordOwn(wanted: { user: string; stream: string; commit: string; touches: boolean }): Answer {
    const { user, stream, commit } = wanted;
    if (this.commits.get(`${stream} ${commit}`) === 'recorded') return 'recorded';
    const own = this.receipts.filter(
      (one) => one.user === user && one.stream === stream && one.commit === commit,
    );
    const valid = own.findLast((one) => this.whyEnded(one) === undefined);
    if (valid !== undefined) return this.use(valid, wanted.touches);
    const newest = own.at(-1);
    return newest === undefined ? 'none' : (this.whyEnded(newest) ?? 'none');
  }

  /** GAT-4 */
  retract(receipt: ModelReceipt, { user, isAdmin }: { user: string; isAdmin: boolean }): Answer {
    if (receipt.user !== user && !isAdmin) return 'forbidden';
    this.step += 1;
    if (receipt.status === 'used') {
      const key = `${receipt.stream} ${receipt.commit}`;
      this.commits.set(key, 'retracted');
      this.retractedAt.set(key, this.step);
    } else {
      const ended = this.whyEnded(receipt);
      if (ended !== undefined) return ended;
    }
    receipt.status = 'retracted';
    return 'done';
  }

  /** Somebody else writes what the commits touch. */
  take(): void {
    this.step += 1;
    this.heldUntil = this.nowMs + reservationTtlMs;
    this.takenAt = this.step;
  }

  release(): void {
    this.heldUntil = 0;
  }

  private use(receipt: ModelReceipt, touches: boolean): Answer {
    const key = `${receipt.stream} ${receipt.commit}`;
    if (this.commits.get(key) === 'recorded') return 'recorded';
    if ((this.retractedAt.get(key) ?? -1) > receipt.step) return 'retracted since';
    if ((this.failedAt.get(key) ?? -1) > receipt.step) return 'failed since';
    if (touches && this.heldUntil > this.nowMs) return 'held';
    if (touches && this.takenAt > receipt.step) return 'taken since';
    this.commits.set(key, 'recorded');
    receipt.status = 'used';
    return 'done';
  }

  private whyEnded({ status, expiresAt }: ModelReceipt): Refused | undefined {
    if (status !== 'valid') return status;
    return expiresAt <= this.nowMs ? 'ended' : undefined;
  }
}
