import { firstFew } from '../../shared/kernel/first-few.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { NotificationQueue } from '../hooks/notices/notification-queue.ts';
import type { Replica } from '../replica/replica.ts';
import { inCode } from '../../shared/kernel/display.ts';
import type { Forecast } from '../../shared/radar/contract.ts';
import { forecastDetail, isAboutSymbols } from '../../shared/radar/phrases.ts';

/** Tells this user's agents of coming conflicts, whoever has seen them: this daemon or, over the feed, another one. */
export class ForecastNotifier {
  private readonly reported = new ReportedConflicts();

  constructor(
    private readonly parts: {
      readonly replica: Pick<Replica, 'session' | 'user'>;
      readonly notifications: Pick<NotificationQueue, 'add'>;
    },
  ) {}

  /** Notifies each of the sessions that is this user's once, with its next hook answer; of a hint nobody (RAD-2). */
  notify(conflict: ForecastConflict, sessionIds: readonly string[]): void {
    if (conflict.hint === true) return;
    const { replica, notifications } = this.parts;
    for (const id of sessionIds) {
      const session = replica.session(id);
      if (session === undefined || session.userId !== replica.user.userId) continue;
      const key = JSON.stringify([conflictKey(conflict), id]);
      if (!this.reported.addIfNew(key, conflict.symbols)) continue;
      notifications.add(session, forecastMessage(conflict, session.branch));
    }
  }

  /** What other daemons have seen. */
  onEvents(events: readonly LogEvent[]): void {
    for (const event of events) {
      if (event.type === 'conflict_forecast') this.notify(event, event.sessions);
    }
  }

  /** The conflict is no longer coming. */
  forget(key: string): void {
    this.reported.forget((known) => known.startsWith(JSON.stringify([key]).slice(0, -1)));
  }
}

/** A conflict that merging two merge candidates would bring; `symbols` are ids, none for the file as a whole. */
interface ForecastConflict extends Pick<Forecast, 'kind' | 'lines' | 'hint'> {
  readonly file: string;
  readonly symbols: readonly string[];
  readonly branches: readonly string[];
}

const maxSymbols = 5;

/** What an agent is told that works on one of the two; `ownBranch` is empty where it is not known. */
export function forecastMessage(conflict: ForecastConflict, ownBranch = ''): string {
  const { file, branches } = conflict;
  const symbols = isAboutSymbols(conflict) ? conflict.symbols : [];
  const [one = '', other = ''] = branches;
  const theirs = ownBranch === one ? other : one;
  const isKnown = ownBranch !== '' && branches.includes(ownBranch) && one !== other;
  const between = isKnown
    ? `your work on ${inCode(ownBranch)} would not merge with ${inCode(theirs)}`
    : one === other
      ? `two states of ${inCode(one)} would not merge with each other`
      : `${inCode(one)} and ${inCode(other)} would not merge`;
  const detail = forecastDetail(conflict, one);
  return (
    `coord: ${between}: both change ${placeOf(file, symbols)}${detail}. Before you go on there, look at what the other side ` +
    'has done, which may be uncommitted work on that branch, and take it over early, or agree with its author on who changes ' +
    'what (negotiate_open, as long as it is reserved).'
  );
}

function placeOf(file: string, symbols: readonly string[]): string {
  return symbols.length === 0 ? inCode(file) : firstFew(symbols, maxSymbols, (id) => inCode(id));
}

/** Which symbols of a conflict were reported, by a key of the caller's; a conflict with further symbols is reported again. */
export class ReportedConflicts {
  private readonly symbols = new Map<string, Set<string>>();

  /** Notes the symbols; answers whether one of them was not reported before. */
  addIfNew(key: string, symbols: readonly string[]): boolean {
    const known = this.symbols.get(key);
    if (known !== undefined && symbols.every((id) => known.has(id))) return false;
    this.symbols.set(key, new Set([...(known ?? []), ...symbols]));
    return true;
  }

  /** For conflicts that are resolved: when they come back, they are reported again. */
  forget(isResolved: (key: string) => boolean): void {
    for (const key of this.symbols.keys()) if (isResolved(key)) this.symbols.delete(key);
  }
}

/** The same conflict, whichever side is named first and whatever has been changed in the file. */
export function conflictKey({
  file,
  branches,
}: {
  readonly file: string;
  readonly branches: readonly string[];
}): string {
  return JSON.stringify([file, ...branches.toSorted()]);
}
