import { commitSha as anySha, limits, filePath } from '../../shared/contract/fields.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { symbolId } from '../../shared/kernel/symbol-id.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import type { TouchedFile } from './discovery/touched-files.ts';
import { finderFor } from './finders.ts';
import { baseRefsOf, type GateContext } from './gate-context.ts';

/** What Git says of a commit, as it goes to the relay. */
export interface TouchedCommit {
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  /** The test files that it can affect, where that was asked. */
  readonly tests: readonly string[] | undefined;
  /** Whether the lists have all of it; nobody vouches for a part. */
  readonly isWhole: boolean;
}

interface CommitQuestion {
  readonly commitSha: string;
  readonly withTests: boolean;
}

/**
 * GAT-9: what the commit changes since what was recorded of its workstream, or else since the workstream's base. Undefined when
 * Git cannot say it here.
 */
export async function touchedCommit(
  context: InterceptorContext,
  gate: GateContext,
  { commitSha, withTests }: CommitQuestion,
): Promise<TouchedCommit | undefined> {
  const recorded = await recordedBefore(context, gate, commitSha);
  const bases = [...recorded, ...(await baseRefsOf(context, gate))];
  const finder = finderFor(context, gate);
  const touched = await finder.touchedSince({ commit: commitSha, bases });
  if (touched === undefined) return undefined;
  const found = withTests ? await finder.find({ commit: commitSha, bases }) : undefined;
  const tests = found === undefined || isRefusal(found) ? undefined : found.tests;
  return { ...listsOf(touched), tests: tests?.slice(0, limits.affectedTests) };
}

const askMs = 3_000;
const maxRecorded = 20;

/** A branch on the remote tells less: whoever pushes first would hide what nobody has recorded. */
async function recordedBefore(
  { replica, client }: InterceptorContext,
  { slug: workstream }: GateContext,
  commitSha: string,
): Promise<string[]> {
  const id = replica.state.workspace?.id;
  const relay = client();
  if (id === undefined || relay === undefined || workstream === undefined) return [];
  const asked = { id, workstream, limit: maxRecorded };
  const answer = await relay.call('listCommits', asked, { timeoutMs: askMs });
  if (isRefusal(answer)) return [];
  return answer.commits
    .filter(({ status, commit_sha: sha }) => status === 'recorded' && sha !== commitSha)
    .map(({ commit_sha: sha }) => sha)
    .filter((sha) => anySha.safeParse(sha).success);
}

function listsOf(touched: readonly TouchedFile[]): Omit<TouchedCommit, 'tests'> {
  const sent = touched.filter(({ path }) => isSendable(path));
  const symbols = sent.flatMap(({ path, parts }) =>
    parts === 'everything' ? [] : parts.map((name) => symbolId(path, name)),
  );
  const files = sent.map(({ path }) => path).slice(0, limits.filesPerCommit);
  return {
    files,
    // A part of the symbols would make files narrower than they are.
    symbols: symbols.length > limits.filesPerCommit ? [] : symbols,
    isWhole: files.length === touched.length,
  };
}

function isSendable(path: string): boolean {
  return filePath.safeParse(path).success && canonicalPath(path) === path;
}
