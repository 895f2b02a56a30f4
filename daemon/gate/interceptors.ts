import { commitSha as wholeSha, limits } from '../../shared/contract/fields.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import type { TestResult } from '../../shared/gate/contract.ts';
import { notesTogether } from '../../shared/gate/touched-note.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { pathWithin } from '../../shared/node/disk/real-path.ts';
import type { InterceptorContext, LocalInterceptor } from '../interceptors/interceptor.ts';
import { commitNamed, treeOf } from '../git/git-in-folder.ts';
import { refuseApart } from './builds-on.ts';
import {
  type GateContext,
  gateContextOf,
  refuseUnknownStream,
  retractedInside,
  streamOfReceipt,
} from './gate-context.ts';
import {
  affectedBy,
  noteOn,
  reasonForAll,
  touchedCommit,
  touchedIn,
  vouchFor,
} from './touched-commit.ts';
import { listsOf } from './touched-lists.ts';
import { tellFollowing } from './branch-follows.ts';
import { publishBranch } from './publish-branch.ts';

type Confirm = Input<'confirmReady'>;
type Record = Input<'recordCommit'>;

const confirmFields = { files: 'touched_files', symbols: 'touched_symbols' };

/** GAT-0 from the local index when there are no results yet; with results the relay decides, with what only git knows added. */
export const confirmReady: LocalInterceptor<'confirmReady'> = async (context, input, forward) => {
  const gate = await gateContextOf(context, input);
  if (isRefusal(gate)) return gate;
  if (input.test_results === undefined && input.attestation === undefined)
    return discoverTests(context, input, gate);
  const completed = await completeConfirm(context, input, gate);
  if (isRefusal(completed)) return completed;
  return withNote(await forward(completed.input), completed.note);
};

/** The relay records the commit; then the workstream's branch is pushed. A failed push does not undo the recording. */
export const recordCommit: LocalInterceptor<'recordCommit'> = async (context, input, forward) => {
  const gate = await gateContextOf(context, { ...input, ...(await ofItsReceipt(context, input)) });
  if (isRefusal(gate)) return gate;
  const completed = await completeRecord(context, input, gate);
  if (isRefusal(completed)) return completed;
  const recorded = await forward(completed.input);
  if (isRefusal(recorded)) return recorded;
  const published = await publishBranch(gate.git, {
    branch: recorded.branch,
    commitSha: recorded.commit_sha,
  });
  await tellFollowing(context, gate.git, recorded);
  return withNote({ ...recorded, ...published }, completed.note);
};

/** A receipt names its workstream itself. */
async function ofItsReceipt(
  context: InterceptorContext,
  { receipt, receipt_id: id, workstream_slug, workstream }: Record,
): Promise<{ workstream_slug?: string }> {
  const shown = receipt ?? id;
  if (shown === undefined || (workstream_slug ?? workstream) !== undefined) return {};
  const slug = await streamOfReceipt(context, shown);
  return slug === undefined ? {} : { workstream_slug: slug };
}

function withNote<Answer extends { readonly touched_note?: string | undefined }>(
  answer: Answer | Refusal,
  note: string | undefined,
): Answer | Refusal {
  return isRefusal(answer) || note === undefined
    ? answer
    : { ...answer, touched_note: notesTogether(answer.touched_note, note) };
}

async function discoverTests(
  context: InterceptorContext,
  input: Confirm,
  gate: GateContext,
): Promise<Output<'confirmReady'> | Refusal> {
  const { touched_files: files, touched_symbols: symbols } = input;
  const touched = touchedIn({ files, symbols }, confirmFields);
  if (isRefusal(touched)) return touched;
  const unknown = await refuseUnknownStream(context, gate);
  if (unknown !== undefined) return unknown;
  const { commit_sha: named } = input;
  const answer = await affectedBy(context, gate, { named, touched });
  if (isRefusal(answer)) return answer;
  const lists = listsOf(answer.touched, context.replica.conflictPolicy());
  const note = named === undefined ? undefined : noteOn(touched, lists);
  const reason = reasonForAll(answer);
  return {
    phase: 'discover',
    ...(answer.commitSha !== undefined && { commit_sha: answer.commitSha }),
    affected_tests: answer.tests.slice(0, limits.affectedTests),
    whole_suite: reason !== undefined,
    ...(reason !== undefined && { reason }),
    ...(note !== undefined && { touched_note: note }),
  };
}

