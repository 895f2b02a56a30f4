import { asData, asExact } from '../../shared/kernel/display.ts';
import type { BranchReport } from './follower.ts';
import { shellWord, type Refused } from './refusals.ts';

/** GAT-9 */
const notVerified = 'unverified: no daemon read from Git what it touches';

/** The news as one line for a person. */
export function reportLine(news: BranchReport): string {
  const { target } = news;
  const [branch, commit] = [asExact(target.branch), target.commit.slice(0, 12)];
  switch (news.kind) {
    case 'up_to_date':
      return `${branch} is up to date with ${commit}`;
    case 'moved':
    case 'would_move': {
      const verb = news.kind === 'moved' ? 'moved' : 'would move';
      const where =
        news.workTree === undefined ? '' : `, with the files in ${asExact(news.workTree)}`;
      const unverified = target.verified === false ? ` (${notVerified})` : '';
      return `${branch} ${verb} from ${news.from.slice(0, 12)} to ${commit}${where}${unverified}`;
    }
    case 'refused':
      return `${branch} was not moved to ${commit}: ${sentence(news.refused)}`;
    case 'retracted':
      return `${commit} on ${branch} was taken back${because(news.reason)}. ${undo(news)}`;
  }
}

/** The news as one JSON object. */
export function reportJson(news: BranchReport): Record<string, unknown> {
  const { branch, workstream, commit, verified } = news.target;
  const message = reportLine(news);
  const common = { outcome: news.kind, branch, workstream, commit, verified, message };
  switch (news.kind) {
    case 'up_to_date':
      return common;
    case 'moved':
    case 'would_move':
      return { ...common, from: news.from, work_tree: news.workTree };
    case 'refused':
      return { ...common, reason: news.refused.reason, advice: news.refused.advice };
    case 'retracted':
      return { ...common, reason: news.reason, here: news.isHere };
  }
}

function sentence({ why, advice }: Refused): string {
  return `${asData(why, 300)}. ${asData(advice)}`;
}

function because(reason: string): string {
  return reason === '' ? '' : ` (${asData(reason)})`;
}

function undo({ isHere, target }: Extract<BranchReport, { kind: 'retracted' }>): string {
  return isHere
    ? `Nothing was changed. To undo it, on ${asExact(shellWord(target.branch))}: git revert --no-edit ${target.commit}`
    : 'It is not in your branch; nothing to do.';
}
