import type { CommitRecord } from '../../shared/gate/contract.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Client } from '../../shared/api/client.ts';
import type { Approval } from './rules.ts';

/** The branch of each active workstream, by its slug. */
export type Branches = Map<string, string>;

const pageSize = 500;
const maxPages = 20;

/** The active workstreams of a workspace. */
export async function activeBranches(client: Client, id: string): Promise<Branches | Refusal> {
  const branches: Branches = new Map();
  for (let before: string | undefined, page = 0; page < maxPages; page += 1) {
    const input = { id, status: 'active' as const, limit: pageSize, before };
    const answer = await client.call('listWorkstreams', input);
    if (isRefusal(answer)) return answer;
    for (const { slug, branch } of answer.workstreams) branches.set(slug, branch);
    before = answer.next_cursor;
    if (before === undefined) break;
  }
  return branches;
}

/** The recorded commits of these workstreams, newest first, until each has some or none are left. */
export async function recordedCommits(
  client: Client,
  id: string,
  branches: Branches,
): Promise<Approval[] | Refusal> {
  const found: Approval[] = [];
  const missing = new Set(branches.keys());
  for (let before: string | undefined, page = 0; page < maxPages; page += 1) {
    const answer = await client.call('listCommits', { id, limit: pageSize, before });
    if (isRefusal(answer)) return answer;
    const own = answer.commits.filter((one) => branches.get(one.workstream) === one.branch);
    found.push(...own.map(approvalOf));
    for (const { workstream, status } of own) if (status === 'recorded') missing.delete(workstream);
    before = answer.next_cursor;
    if (before === undefined || missing.size === 0) break;
  }
  return found;
}

function approvalOf(record: CommitRecord): Approval {
  const { workstream, branch, commit_sha: commit, seq, recorded_at, verified } = record;
  const common = { workstream, branch, commit, seq, at: Date.parse(recorded_at), verified };
  return record.status === 'retracted' ? { ...common, retractedAt: Infinity } : common;
}
