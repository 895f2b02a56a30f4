import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { placeNamed, wholeFile, type Place } from '../../shared/reservations/places.ts';
import type { Reservation } from '../../shared/reservations/collisions.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import type { HookAnswer } from '../../shared/sessions/contract.ts';
import { ownerName, type FileChanges } from '../changes/file-changes.ts';
import type { PathResolver, RepositoryFile } from '../git/path-resolver.ts';
import type { SymbolPublisher } from '../knowledge/symbol-publisher.ts';
import { idAtRelay, isLocalId, type Replica } from '../replica/replica.ts';
import type { FileStates } from '../work-trees/file-states.ts';
import type { Change } from '../work-trees/tracked-file.ts';
import type { WorkTrees } from '../work-trees/work-trees.ts';
import type { FileCall, FileEdit } from './hook-call.ts';
import type { SessionLifecycle } from './lifecycle.ts';
import { joined, racedMessage } from './messages.ts';
import type { NotificationQueue } from './notification-queue.ts';
import { emptyAnswer, type AcquireAnswer, type FileReserver, type TouchedFile } from './reserve.ts';

export interface WriteAcquisitionDependencies {
  readonly paths: PathResolver;
  readonly files: Pick<FileStates, 'changeOf' | 'isIgnored'>;
  readonly changes: Pick<FileChanges, 'placesOf'>;
  readonly replica: Pick<Replica, 'sessionOf' | 'liveReservationsOf'>;
  readonly workTrees: Pick<WorkTrees, 'publicationOf' | 'refresh'>;
  readonly reserver: FileReserver;
  readonly publisher: SymbolPublisher;
  readonly notifications: NotificationQueue;
  readonly lifecycle: Pick<SessionLifecycle, 'heartbeat'>;
}

/** One file of a call that has written. */
interface ReportedWrite {
  readonly target: RepositoryFile;
  readonly file: FileEdit;
  /** Undefined when it cannot be said. */
  readonly change: Change | undefined;
}

interface Published {
  /** What the agent must know of it. */
  readonly impact: string | undefined;
}

const wholeFileUnknown: readonly Place[] = [placeNamed(wholeFile)];

/**
 * RSV-1, RSV-2: a write is reported, so it is believed: one that changed nothing extends what the session holds of the file,
 * and one that does not say what it wrote holds the file.
 */
function reportedPlaces(
  { edits }: FileEdit,
  changed: readonly Place[] | undefined,
  own: readonly Reservation[],
): readonly Place[] {
  if (changed !== undefined && changed.length > 0) return changed;
  if (changed !== undefined && own.length > 0) return own;
  return changed !== undefined && edits !== undefined ? [] : wholeFileUnknown;
}

/** After a write: finds the places and lines that it touched, reserves them, publishes them, and answers what the agent must know. */
export class WriteAcquisition {
  constructor(private readonly deps: WriteAcquisitionDependencies) {}

  /** RSV-1, RSV-2, RSV-6, RSV-10. */
  async acquire(call: FileCall): Promise<HookAnswer | Refusal> {
    // All at once: what the files are now is looked at before anything is waited for.
    const found = await Promise.all(call.files.map((file) => this.touchedFile(call, file)));
    const touched: TouchedFile[] = [];
    for (const one of found) {
      if (isRefusal(one)) return one;
      if (one !== undefined) touched.push(one);
    }
    const [answers, published] = await Promise.all([
      this.reserve(call, touched),
      this.publishEarly(call, touched),
    ]);
    const refusal = answers.find(isRefusal);
    if (refusal !== undefined) return refusal;
    const own = answers.filter((answer): answer is AcquireAnswer => !isRefusal(answer));
    if (own.length === 0) return this.keepAlive(call);
    const answer = merged(own);
    const { impact } = published ?? (await this.publish(touched, answer.session_id));
    return this.withNotifications(call, { ...answer, message: joined(answer.message, impact) });
  }

