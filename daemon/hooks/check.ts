import { mustMessage, type Rule } from '../../shared/conventions/rules.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import {
  check,
  isLive,
  symbolIdsUnlessWhole,
  symbolsOf,
  wholeFile,
  type Clash,
} from '../../shared/reservations/rules.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import type { InsidePlace } from '../git/places.ts';
import type { TrackedReservation } from '../replica/workspace-state.ts';
import type { FileCall, FileEdit } from './hook-call.ts';
import { branchOf, relayBody } from './relay-body.ts';
import type { HookContext } from './context.ts';
import { denialOf, joined } from './messages.ts';

type Answer = HookAnswer | Refusal;

/** What memory says about writing one file. `unclear`: only a precise comparison can tell. */
type Finding =
  | { readonly kind: 'free' }
  | { readonly kind: 'forbidden'; readonly place: InsidePlace; readonly rule: Rule }
  | {
      readonly kind: 'clash';
      readonly place: InsidePlace;
      readonly clash: Clash<TrackedReservation>;
    }
  | {
      readonly kind: 'unclear';
      readonly place: InsidePlace;
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
    if (finding.kind === 'clash' || finding.kind === 'forbidden')
      return deny(context, call, finding);
    if (finding.kind === 'unclear') {
      return compare(context, finding, { file, sessionId }).then((clash) =>
        clash === undefined
          ? checkFrom(context, call, { index: at + 1, sessionId })
          : deny(context, call, { kind: 'clash', place: finding.place, clash }),
      );
    }
  }
  return allow(context, call);
}

/** CNV-1, then the reservations. In the common case nobody else has reserved anything in the file, and nothing else is looked at. */
function look(context: HookContext, file: FileEdit, sessionId: string): Finding | Refusal {
  const place = context.places.place(file.path);
  if (isRefusal(place)) return place;
  if (place.kind === 'outside') return free;
  const rule = context.knowledge.mustAgainst(place.path);
  if (rule !== undefined) return { kind: 'forbidden', place, rule };
  const reservations = context.replica.reservationsOf(place.key);
  if (reservations.length === 0) return free;
  const nowMs = context.replica.nowMs();
  const others = reservations.filter((one) => one.sessionId !== sessionId && isLive(one, nowMs));
  const [first] = others;
  if (first === undefined) return free;
  const whole = others.find((one) => one.symbol === wholeFile);
  if (whole !== undefined)
    return { kind: 'clash', place, clash: { symbol: wholeFile, hold: whole } };
  const symbols = knownSymbols(context, place, file);
  if (symbols === undefined) return { kind: 'unclear', place, others };
  if (isRefusal(symbols)) return symbols;
  const clash = check(others, { sessionId, symbols }, nowMs);
  if (clash === undefined) return free;
  const isCertain = file.symbolIds !== undefined || file.edits === undefined;
  return isCertain ? { kind: 'clash', place, clash } : { kind: 'unclear', place, others };
}

/** Without reading the file: at least the symbols that the edit touches, or undefined when that cannot be said. */
function knownSymbols(
  context: HookContext,
  place: InsidePlace,
  file: FileEdit,
): readonly string[] | Refusal | undefined {
  if (file.symbolIds !== undefined) return symbolsOf(place.path, file.symbolIds);
  if (file.edits === undefined) return [wholeFile];
  return context.indexes.candidates(place, file.edits);
}

/** RSV-10: reads the file and compares it before and after by symbol. */
async function compare(
  context: HookContext,
  { place, others }: Extract<Finding, { kind: 'unclear' }>,
  { file, sessionId }: { file: FileEdit; sessionId: string },
): Promise<Clash<TrackedReservation> | undefined> {
  const symbols = await context.indexes.wouldTouch(place, file.edits ?? []);
  return check(others, { sessionId, symbols }, context.replica.nowMs());
}

function allow(context: HookContext, call: FileCall): HookAnswer {
  if (context.reporter.isHeartbeatDue(call.conversation)) setImmediate(tellAlive, context, call);
  setImmediate(rememberFiles, context, call);
  const message = call.canNotify ? context.notifications.take(call.conversation) : undefined;
  return message === undefined ? { permission: 'allow' } : { permission: 'allow', message };
}

type Denied = Extract<Finding, { kind: 'clash' | 'forbidden' }>;

function deny(context: HookContext, call: FileCall, denied: Denied): HookAnswer {
  setImmediate(tellDenied, context, call, denied);
  const { path } = denied.place;
  const denial =
    denied.kind === 'forbidden'
      ? mustMessage(denied.rule, path)
      : denialOf(context.replica, {
          filePath: path,
          clash: denied.clash,
          conversation: call.conversation,
        });
  const message = joined(denial, context.notifications.take(call.conversation)) ?? denial;
  return { permission: 'deny', message };
}

/** What the files are before the write, so that its symbols can be told after it. */
function rememberFiles(context: HookContext, call: FileCall): void {
  for (const { path } of call.files) {
    const place = context.places.place(path);
    if (!isRefusal(place) && place.kind === 'inside') context.indexes.expectWrite(place);
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
  const { place } = denied;
  const symbols =
    denied.kind === 'clash' ? symbolIdsUnlessWhole(place.path, [denied.clash.symbol]) : [];
  const branch = branchOf(context, call);
  const facts = { workspaceSlug, branch, filePath: place.path, symbolIds: symbols };
  context.reporter.denied(call.conversation, relayBody(call, facts));
}
