import { fileOfSymbol, isSymbolId, nameOfSymbol, symbolId } from '../../shared/kernel/symbol-id.ts';
import { commitSha as wholeSha, itemsOf, limits } from '../../shared/contract/fields.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import { remoteRef } from '../../shared/node/git/safe.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import type { InterceptorContext, LocalInterceptor } from '../interceptors/interceptor.ts';
import type { RepositoryIndex } from '../index/repository-index.ts';
import { AffectedTestFinder } from './discovery/affected-test-finder.ts';
import type { TouchedFile } from './discovery/touched-files.ts';
import { commitNamed, treeOf } from '../git/git-in-folder.ts';
import { baseRefsOf, gateContextOf, remoteOf, type GateContext } from './gate-context.ts';
import { publishBranch } from './publish-branch.ts';

type Confirm = Input<'confirmReady'>;
type Record = Input<'recordCommit'>;

/** GAT-0 from the local index when there are no results yet; with results the relay decides, with what only git knows added. */
export const confirmReady: LocalInterceptor<'confirmReady'> = async (context, input, forward) => {
  const gate = await gateContextOf(context, input);
  if (isRefusal(gate)) return gate;
  if (input.test_results === undefined && input.attestation === undefined)
    return discoverTests(context, input, gate);
  const completed = await completeConfirm(context, input, gate);
  return isRefusal(completed) ? completed : forward(completed);
};

/** The relay records the commit; then the workstream's branch is pushed. A failed push does not undo the recording. */
export const recordCommit: LocalInterceptor<'recordCommit'> = async (context, input, forward) => {
  const gate = await gateContextOf(context, input);
  if (isRefusal(gate)) return gate;
  const completed = await completeRecord(context, input, gate);
  if (isRefusal(completed)) return completed;
  const recorded = await forward(completed);
  if (isRefusal(recorded)) return recorded;
  const git = await publishBranch(gate.git, {
    branch: recorded.branch,
    commitSha: recorded.commit_sha,
  });
  return { ...recorded, git };
};

async function discoverTests(
  context: InterceptorContext,
  input: Confirm,
  gate: GateContext,
): Promise<Output<'confirmReady'> | Refusal> {
  const touched = touchedIn(input);
  if (isRefusal(touched)) return touched;
  const answer = await finderFor(context, gate).find({
    commit: input.commit_sha,
    bases: touched === undefined ? await baseRefsOf(context, gate) : [],
    touched,
  });
  if (isRefusal(answer)) return answer;
  const isCut = answer.tests.length > limits.affectedTests;
  const reason = answer.kind === 'whole_suite' ? answer.reason : undefined;
  return {
    phase: 'discover',
    ...(answer.commitSha !== undefined && { commit_sha: answer.commitSha }),
    affected_tests: answer.tests.slice(0, limits.affectedTests),
    whole_suite: isCut || reason !== undefined,
    ...(reason !== undefined && { reason }),
    ...(isCut && { reason: `more than ${limits.affectedTests} test files are affected` }),
  };
}

/** The whole name of the commit, its tree, the workstream, and what the work has touched. */
export async function completeConfirm(
  context: InterceptorContext,
  input: Confirm,
  gate: GateContext,
): Promise<Confirm | Refusal> {
  const commitSha = await wholeName(gate.git, input.commit_sha ?? 'HEAD');
  if (isRefusal(commitSha)) return commitSha;
  const isGiven = input.touched_files !== undefined || input.touched_symbols !== undefined;
  const touched = isGiven ? undefined : await touchedSince(context, gate, { commitSha });
  return {
    ...input,
    commit_sha: commitSha,
    ...withSlug(input, gate),
    ...withSession(gate),
    ...(await withTree(input, gate, commitSha)),
    ...(touched && { touched_files: touched.files, touched_symbols: touched.symbols }),
  };
}