  private async reserve(
    call: FileCall,
    touched: readonly TouchedFile[],
  ): Promise<(AcquireAnswer | Refusal)[]> {
    const answers: (AcquireAnswer | Refusal)[] = [];
    for (const file of touched) answers.push(await this.deps.reserver.reserve(call, file));
    return answers;
  }

  /** While the relay reserves; undefined when it has yet to open the session. */
  private async publishEarly(
    call: FileCall,
    touched: readonly TouchedFile[],
  ): Promise<Published | undefined> {
    const session = this.deps.replica.sessionOf(call.conversation);
    if (session?.active !== true || isLocalId(session.id)) return undefined;
    return this.publish(touched, session.id);
  }

  /** Undefined when nothing of the file is to be reserved: it is ignored by git, outside, or unchanged. */
  private async touchedFile(
    call: FileCall,
    file: FileEdit,
  ): Promise<TouchedFile | Refusal | undefined> {
    const { paths, files } = this.deps;
    const target = paths.resolve(file.path);
    if (isRefusal(target)) return target;
    if (target.kind === 'outside') return undefined;
    // Read at once: the next write may follow.
    const change = files.changeOf(target, call, file.edits);
    // Before the index reads the file: what is ignored must not come in there.
    if (await files.isIgnored(target)) return undefined;
    const places = await this.placesOf(call, { target, file, change: await change });
    if (isRefusal(places)) return places;
    return places.length === 0 ? undefined : { target, places };
  }

  /** Symbols that the caller names are trusted; it says nothing of lines. */
  private async placesOf(
    call: FileCall,
    { target, file, change }: ReportedWrite,
  ): Promise<readonly Place[] | Refusal> {
    const { changes, replica } = this.deps;
    const own = replica.liveReservationsOf(call.conversation, target.key);
    const owner = ownerName(call.conversation);
    const places = change && (await changes.placesOf(target, { owner, change, own }));
    if (file.symbolIds === undefined) return reportedPlaces(file, places, own);
    const names = symbolNamesOf(target.path, file.symbolIds);
    return isRefusal(names) ? names : names.map(placeNamed);
  }

  /** DEC-2: the symbols as they are now go to the team; answers what became stale by it. */
  private async publish(touched: readonly TouchedFile[], sessionId: string): Promise<Published> {
    const { workTrees, publisher } = this.deps;
    for (const { target } of touched) await workTrees.refresh(target.workTree, [target.path]);
    const files = touched.flatMap(({ target }) => workTrees.publicationOf(target) ?? []);
    return { impact: await publisher.publishWritten(files, idAtRelay(sessionId)) };
  }

  /** Nothing was reserved: the call is a heartbeat, and that is all. */
  private async keepAlive(call: FileCall): Promise<HookAnswer | Refusal> {
    const alive = await this.deps.lifecycle.heartbeat(call);
    if (isRefusal(alive) || !('ok' in alive)) return alive;
    return { ...alive, reserved: [], conflicts: [] };
  }

  /** What the agent must know waits for a later event when the answer to this one does not reach it. */
  private withNotifications(call: FileCall, answer: AcquireAnswer): AcquireAnswer {
    const { notifications } = this.deps;
    const own = joined(answer.message, racedMessage(answer.conflicts));
    if (!call.canNotify) {
      if (own !== undefined) notifications.add(call.conversation, own);
      return answer;
    }
    const message = joined(own, notifications.take(call.conversation));
    return message === undefined ? answer : { ...answer, message };
  }
}

/** One answer for a call that wrote several files. */
function merged([first, ...rest]: readonly AcquireAnswer[]): AcquireAnswer {
  if (first === undefined) return emptyAnswer('');
  return rest.reduce(
    (sum, next) => ({
      ...sum,
      ...next,
      reserved: [...sum.reserved, ...next.reserved],
      conflicts: [...sum.conflicts, ...next.conflicts],
    }),
    first,
  );
}
