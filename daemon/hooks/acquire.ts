import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { within } from '../../shared/node/time/within.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { conversationName, endsWith, type ConversationKey } from '../../shared/sessions/rules.ts';
import { Slots } from '../../shared/kernel/slots.ts';
import type { ConflictRecord } from '../../shared/reservations/contract.ts';
import { Lanes } from '../../shared/kernel/lanes.ts';
import type { WrittenSymbols } from '../knowledge/written-symbols.ts';
import { removedAmong } from '../changes/gone-places.ts';
import { isLocalId } from '../replica/local-ids.ts';
import type { Replica } from '../replica/replica.ts';
import type { FileCall } from '../../shared/clients/common/hook-call.ts';
import { brokenRules, type ForbiddingRules } from './notices/broken-rules.ts';
import { AcquireProgress } from './acquire-progress.ts';
import type { SessionLifecycle } from './lifecycle.ts';
import { joined, racedMessage, unreservedMessage } from './notices/messages.ts';
import type { NotificationQueue } from './notices/notification-queue.ts';
import {
  type Reported,
  ReportedWrites,
  type ReportedWritesDependencies,
  type WrittenFile,
} from './reported-writes.ts';
import { type AcquireAnswer, emptyAnswer, type FileReserver } from './reserve.ts';

export interface WriteAcquisitionDependencies extends ReportedWritesDependencies {
  readonly replica: Pick<Replica, 'sessionOf' | 'liveReservationsOf' | 'liveReservationsOfOthers'>;
  readonly symbols: Pick<WrittenSymbols, 'expect' | 'publish'>;
  readonly reserver: FileReserver;
  readonly knowledge: ForbiddingRules;
  readonly notifications: NotificationQueue;
  readonly lifecycle: Pick<SessionLifecycle, 'heartbeat'>;
  /** HOK-3: how long a report waits for its reservations. */
  readonly answerWithinMs?: number;
}

/** HOK-3: a client waits four seconds for its hook, and the script that runs it takes a part of them. */
const defaultAnswerWithinMs = 2_000;
/** How many files of one call are read, reserved and published together. */
const filesAtOnce = 50;
/** How many calls work on their files at a time. */
const callsAtOnce = 8;

/** After a write: finds the places and lines that it touched, reserves them, publishes them, and answers what the agent must know. */
export class WriteAcquisition {
  /** HOK-3: the calls of one conversation reserve in their order. */
  private readonly lanes = new Lanes();
  private readonly slots = new Slots(callsAtOnce);
  private readonly underway = new Set<AcquireProgress>();
  private readonly reported: ReportedWrites;

  constructor(private readonly deps: WriteAcquisitionDependencies) {
    this.reported = new ReportedWrites(deps);
  }

  /**
   * RSV-1, RSV-2, RSV-6, RSV-10. HOK-3: what takes longer than a hook may goes on after the answer, which says so; what the
   * agent must know of it comes with a later one.
   */
  async acquire(call: FileCall): Promise<HookAnswer | Refusal> {
    const progress = new AcquireProgress(call.conversation, call.files.length);
    this.underway.add(progress);
    // At once: the next write may follow.
    const first = this.reported.read(call, call.files.slice(0, filesAtOnce));
    first.catch(() => undefined);
    const done = this.lanes
      .run(conversationName(call.conversation), () => this.acquireAll(call, progress, first))
      .finally(() => this.underway.delete(progress));
    const outcome = await within(this.deps.answerWithinMs ?? defaultAnswerWithinMs, done);
    if (outcome === 'late') return this.answerSoFar(call, progress, done);
    return outcome ?? this.answerOf(call, progress);
  }

  /** SES-3: the conversation has ended, and its subagents with it: what is not reserved yet shall not be. */
  forget(ended: ConversationKey): void {
    for (const progress of this.underway)
      if (endsWith(ended, progress.conversation)) progress.isCancelled = true;
  }

  /** Resolves when every write that was reported has been reserved. */
  idle(): Promise<void> {
    return this.lanes.idle();
  }

  private async acquireAll(
    call: FileCall,
    progress: AcquireProgress,
    first: Promise<(Reported | undefined)[]>,
  ): Promise<Refusal | undefined> {
    for (let at = 0; at < call.files.length && !progress.isCancelled; at += filesAtOnce) {
      const refusal = await this.slots.use(async () => {
        const files = call.files.slice(at, at + filesAtOnce);
        const reported = await (at === 0 ? first : this.reported.read(call, files));
        return this.acquireSome(call, progress, reported);
      });
      if (refusal !== undefined) return refusal;
      progress.filesDone = Math.min(at + filesAtOnce, call.files.length);
    }
    return undefined;
  }