async function completeRecord(
  context: InterceptorContext,
  input: Record,
  gate: GateContext,
): Promise<Record | Refusal> {
  const commitSha = await wholeName(gate.git, input.commit_sha);
  if (isRefusal(commitSha)) return commitSha;
  const isGiven = input.files !== undefined || input.symbols_changed !== undefined;
  const touched = isGiven ? undefined : await touchedSince(context, gate, { commitSha });
  return {
    ...input,
    commit_sha: commitSha,
    ...withSession(gate),
    // A receipt names its workstream itself.
    ...((input.receipt ?? input.receipt_id) === undefined && withSlug(input, gate)),
    ...(await withTree(input, gate, commitSha)),
    ...(touched && { files: touched.files, symbols_changed: touched.symbols }),
  };
}

/** The whole name of a commit. One that this clone has not fetched is passed on, and the relay decides. */
async function wholeName(git: GateContext['git'], name: string): Promise<string | Refusal> {
  const found = await commitNamed(git, name);
  return isRefusal(found) && wholeSha.safeParse(name).success ? name : found;
}

function withSession({ sessionId }: GateContext): { session_id?: string } {
  return sessionId === undefined ? {} : { session_id: sessionId };
}

function withSlug(
  input: { workstream_slug?: string | undefined },
  { slug }: GateContext,
): { workstream_slug?: string } {
  return input.workstream_slug === undefined && slug !== undefined ? { workstream_slug: slug } : {};
}

async function withTree(
  input: { tree?: string | undefined },
  { git }: GateContext,
  commitSha: string,
): Promise<{ tree?: string }> {
  const tree = input.tree ?? (await treeOf(git, commitSha));
  return tree === undefined ? {} : { tree };
}

interface TouchedNames {
  readonly files: string[];
  readonly symbols: string[];
}

/** What the commit changes since the branch on the remote, or else since the workstream's base. */
async function touchedSince(
  context: InterceptorContext,
  gate: GateContext,
  { commitSha }: { commitSha: string },
): Promise<TouchedNames | undefined> {
  const remote = await remoteOf(gate.git);
  const published =
    remote === undefined || gate.branch === undefined ? [] : [remoteRef(remote, gate.branch)];
  const bases = [...published, ...(await baseRefsOf(context, gate))];
  const touched = await finderFor(context, gate).touchedSince({ commit: commitSha, bases });
  if (touched === undefined || isRefusal(touched)) return undefined;
  const symbols = touched.flatMap(({ path, parts }) =>
    parts === 'everything' ? [] : parts.map((name) => symbolId(path, name)),
  );
  return {
    files: touched.map(({ path }) => path).slice(0, limits.filesPerCommit),
    symbols: symbols.slice(0, limits.filesPerCommit),
  };
}

/** What the caller says that it touched; undefined when it says nothing. A file without symbols is touched as a whole. */
function touchedIn(input: Confirm): TouchedFile[] | undefined | Refusal {
  const files = itemsOf(input.touched_files);
  const symbols = input.touched_symbols ?? [];
  if (files.length + symbols.length === 0) return undefined;
  const parts = new Map<string, string[]>();
  for (const id of symbols) {
    const path = canonicalPath(isSymbolId(id) ? fileOfSymbol(id) : id);
    if (isRefusal(path)) return renamed(path, 'touched_symbols');
    const name = isSymbolId(id) ? nameOfSymbol(id) : '';
    parts.set(path, [...(parts.get(path) ?? []), name]);
  }
  for (const raw of files) {
    const path = canonicalPath(raw);
    if (isRefusal(path)) return renamed(path, 'touched_files');
    if (!parts.has(path)) parts.set(path, []);
  }
  return Array.from(parts, ([path, names]) => ({
    path,
    isThere: true,
    parts: names.length === 0 ? 'everything' : names,
  }));
}

function renamed({ message }: Refusal, field: string): Refusal {
  return refuse('ValidationError', message.replace('file_path', field), { field });
}

/** One for each index: it keeps what it has read, so the next search is faster. */
const finders = new WeakMap<RepositoryIndex, AffectedTestFinder>();

function finderFor(
  { workTrees, git, clock }: InterceptorContext,
  { workTree }: GateContext,
): AffectedTestFinder {
  const index = workTrees.indexOf(workTree);
  const known = finders.get(index);
  if (known !== undefined) return known;
  const made = new AffectedTestFinder({ index, git, clock });
  finders.set(index, made);
  return made;
}
