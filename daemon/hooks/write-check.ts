import { forbiddenMessage, type ConventionRule } from '../../shared/conventions/rules.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { ConflictOptions } from '../../shared/reservations/collisions.ts';
import { placeNamed, wholeFile } from '../../shared/reservations/places.ts';
import { findConflict, isLive, type Conflict } from '../../shared/reservations/rules.ts';
import { symbolIdsUnlessWhole, symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import type { PathResolver, RepositoryFile } from '../git/path-resolver.ts';
import type { TeamKnowledgeCache } from '../knowledge/team-knowledge-cache.ts';
import { isParsable } from '../index/parser/parser.ts';
import type { Replica } from '../replica/replica.ts';
import type { TrackedReservation } from '../replica/workspace-state.ts';
import type { FileStates } from '../work-trees/file-states.ts';
import type { BackgroundReporter } from './background-reporter.ts';
import type { FileCall, FileEdit } from './hook-call.ts';
import { denialOf, joined } from './messages.ts';
import type { NotificationQueue } from './notification-queue.ts';
import type { RelayRequests } from './relay-requests.ts';

type Answer = HookAnswer | Refusal;

/** What memory says about writing one file. `unclear`: the edit has to be compared symbol by symbol. */
type Finding =
  | { readonly kind: 'free' }
  | { readonly kind: 'forbidden'; readonly target: RepositoryFile; readonly rule: ConventionRule }
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

/** What a check uses: memory only, except for the comparison of an unclear edit (RSV-10). */
export interface WriteCheckDependencies {
  readonly replica: Replica;
  readonly knowledge: Pick<TeamKnowledgeCache, 'findForbiddingConvention'>;
  readonly paths: PathResolver;
  readonly files: Pick<FileStates, 'wouldTouch' | 'expectWrite'>;
  readonly notifications: Pick<NotificationQueue, 'take'>;
  readonly reporter: BackgroundReporter;
  readonly relayRequests: RelayRequests;
}

type Denied = Extract<Finding, { kind: 'conflict' | 'forbidden' }>;

/** Decides before a write whether it may go ahead. */
export class WriteCheck {
  constructor(private readonly deps: WriteCheckDependencies) {}

  /**
   * RSV-4, RSV-5: whether the write may go ahead. Reserves nothing and does not ask the relay. Answers at once, unless another session
   * has reserved other symbols of the same file and the edit has to be compared symbol by symbol.
   */
  check(call: FileCall): Answer | Promise<Answer> {
    const sessionId = this.deps.replica.sessionOf(call.conversation)?.id ?? unknownSession;
    return this.checkFrom(call, { index: 0, sessionId });
  }

  private checkFrom(
    call: FileCall,
    { index, sessionId }: { index: number; sessionId: string },
  ): Answer | Promise<Answer> {
    for (let at = index; at < call.files.length; at++) {
      const file = call.files[at] as FileEdit;
      const finding = this.findIn(file, sessionId);
      if (isRefusal(finding)) return finding;
      if (finding.kind === 'conflict' || finding.kind === 'forbidden')
        return this.deny(call, finding);
      if (finding.kind === 'unclear') {
        return this.compare(finding, { file, sessionId }).then((conflict) =>
          conflict === undefined
            ? this.checkFrom(call, { index: at + 1, sessionId })
            : this.deny(call, { kind: 'conflict', target: finding.target, conflict }),
        );
      }
    }
    return this.allow(call);
  }

  /** CNV-1, then the reservations; mostly the file has none, and that is the end of the search. */
  private findIn(file: FileEdit, sessionId: string): Finding | Refusal {
    const target = this.deps.paths.resolve(file.path);
    if (isRefusal(target)) return target;
    if (target.kind === 'outside') return free;
    const rule = this.deps.knowledge.findForbiddingConvention(target.path);
    if (rule !== undefined) return { kind: 'forbidden', target, rule };
    const reservations = this.deps.replica.reservationsOf(target.key);
    if (reservations.length === 0) return free;
    const nowMs = this.deps.replica.nowMs();
    const others = reservations.filter((one) => one.sessionId !== sessionId && isLive(one, nowMs));
    const [first] = others;
    if (first === undefined) return free;
    const whole = others.find((one) => one.symbol === wholeFile);
    if (whole !== undefined)
      return {
        kind: 'conflict',
        target,
        conflict: { symbol: wholeFile, reservation: whole, by: 'name' },
      };
    const symbols = this.knownSymbols(target, file);
    if (symbols === undefined) return { kind: 'unclear', target, others };
    if (isRefusal(symbols)) return symbols;
    const request = { sessionId, places: symbols.map(placeNamed) };
    const conflict = findConflict(others, request, this.options());
    return conflict === undefined ? free : { kind: 'conflict', target, conflict };
  }

  /** Without reading the file: the symbols that the edit touches, or undefined when that cannot be said. */
  private knownSymbols(
    target: RepositoryFile,
    file: FileEdit,
  ): readonly string[] | Refusal | undefined {
    if (file.symbolIds !== undefined) return symbolNamesOf(target.path, file.symbolIds);
    return file.edits === undefined || !isParsable(target.path) ? [wholeFile] : undefined;
  }

  /** RSV-10: reads the file and compares it before and after by symbol. */
  private async compare(
    { target, others }: Extract<Finding, { kind: 'unclear' }>,
    { file, sessionId }: { file: FileEdit; sessionId: string },
  ): Promise<Conflict<TrackedReservation> | undefined> {
    const symbols = await this.deps.files.wouldTouch(target, file.edits ?? []);
    return findConflict(others, { sessionId, places: symbols.map(placeNamed) }, this.options());
  }

  private options(): ConflictOptions {
    const { replica } = this.deps;
    return { nowMs: replica.nowMs(), policy: replica.conflictPolicy() };
  }

  private allow(call: FileCall): HookAnswer {
    if (this.deps.reporter.isHeartbeatDue(call.conversation))
      setImmediate(() => this.reportAlive(call));
    this.expectWrites(call);
    const message = call.canNotify ? this.deps.notifications.take(call.conversation) : undefined;
    return message === undefined ? { permission: 'allow' } : { permission: 'allow', message };
  }

  private deny(call: FileCall, denied: Denied): HookAnswer {
    setImmediate(() => this.reportDenied(call, denied));
    const { path } = denied.target;
    const denial =
      denied.kind === 'forbidden'
        ? forbiddenMessage(denied.rule, path)
        : denialOf(this.deps.replica, {
            filePath: path,
            conflict: denied.conflict,
            conversation: call.conversation,
          });
    const message = joined(denial, this.deps.notifications.take(call.conversation)) ?? denial;
    return { permission: 'deny', message };
  }

  /** RSV-15: keeps the files as they are, before the answer leaves: the write may follow it at once. */
  private expectWrites(call: FileCall): void {
    for (const { path, edits } of call.files) {
      const target = this.deps.paths.resolve(path);
      if (!isRefusal(target) && target.kind === 'inside')
        this.deps.files.expectWrite(target, call, edits);
    }
  }

  private reportAlive(call: FileCall): void {
    const body = this.deps.relayRequests.bodyOf(call, { effect: 'heartbeat' });
    if (body !== undefined) this.deps.reporter.heartbeat(call.conversation, body);
  }

  private reportDenied(call: FileCall, denied: Denied): void {
    const { path: filePath } = denied.target;
    const symbolIds =
      denied.kind === 'conflict' ? symbolIdsUnlessWhole(filePath, [denied.conflict.symbol]) : [];
    const body = this.deps.relayRequests.bodyOf(call, { filePath, symbolIds });
    if (body !== undefined) this.deps.reporter.denied(call.conversation, body);
  }
}
