import { createHash } from 'node:crypto';
import { itemsOf, limits } from '../../shared/contract/fields.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { asData } from '../../shared/kernel/display.ts';
import { isRefusal, type Refusal, refuse } from '../../shared/kernel/refusal.ts';
import { fileOfSymbol, isSymbolId, nameOfSymbol, symbolId } from '../../shared/kernel/symbol-id.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import { commitNamed, treeOf } from '../git/git-in-folder.ts';
import { AffectedTestFinder, type AffectedTests } from './discovery/affected-test-finder.ts';
import type { Discovery } from './discovery/affected-test-search.ts';
import type { TouchedFile } from './discovery/changed-files.ts';
import { baseRefsOf, type GateContext, otherCommits } from './gate-context.ts';
import type { RepositoryIndex } from '../index/repository-index.ts';
import type { Input } from '../../shared/api/operations.ts';
import type { Suite } from '../../shared/gate/suite.ts';
import { touchedNote } from '../../shared/gate/touched-note.ts';
import type { Vouch } from '../../shared/gate/contract.ts';
import { canonicalTouched } from '../../shared/gate/statement.ts';
import { isSendable, listsOf, type TouchedLists } from './touched-lists.ts';

/** What Git says of a commit, with what that can affect. */
interface TouchedCommit extends TouchedLists {
  /** The test files that it can affect, where that was asked. */
  readonly tests: readonly string[] | undefined;
  /** GAT-11: where these are not enough. */
  readonly suite: Suite | undefined;
}

interface CommitQuestion {
  readonly commitSha: string;
  readonly withTests: boolean;
}

interface ChangeQuestion {
  /** What the caller named; undefined for HEAD and what is not committed yet. */
  readonly named: string | undefined;
  /** The caller's own list. */
  readonly touched: readonly TouchedFile[] | undefined;
}

/** GAT-0: the tests that a change can affect, compared with the same base as the commit itself (GAT-9). */
export async function affectedBy(
  context: InterceptorContext,
  gate: GateContext,
  { named, touched }: ChangeQuestion,
): Promise<AffectedTests | Refusal> {
  const commitSha = await commitNamed(gate.git, named ?? 'HEAD');
  if (isRefusal(commitSha)) return commitSha;
  const bases = await basesOf(context, gate, commitSha);
  const commit = named === undefined ? undefined : commitSha;
  return finderFor(context, gate).find({ commit, bases, touched });
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
  const bases = await basesOf(context, gate, commitSha);
  const finder = finderFor(context, gate);
  const touched = await finder.touchedSince({ commit: commitSha, bases });
  if (touched === undefined) return undefined;
  const found = withTests ? await finder.find({ commit: commitSha, bases }) : undefined;
  const known = isRefusal(found) ? undefined : found;
  const tests = known?.tests.slice(0, limits.affectedTests);
  const lists = listsOf(touched, context.replica.conflictPolicy());
  return { ...lists, tests, suite: known && suiteOf(known) };
}

/** GAT-0: why not only the tests that were found have to be run; undefined where they are enough. */
export function reasonForAll(found: Discovery): string | undefined {
  const most = limits.affectedTests;
  if (found.tests.length > most) return `more than ${most} test files are affected`;
  return found.kind === 'whole_suite' ? found.reason : undefined;
}

/** So much of a reason goes to the relay. */
const shownReason = 600;

function suiteOf(found: Discovery): Suite | undefined {
  const reason = reasonForAll(found);
  if (reason === undefined) return undefined;
  const known = found.kind === 'whole_suite' ? found.known : found.tests;
  const tests = known.filter(isSendable).slice(0, limits.affectedTests);
  return { reason: asData(reason, shownReason), tests };
}

/** Where the work of a commit can have begun, the likeliest first. */
async function basesOf(
  context: InterceptorContext,
  gate: GateContext,
  commitSha: string,
): Promise<string[]> {
  const recorded = await otherCommits(context, gate, { commitSha, status: 'recorded' });
  return [...recorded, ...(await baseRefsOf(context, gate))];
}

/** One for each index: it keeps what it has read, so the next search is faster. */
const finders = new WeakMap<RepositoryIndex, AffectedTestFinder>();

/** The finder over the work tree of the call. */
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

/** What the caller says that it touched; undefined when it says nothing. A file without symbols is touched as a whole. */
export function touchedIn(
  given: Pick<Input<'recordCommit'>, 'files'> & {
    readonly symbols?: readonly string[] | undefined;
  },
  fields: { readonly files: string; readonly symbols: string },
): TouchedFile[] | undefined | Refusal {
  const { symbols = [] } = given;
  const files = itemsOf(given.files);
  if (files.length + symbols.length === 0) return undefined;
  const parts = new Map<string, string[]>();
  for (const id of symbols) {
    const path = canonicalPath(isSymbolId(id) ? fileOfSymbol(id) : id);
    if (isRefusal(path)) return renamed(path, fields.symbols);
    const name = isSymbolId(id) ? nameOfSymbol(id) : '';
    parts.set(path, [...(parts.get(path) ?? []), name]);
  }
  for (const raw of files) {
    const path = canonicalPath(raw);
    if (isRefusal(path)) return renamed(path, fields.files);
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

/** GAT-9: how that differs from what Git says; undefined where it does not, or nothing was said. */
export function noteOn(
  given: readonly TouchedFile[] | undefined,
  { files, symbols }: Pick<TouchedCommit, 'files' | 'symbols'>,
): string | undefined {
  if (given === undefined) return undefined;
  const named = given.flatMap(({ path, parts }) =>
    parts === 'everything' ? [] : parts.map((name) => symbolId(path, name)),
  );
  return touchedNote({ files: given.map(({ path }) => path), symbols: named }, { files, symbols });
}

interface Asked {
  readonly commitSha: string;
  readonly touched: TouchedCommit;
}

/** A vouch, or why there is none. */
type VouchOrReason = { readonly vouch: Vouch } | { readonly unvouched: string };

/** GAT-9: the daemon's signed word on what a commit touches, unless it has not all of it, or no key to sign with. */
export async function vouchFor(
  { replica, signer }: InterceptorContext,
  { git, slug }: GateContext,
  { commitSha, touched }: Asked,
): Promise<VouchOrReason> {
  const workspaceId = replica.state.workspace?.id;
  const tree = await treeOf(git, commitSha);
  if (touched.gap !== undefined) return { unvouched: touched.gap };
  if (workspaceId === undefined || slug === undefined || tree === undefined)
    return { unvouched: 'The daemon does not know the workstream of the commit. Name it.' };
  const digest = createHash('sha256').update(canonicalTouched(touched)).digest('hex');
  const statement = {
    purpose: 'touched' as const,
    workspace_id: workspaceId,
    workstream: slug,
    commit_sha: commitSha,
    tree,
    touched_digest: digest,
  };
  try {
    return { vouch: signer().vouch(statement) };
  } catch {
    // A disk that gives no key costs the vouch, not the commit.
    return { unvouched: 'The daemon has no key to sign with. Its log says why.' };
  }
}
