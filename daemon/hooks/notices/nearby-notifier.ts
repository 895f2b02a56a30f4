import { LRUCache } from 'lru-cache';
import type { EventPayload, LogEvent } from '../../../shared/contract/events/events.ts';
import { quoted, shownId, shownUser } from '../../../shared/kernel/display.ts';
import { grouped } from '../../../shared/kernel/grouped.ts';
import { pathKey } from '../../../shared/kernel/paths.ts';
import { symbolId } from '../../../shared/kernel/symbol-id.ts';
import { grantedPlaces } from '../../../shared/reservations/changed-places.ts';
import { linesLabel } from '../../../shared/reservations/labels.ts';
import { nearness, type Nearness } from '../../../shared/reservations/nearness.ts';
import { importPlace, type Place } from '../../../shared/reservations/places.ts';
import { isLive } from '../../../shared/reservations/rules.ts';
import { isProvisional } from '../../replica/overlay.ts';
import type { Replica } from '../../replica/replica.ts';
import type { TrackedReservation } from '../../../shared/replica/tracked.ts';
import type { NotificationQueue } from './notification-queue.ts';

type Reserved = EventPayload<'file_reserved'>;
type Conflict = EventPayload<'conflict_detected'>;

/** What a session has in a file, as another is told of it. */
interface Neighbour {
  readonly sessionId: string;
  readonly name: string;
  readonly task: string;
  readonly place: Place;
}

/** What counts in one file. */
interface HeldNow {
  readonly granted: readonly TrackedReservation[];
  /** Those of this user's sessions. */
  readonly own: readonly TrackedReservation[];
  /** With what the relay has not answered yet. */
  readonly bySession: ReadonlyMap<string, readonly TrackedReservation[]>;
}

const maxTold = 2_000;

/**
 * RSV-18: tells both sides, once for a file, when two sessions may work side by side in one symbol, near each other's lines, or both add
 * imports. Nothing is denied by it.
 */
export class NearbyNotifier {
  private readonly told = new LRUCache<string, true>({ max: maxTold });

  constructor(
    private readonly parts: {
      readonly replica: Replica;
      readonly notifications: Pick<NotificationQueue, 'add'>;
    },
  ) {}

  onEvents(events: readonly LogEvent[]): void {
    const files = new Map<string, HeldNow>();
    for (const event of events) {
      if (event.type === 'file_reserved') this.reserved(event, this.heldNow(files, event.file));
      else if (event.type === 'conflict_detected') this.raced(event);
      else if (event.type === 'session_ended') this.forget(event.session_id);
    }
  }

  /** Read once for all these events: a file may have thousands of places. */
  private heldNow(files: Map<string, HeldNow>, file: string): HeldNow {
    const key = pathKey(file);
    const known = files.get(key);
    if (known !== undefined) return known;
    const { replica } = this.parts;
    const nowMs = replica.nowMs();
    const live = replica
      .reservationsOf(key)
      .filter((one) => isLive(one, nowMs) && replica.session(one.sessionId)?.active !== false);
    // What the relay has not answered yet may collide; when it is granted, its own event comes.
    const granted = live.filter((one) => !isProvisional(one));
    const held = {
      granted,
      own: granted.filter((one) => this.isOwn(one.sessionId)),
      bySession: grouped(live, ({ sessionId }) => sessionId),
    };
    files.set(key, held);
    return held;
  }

  private isOwn(sessionId: string): boolean {
    const { replica } = this.parts;
    return replica.session(sessionId)?.userId === replica.user.userId;
  }

  /** RSV-6: both are told that the one wrote over the other's, which is more than that they are near. */
  private raced({ kind, file, session_id: writer, holder_session_id: holder }: Conflict): void {
    if (kind !== 'write_raced' || holder === '') return;
    this.told.set(toldKey(writer, holder, file), true);
    this.told.set(toldKey(holder, writer, file), true);
  }

  private reserved(event: Reserved, { granted, own, bySession }: HeldNow): void {
    const { session_id: id } = event;
    // Only this user's agents are told.
    const others = (this.isOwn(id) ? granted : own).filter(({ sessionId }) => sessionId !== id);
    if (others.length === 0) return;
    // The log may be read again after a restart: what is over by now is told to nobody.
    const held = new Set(bySession.get(id)?.map(({ symbol }) => symbol));
    for (const place of grantedPlaces(event.file, event.symbols, event.changes)) {
      if (!held.has(place.symbol)) continue;
      for (const other of others) this.meet(event, place, other);
    }
  }

  private meet(event: Reserved, place: Place, other: TrackedReservation): void {
    const near = nearness(place, other);
    if (near === undefined) return;
    const writer = { sessionId: event.session_id, name: event.by, task: event.task, place };
    const holder = {
      sessionId: other.sessionId,
      name: other.userName,
      task: other.task,
      place: other,
    };
    this.tell(holder, { near, file: event.file, neighbour: writer });
    this.tell(writer, { near, file: event.file, neighbour: holder });
  }

  private tell(
    told: Neighbour,
    { near, file, neighbour }: { near: Nearness; file: string; neighbour: Neighbour },
  ): void {
    const { replica, notifications } = this.parts;
    const session = replica.session(told.sessionId);
    if (session === undefined || session.userId !== replica.user.userId) return;
    const key = toldKey(told.sessionId, neighbour.sessionId, file);
    if (this.told.has(key)) return;
    this.told.set(key, true);
    notifications.add(session, nearbyMessage(near, file, { told, neighbour }));
  }

  private forget(sessionId: string): void {
    for (const key of [...this.told.keys()]) {
      const [one, other] = key.split('\n');
      if (one === sessionId || other === sessionId) this.told.delete(key);
    }
  }
}

function toldKey(told: string, neighbour: string, file: string): string {
  return `${told}\n${neighbour}\n${pathKey(file)}`;
}

function nearbyMessage(
  near: Nearness,
  file: string,
  { told, neighbour }: { told: Neighbour; neighbour: Neighbour },
): string {
  const who = shownUser(neighbour.name);
  const task = neighbour.task === '' ? '' : ` (task: ${quoted(neighbour.task, 120)})`;
  const theirs = placeText(file, neighbour.place);
  if (near === 'imports')
    return `coord: ${who}${task} adds imports too, in ${theirs}. A merge has to keep those of both.`;
  const yours = shownId(symbolId(file, told.place.symbol));
  return `coord: ${who}${task} works next to you, in ${theirs}. Yours: ${yours}. Your lines do not touch so far.`;
}

/** `src/a.ts#login, lines 3-5` */
function placeText(file: string, { symbol, lines }: Place): string {
  const ranges = linesLabel(file, lines?.ranges);
  if (symbol === importPlace || lines === undefined) return shownId(symbolId(file, symbol));
  return `${shownId(symbolId(file, symbol))} (${ranges})`;
}
