import { forbiddenMessage } from '../../shared/conventions/rules.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { blockedBy } from '../../shared/reservations/also-held.ts';
import type { ConflictOptions } from '../../shared/reservations/collisions.ts';
import { placeNamed, wholeFile } from '../../shared/reservations/places.ts';
import { conflictsOf, isLive } from '../../shared/reservations/rules.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { editConflicts, metAt } from '../changes/edit-conflict.ts';
import type { FileChanges } from '../changes/file-changes.ts';
import { isBeside } from '../lines/line-diff.ts';
import { hasTime, untilTime } from '../kernel/time-slices.ts';
import type { PathResolver, RepositoryFile } from '../git/path-resolver.ts';
import type { TeamKnowledgeCache, TeamWorkCache } from '../knowledge/team-knowledge-cache.ts';
import type { Replica } from '../replica/replica.ts';
import type { TrackedReservation } from '../../shared/replica/tracked.ts';
import type { IndexedSymbol } from '../work-trees/work-trees.ts';
import type { FileStates } from '../work-trees/file-states.ts';
import type { BackgroundReporter } from './background-reporter.ts';
import type { FileCall, FileEdit } from '../../shared/clients/common/hook-call.ts';
import { alsoDenied, denialOf, joined } from './notices/messages.ts';
import type { NotificationQueue } from './notices/notification-queue.ts';
import type { HookBodies } from './hook-bodies.ts';
import {
  denialFacts,
  free,
  freeSymbols,
  isAskable,
  ofEdit,
  type Collision,
  type Finding,
  type Forbidden,
} from './write-findings.ts';

type Answer = HookAnswer | Refusal;

/** So many further files of a call are looked at once it is denied. */
const mostOthersAsked = 50;

const unknownSession = '';

/** What a check uses: memory only, except for the comparison of an unclear edit (RSV-10, RSV-11). */
export interface WriteCheckDependencies {
  readonly replica: Replica;
  readonly knowledge: Pick<TeamKnowledgeCache, 'findForbiddingConvention'>;
  readonly paths: PathResolver;
  readonly files: Pick<FileStates, 'expectWrite'>;
  readonly changes: FileChanges;
  readonly notifications: Pick<NotificationQueue, 'take'>;
  readonly reporter: BackgroundReporter;
  readonly hookBodies: HookBodies;
  /** Symbols of the file that the index knows. */
  readonly symbolsOf: (file: RepositoryFile) => readonly IndexedSymbol[];
  /** Whether the relay cannot be reached (OFF-1). */
  readonly isOffline: () => boolean;
  /** What the team works on, as it was read last. */
  readonly teamWork: Pick<TeamWorkCache, 'current'>;
}

/** Decides before a write whether it may go ahead. */
export class WriteCheck {
  constructor(private readonly deps: WriteCheckDependencies) {}

  /**
   * RSV-4, RSV-5: whether the write may go ahead. Reserves nothing and does not ask the relay. Answers at once, unless another session
   * has reserved something of the same file and the edit has to be compared with it.
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
      if (at > index && !hasTime())
        return untilTime().then(() => this.checkFrom(call, { index: at, sessionId }));
      const file = call.files[at] as FileEdit;
      const finding = this.findIn(file, sessionId);
      if (isRefusal(finding)) return finding;
      if (finding.kind === 'conflict' || finding.kind === 'forbidden')
        return this.denyAt(call, at, { finding, sessionId });
      if (finding.kind === 'unclear') {
        return this.compare(finding, { file, sessionId }).then((collision) =>
          collision === undefined
            ? this.checkFrom(call, { index: at + 1, sessionId })
            : this.denyAt(call, at, { finding: collision, sessionId }),
        );
      }
    }
    return this.allow(call);
  }

  /** RSV-9: of a call with several files also which others are in the way, so that not each is met by another try. */
  private denyAt(
    call: FileCall,
    index: number,
    { finding, sessionId }: { finding: Collision | Forbidden; sessionId: string },
  ): Answer | Promise<Answer> {
    const rest = call.files.slice(index + 1);
    if (rest.length === 0) return this.deny(call, finding);
    return this.othersDenied(rest, sessionId).then((paths) => this.deny(call, finding, paths));
  }

  /** The paths of these files that are denied, too; of very many of them the first. */
  private async othersDenied(files: readonly FileEdit[], sessionId: string): Promise<string[]> {
    const denied = new Set<string>();
    for (const file of files.slice(0, mostOthersAsked)) {
      await untilTime();
      const finding = this.findIn(file, sessionId);
      if (isRefusal(finding) || finding.kind === 'free') continue;
      const isDenied =
        finding.kind !== 'unclear' ||
        (await this.compare(finding, { file, sessionId })) !== undefined;
      if (isDenied) denied.add(finding.target.path);
    }
    return [...denied];
  }