  private async acquireSome(
    call: FileCall,
    progress: AcquireProgress,
    reported: readonly (Reported | undefined)[],
  ): Promise<Refusal | undefined> {
    const found = await Promise.all(reported.map((one) => this.reported.touchedFile(call, one)));
    const refused = found.find(isRefusal);
    if (refused !== undefined) return refused;
    const touched = found.filter((one): one is WrittenFile => one !== undefined && !isRefusal(one));
    const reserving = this.reserve(call, progress, touched);
    // While the relay reserves, unless it has yet to open the session.
    const session = this.deps.replica.sessionOf(call.conversation);
    const isOpen = session?.active === true && !isLocalId(session.id);
    const early = isOpen ? this.publish(call, touched, session.id) : undefined;
    const [refusal, impact] = await Promise.all([reserving, early]);
    if (refusal !== undefined || touched.length === 0) return refusal;
    const { sessionId } = progress;
    progress.add({ notice: brokenRules(touched, this.deps.knowledge) });
    progress.add({ notice: isOpen ? impact : await this.publish(call, touched, sessionId) });
    return undefined;
  }

  private async reserve(
    call: FileCall,
    progress: AcquireProgress,
    touched: readonly WrittenFile[],
  ): Promise<Refusal | undefined> {
    for (const file of touched) {
      if (progress.isCancelled) return undefined;
      const answer = await this.deps.reserver.reserve(call, file);
      if (isRefusal(answer)) return answer;
      const { target, change } = file;
      const removed = change && (await removedAmong(target.path, change, answer.conflicts));
      progress.add({ answer, removed });
      progress.filesDone += 1;
    }
    return undefined;
  }

  /** DEC-2: what was written of the symbols goes to the team; answers what became stale by it. */
  private publish(
    { conversation }: FileCall,
    touched: readonly WrittenFile[],
    sessionId: string,
  ): Promise<string | undefined> {
    return this.deps.symbols.publish(touched, { conversation, sessionId });
  }

  private async answerOf(call: FileCall, progress: AcquireProgress): Promise<HookAnswer | Refusal> {
    const { answer, notice, removed } = progress.take();
    if (answer === undefined) return this.keepAlive(call);
    const message = joined(answer.message, notice);
    return this.withNotifications(call, { ...answer, message }, removed);
  }

  /** HOK-3: the rest is told when it is known. */
  private answerSoFar(
    call: FileCall,
    progress: AcquireProgress,
    done: Promise<Refusal | undefined>,
  ): HookAnswer {
    const { answer, notice, removed } = progress.take();
    void done.then(
      (refusal) => this.tellRest(call, progress, refusal),
      () => undefined,
    );
    const known = answer ?? emptyAnswer(progress.sessionId);
    const message = joined(known.message, notice, progress.text());
    return this.withNotifications(call, { ...known, message }, removed);
  }

  private tellRest(
    { conversation, files }: FileCall,
    progress: AcquireProgress,
    refusal: Refusal | undefined,
  ): void {
    const { answer, notice, removed } = progress.take();
    const raced = racedMessage(answer?.conflicts ?? [], { removed });
    const paths = files.slice(progress.filesDone).map(({ path }) => path);
    const unreserved = refusal && unreservedMessage(paths, refusal);
    const message = joined(answer?.message, notice, raced, unreserved);
    if (message !== undefined && !progress.isCancelled)
      this.deps.notifications.add(conversation, message);
  }

  /** Nothing was reserved: the call is a heartbeat, and that is all. */
  private async keepAlive(call: FileCall): Promise<HookAnswer | Refusal> {
    const alive = await this.deps.lifecycle.heartbeat(call);
    if (isRefusal(alive) || !('ok' in alive)) return alive;
    return { ...alive, reserved: [], conflicts: [] };
  }

  /** What the agent must know waits for a later event when the answer to this one does not reach it. */
  private withNotifications(
    call: FileCall,
    answer: AcquireAnswer,
    removed: readonly ConflictRecord[],
  ): AcquireAnswer {
    const { notifications } = this.deps;
    const own = joined(answer.message, racedMessage(answer.conflicts, { removed }));
    if (!call.canNotify) {
      if (own !== undefined) notifications.add(call.conversation, own);
      return answer;
    }
    const message = joined(own, notifications.take(call.conversation));
    return message === undefined ? answer : { ...answer, message };
  }
}
