import type { Client, Request } from '../../shared/api/client.ts';
import { asData } from '../../shared/kernel/display.ts';
import { isPassing, isRefusal } from '../../shared/kernel/refusal.ts';
import type { BranchReport } from './follower.ts';
import type { Refused } from './refusals.ts';
import type { ToldBranches } from './state.ts';

type Report = Omit<Request<'reportBranch'>, 'id' | 'machine'>;

export interface BranchReportsOptions {
  readonly client: Client;
  readonly workspaceId: string;
  readonly machine: string;
  /** Written as `~` where a reason names it: the team need not know it. */
  readonly homeDirectory: string;
  readonly told: ToldBranches;
}

const timeoutMs = 5_000;
const maxReason = 500;

/** WAT-19: tells the relay which branches cannot follow here, once for each change. What cannot be told waits for the next time. */
export class BranchReports {
  private readonly waiting = new Map<string, Report>();
  private sending: Promise<void> = Promise.resolve();

  constructor(private readonly options: BranchReportsOptions) {}

  /** Takes note of what was told to the person; `flush` sends what is new in it. */
  note(news: BranchReport): void {
    const { branch, commit } = news.target;
    if (news.kind === 'retracted' || news.kind === 'would_move') return;
    const about = { branch, commit_sha: commit };
    const isHeld = news.kind === 'refused' && news.refused.reason !== 'not_here';
    const report: Report = isHeld
      ? { ...about, outcome: 'held', reason: reasonOf(news.refused, this.options.homeDirectory) }
      : { ...about, outcome: 'moved' };
    this.waiting.set(branch, report);
  }

  /** Sends what waits, one after the other; never rejects. */
  flush(): Promise<void> {
    this.sending = this.sending.then(() => this.sendAll()).catch(() => undefined);
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    for (const [branch, report] of this.waiting) {
      if (!(await this.send(report))) return;
      if (this.waiting.get(branch) === report) this.waiting.delete(branch);
    }
  }

  /** False when it may be taken later. */
  private async send(report: Report): Promise<boolean> {
    const { client, workspaceId: id, machine, told } = this.options;
    const news = newsIn(report);
    if (told.lastOf(report.branch) === news) return true;
    const answer = await client.call('reportBranch', { id, machine, ...report }, { timeoutMs });
    if (isPassing(answer)) return false;
    if (!isRefusal(answer)) told.save(report.branch, news);
    return true;
  }
}

/**
 * By what a report is another one than the last; undefined where the branch follows. With the commit, because a daemon that recorded a
 * later one may have told meanwhile that the branch follows.
 */
function newsIn({ reason, commit_sha = '' }: Report): string | undefined {
  return reason === undefined ? undefined : `${commit_sha} ${reason}`;
}

/** What stands in the way and what to do, for the team to read. */
function reasonOf({ why, advice }: Refused, homeDirectory: string): string {
  const text = asData(`${why}. ${advice}`, maxReason);
  return homeDirectory.length > 1 ? text.replaceAll(homeDirectory, '~') : text;
}
