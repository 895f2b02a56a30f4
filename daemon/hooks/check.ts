import { mustMessage, type Rule } from '../../shared/conventions/rules.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { findConflict, isLive, wholeFile, type Conflict } from '../../shared/reservations/rules.ts';
import { symbolIdsUnlessWhole, symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import type { RepositoryFile } from '../git/path-resolver.ts';
import type { TrackedReservation } from '../replica/workspace-state.ts';
import type { FileCall, FileEdit } from './hook-call.ts';
import { branchOf, relayBody } from './relay-body.ts';
import type { HookContext } from './context.ts';
import { denialOf, joined } from './messages.ts';

type Answer = HookAnswer | Refusal;

/** What memory says about writing one file. `unclear`: only a precise comparison can tell. */
type Finding =
  | { readonly kind: 'free' }
  | { readonly kind: 'forbidden'; readonly target: RepositoryFile; readonly rule: Rule }
  | {
      readonly kind: 'conflict';
      readonly target: RepositoryFile;
      readonly conflict: Conflict<TrackedReservation>;
    }
  | {
      readonly kind: 'unclear';
      readonly target: RepositoryFile;
      readonly others: readonly TrackedReservation[];
    };

const free: Finding = { kind: 'free' };
const unknownSession = '';

/**
 * RSV-4, RSV-5: whether the write may go ahead. Takes nothing and asks nobody. Answers at once, unless another session
 * has reserved other symbols of the same file and the edit has to be compared symbol by symbol.
 */
export function checkWrite(context: HookContext, call: FileCall): Answer | Promise<Answer> {
  const sessionId = context.replica.sessionOf(call.conversation)?.id ?? unknownSession;
  return checkFrom(context, call, { index: 0, sessionId });
}

function checkFrom(
  context: HookContext,
  call: FileCall,
  { index, sessionId }: { index: number; sessionId: string },
): Answer | Promise<Answer> {
  for (let at = index; at < call.files.length; at++) {
    const file = call.files[at] as FileEdit;
    const finding = look(context, file, sessionId);
    if (isRefusal(finding)) return finding;
    if (finding.kind === 'conflict' || finding.kind === 'forbidden')
      return deny(context, call, finding);
    if (finding.kind === 'unclear') {
      return compare(context, finding, { file, sessionId }).then((conflict) =>
        conflict === undefined
          ? checkFrom(context, call, { index: at + 1, sessionId })
          : deny(context, call, { kind: 'conflict', target: finding.target, conflict }),
      );
    }
  }
  return allow(context, call);
}

/** CNV-1, then the reservations. In the common case nobody else has reserved anything in the file, and nothing else is looked at. */
function look(context: HookContext, file: FileEdit, sessionId: string): Finding | Refusal {
  const target = context.paths.resolve(file.path);
  if (isRefusal(target)) return target;
  if (target.kind === 'outside') return free;
  const rule = context.knowledge.mustAgainst(target.path);
  if (rule !== undefined) return { kind: 'forbidden', target, rule };
  const reservations = context.replica.reservationsOf(target.key);
  if (reservations.length === 0) return free;
  const nowMs = context.replica.nowMs();
  const others = reservations.filter((one) => one.sessionId !== sessionId && isLive(one, nowMs));
  const [first] = others;
  if (first === undefined) return free;
  const whole = others.find((one) => one.symbol === wholeFile);
  if (whole !== undefined)
    return { kind: 'conflict', target, conflict: { symbol: wholeFile, reservation: whole } };
  const symbols = knownSymbols(context, target, file);
  if (symbols === undefined) return { kind: 'unclear', target, others };
  if (isRefusal(symbols)) return symbols;
  const conflict = findConflict(others, { sessionId, symbols }, nowMs);
  if (conflict === undefined) return free;
  const isCertain = file.symbolIds !== undefined || file.edits === undefined;
  return isCertain ? { kind: 'conflict', target, conflict } : { kind: 'unclear', target, others };
}

/** Without reading the file: at least the symbols that the edit touches, or undefined when that cannot be said. */
function knownSymbols(
  context: HookContext,
  target: RepositoryFile,
  file: FileEdit,
): readonly string[] | Refusal | undefined {
  if (file.symbolIds !== undefined) return symbolNamesOf(target.path, file.symbolIds);
  if (file.edits === undefined) return [wholeFile];
  return context.indexes.candidates(target, file.edits);
}

/** RSV-10: reads the file and compares it before and after by symbol. */
async function compare(
  context: HookContext,
  { target, others }: Extract<Finding, { kind: 'unclear' }>,
  { file, sessionId }: { file: FileEdit; sessionId: string },
): Promise<Conflict<TrackedReservation> | undefined> {
  const symbols = await context.indexes.wouldTouch(target, file.edits ?? []);
  return findConflict(others, { sessionId, symbols }, context.replica.nowMs());
}

function allow(context: HookContext, call: FileCall): HookAnswer {
  if (context.reporter.isHeartbeatDue(call.conversation)) setImmediate(tellAlive, context, call);
  setImmediate(rememberFiles, context, call);
  const message = call.canNotify ? context.notifications.take(call.conversation) : undefined;
  return message === undefined ? { permission: 'allow' } : { permission: 'allow', message };
}

type Denied = Extract<Finding, { kind: 'conflict' | 'forbidden' }>;

function deny(context: HookContext, call: FileCall, denied: Denied): HookAnswer {
  setImmediate(tellDenied, context, call, denied);
  const { path } = denied.target;
  const denial =
    denied.kind === 'forbidden'
      ? mustMessage(denied.rule, path)
      : denialOf(context.replica, {
          filePath: path,
          conflict: denied.conflict,
          conversation: call.conversation,
        });
  const message = joined(denial, context.notifications.take(call.conversation)) ?? denial;
  return { permission: 'deny', message };
}

/** What the files are before the write, so that its symbols can be told after it. */
function rememberFiles(context: HookContext, call: FileCall): void {
  for (const { path } of call.files) {
    const target = context.paths.resolve(path);
    if (!isRefusal(target) && target.kind === 'inside') context.indexes.expectWrite(target);
  }
}

function tellAlive(context: HookContext, call: FileCall): void {
  const workspaceSlug = context.workspaceSlug();
  if (workspaceSlug === undefined) return;
  const facts = { workspaceSlug, effect: 'heartbeat' as const, branch: branchOf(context, call) };
  context.reporter.heartbeat(call.conversation, relayBody(call, facts));
}

function tellDenied(context: HookContext, call: FileCall, denied: Denied): void {
  const workspaceSlug = context.workspaceSlug();
  if (workspaceSlug === undefined) return;
  const { target } = denied;
  const symbols =
    denied.kind === 'conflict' ? symbolIdsUnlessWhole(target.path, [denied.conflict.symbol]) : [];
  const branch = branchOf(context, call);
  const facts = { workspaceSlug, branch, filePath: target.path, symbolIds: symbols };
  context.reporter.denied(call.conversation, relayBody(call, facts));
}