/** What a call is completed to, and what Git says of the commit that the caller should know (GAT-4, GAT-9). */
interface Completed<Asked> {
  readonly input: Asked;
  readonly note: string | undefined;
}

export async function completeConfirm(
  context: InterceptorContext,
  input: Confirm,
  gate: GateContext,
): Promise<Completed<Confirm> | Refusal> {
  const commitSha = await wholeName(gate.git, input.commit_sha ?? 'HEAD');
  if (isRefusal(commitSha)) return commitSha;
  const results = input.test_results?.map((one) => withinRepository(one, gate));
  return complete(context, gate, {
    input: { ...input, ...withSlug(input, gate), ...(results && { test_results: results }) },
    commitSha,
    lists: { files: input.touched_files, symbols: input.touched_symbols },
    fields: confirmFields,
    withTests: results !== undefined && results.length > 0,
  });
}

async function completeRecord(
  context: InterceptorContext,
  input: Record,
  gate: GateContext,
): Promise<Completed<Record> | Refusal> {
  const commitSha = await wholeName(gate.git, input.commit_sha);
  if (isRefusal(commitSha)) return commitSha;
  const undone = 'The commit was not recorded.';
  const apart = await refuseApart(context, gate, { commitSha, undone });
  if (apart !== undefined) return apart;
  // A receipt names its workstream itself.
  const isNamed = (input.receipt ?? input.receipt_id) !== undefined;
  return complete(context, gate, {
    input: isNamed ? input : { ...input, ...withSlug(input, gate) },
    commitSha,
    lists: { files: input.files, symbols: input.symbols_changed },
    fields: { files: 'files', symbols: 'symbols_changed' },
    withTests: true,
  });
}

interface Completing<Asked> {
  readonly input: Asked;
  readonly commitSha: string;
  /** The caller's own, and how the call names them. */
  readonly lists: Parameters<typeof touchedIn>[0];
  readonly fields: Parameters<typeof touchedIn>[1];
  readonly withTests: boolean;
}

/** The whole name of the commit, its tree, the session, and what Git says of it (GAT-9, GAT-11). */
async function complete<Asked extends { readonly tree?: string | undefined }>(
  context: InterceptorContext,
  gate: GateContext,
  { input, commitSha, lists, fields, withTests }: Completing<Asked>,
): Promise<Completed<Asked> | Refusal> {
  const given = touchedIn(lists, fields);
  if (isRefusal(given)) return given;
  const touched = await touchedCommit(context, gate, { commitSha, withTests });
  const tree = await withTree(input, gate, commitSha);
  const common = { ...input, commit_sha: commitSha, ...withSession(gate), ...tree };
  if (touched === undefined)
    return { input: { ...common, ...(await unreadable(gate, commitSha)) }, note: undefined };
  const completed = {
    ...common,
    [fields.files]: [...touched.files],
    [fields.symbols]: [...touched.symbols],
    affected_tests: touched.tests && [...touched.tests],
    suite: touched.suite,
    ...(await vouchFor(context, gate, { commitSha, touched })),
  };
  const inside = await retractedInside(context, gate, commitSha);
  return { input: completed, note: notesTogether(noteOn(given, touched), inside) };
}

/** GAT-9: why nobody vouches for a commit that is here, and of which Git says nothing. */
async function unreadable(
  { git }: GateContext,
  commitSha: string,
): Promise<{ unvouched?: string }> {
  if ((await treeOf(git, commitSha)) === undefined) return {};
  return {
    unvouched:
      'Git does not say here what this one changes: a shallow clone ends with it, or it is a first commit without files. Fetch its history (`git fetch --unshallow`) and record it again: `coord gate record COMMIT`.',
  };
}

/** GAT-11: runners name their files by absolute paths, too. */
function withinRepository(result: TestResult, { workTree }: GateContext): TestResult {
  return { ...result, test_file: pathWithin(workTree.root, result.test_file) };
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