  /** CNV-1, then the reservations; mostly nobody else has one in the file, and that is the end of the search. */
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
    if (others.length === 0) return free;
    return this.findByName(target, file, { others, sessionId });
  }

  /** Where the caller names the symbols, or says nothing of the edit, the names decide. */
  private findByName(
    target: RepositoryFile,
    file: FileEdit,
    { others, sessionId }: { others: readonly TrackedReservation[]; sessionId: string },
  ): Finding | Refusal {
    if (file.symbolIds === undefined && file.edits !== undefined)
      return { kind: 'unclear', target, others };
    const names = symbolNamesOf(target.path, file.symbolIds);
    if (isRefusal(names)) return names;
    const request = { sessionId, places: names.map(placeNamed) };
    const all = this.deps.replica.reservationsOf(target.key);
    const blocked = blockedBy(conflictsOf(all, request, this.options()));
    return blocked === undefined ? free : { kind: 'conflict', target, ...blocked };
  }

  /** RSV-11, RSV-12. What others hold may count in texts that have not been read yet. */
  private async compare(
    { target, others }: Extract<Finding, { kind: 'unclear' }>,
    { file, sessionId }: { file: FileEdit; sessionId: string },
  ): Promise<Collision | undefined> {
    const { changes } = this.deps;
    if (!changes.isLoaded(others)) await changes.load(target, others);
    const all = this.deps.replica.reservationsOf(target.key);
    const previewed = changes.preview(target, file.edits ?? []);
    const preview = typeof previewed === 'string' ? undefined : previewed;
    const options = this.options();
    const blocked = blockedBy(
      preview === undefined
        ? conflictsOf(all, { sessionId, places: [placeNamed(wholeFile)] }, options)
        : await editConflicts(preview, all, { sessionId, ...options }),
    );
    if (blocked === undefined) return undefined;
    const met = metAt(blocked, preview);
    return { kind: 'conflict', target, ...ofEdit(previewed, file), ...blocked, ...met };
  }

  private options(): Pick<ConflictOptions, 'nowMs' | 'policy'> {
    const { replica } = this.deps;
    return { nowMs: replica.nowMs(), policy: replica.conflictPolicy() };
  }

  /** RSV-15: keeps the files as they are before the answer leaves: the write may follow it at once. */
  private allow(call: FileCall, index = 0): HookAnswer | Promise<HookAnswer> {
    for (let at = index; at < call.files.length; at++) {
      if (at > index && !hasTime()) return untilTime().then(() => this.allow(call, at));
      this.expectWrite(call, call.files[at] as FileEdit);
    }
    if (this.deps.reporter.isHeartbeatDue(call.conversation))
      setImmediate(() => this.reportAlive(call));
    const message = call.canNotify ? this.deps.notifications.take(call.conversation) : undefined;
    return message === undefined ? { permission: 'allow' } : { permission: 'allow', message };
  }

  private deny(
    call: FileCall,
    denied: Collision | Forbidden,
    others: readonly string[] = [],
  ): HookAnswer {
    setImmediate(() => this.reportDenied(call, denied));
    const denial =
      denied.kind === 'forbidden'
        ? forbiddenMessage(denied.rule, denied.target.path)
        : this.denialOf(call, denied);
    const waiting = this.deps.notifications.take(call.conversation);
    const also = alsoDenied(others.filter((path) => path !== denied.target.path));
    const message = joined(denial, also, waiting) ?? denial;
    return { permission: 'deny', message };
  }

  private denialOf(call: FileCall, denied: Collision): string {
    const { target, conflict, meeting, alsoHeld, preview, wholeBecause, isOfFile } = denied;
    const { replica } = this.deps;
    const symbols = this.deps.symbolsOf(target);
    const nowMs = replica.nowMs();
    const live = replica.reservationsOf(target.key).filter((one) => isLive(one, nowMs));
    return denialOf(replica, {
      filePath: target.path,
      conflict: isAskable(denied, symbols) ? conflict : { ...conflict, symbol: wholeFile },
      conversation: call.conversation,
      meeting: meeting && {
        ...meeting,
        ...meeting.here,
        excerpt: meeting.theirLines,
        adjoins: isBeside(meeting.here, preview?.regions ?? []),
      },
      wholeBecause,
      isOfFile,
      departure: denied.departure,
      alsoHeld,
      freeSymbols: freeSymbols(denied, symbols, live),
      isOffline: this.deps.isOffline(),
      negotiations: this.deps.teamWork.current.negotiations,
    });
  }

  private expectWrite(call: FileCall, { path, edits }: FileEdit): void {
    const target = this.deps.paths.resolve(path);
    if (isRefusal(target) || target.kind === 'outside') return;
    const isNew = this.deps.files.expectWrite(target, call, edits);
    if (isNew) setImmediate(() => this.deps.changes.expectWrite(target));
  }

  private reportAlive(call: FileCall): void {
    const body = this.deps.hookBodies.bodyOf(call, { effect: 'heartbeat' });
    if (body !== undefined) this.deps.reporter.heartbeat(call.conversation, body);
  }

  private reportDenied(call: FileCall, denied: Collision | Forbidden): void {
    const body = this.deps.hookBodies.bodyOf(call, denialFacts(denied));
    if (body !== undefined) this.deps.reporter.denied(call.conversation, body);
  }
}
