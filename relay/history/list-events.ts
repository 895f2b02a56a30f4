import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, Output } from '../../shared/api/operations.ts';
import { itemsOf } from '../../shared/contract/fields.ts';
import {
  eventSchemas,
  type EventType,
  type LogEvent,
} from '../../shared/contract/events/events.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import { seqCursorOf } from '../kernel/cursor.ts';
import { fileOf } from '../kernel/files.ts';
import type { Database } from '../store/database.ts';
import { newestSeq } from '../store/event-queries.ts';
import { DoneBy } from './done-by.ts';
import { isNamedIn, patternOf } from './named-in-event.ts';
import * as queries from './queries.ts';

/** How many events one call looks at, and how many before others have their turn. */
const maxScanned = 10_000;
const scannedAtOnce = 1_000;

interface Wanted {
  readonly types: readonly EventType[] | undefined;
  /** What the events have to name, each of them. */
  readonly names: readonly string[];
  /** Whose events these have to be, by id. */
  readonly user: string | undefined;
}

interface Found {
  readonly events: readonly LogEvent[];
  /** Everything after it was looked at. */
  readonly after: number;
}

/** FED-5: a page of the log, newest first. Refused with a ValidationError that names the field. */
export async function listEvents(
  { reader }: Database,
  { id, limit, before, ...filter }: Input<'listEvents'>,
): Promise<Output<'listEvents'> | Refusal> {
  const cursor = seqCursorOf(before);
  if (isRefusal(cursor)) return cursor;
  const wanted = wantedOf(filter);
  if (isRefusal(wanted)) return wanted;
  // Read first: what is appended meanwhile comes with the feed since then.
  const newest = await newestSeq(reader, id);
  const upTo = Math.min(newest, (cursor ?? newest + 1) - 1);
  const { events, after } = await scan({ reader, id, upTo, limit }, wanted);
  const older = await queries.selectMomentOf(reader, id, after);
  return {
    events: [...events],
    next_cursor: older === undefined ? undefined : String(after + 1),
    newest,
  };
}

function wantedOf({
  session,
  user,
  type,
  about,
}: Pick<Input<'listEvents'>, 'session' | 'user' | 'type' | 'about'>): Wanted | Refusal {
  const types = typesOf(type);
  if (isRefusal(types)) return types;
  const named = fileOf(about);
  if (isRefusal(named)) return refuse('ValidationError', named.message, { field: 'about' });
  const names = [session, named].filter((name) => name !== undefined);
  return { types, names, user };
}

function typesOf(given: Input<'listEvents'>['type']): EventType[] | undefined | Refusal {
  if (given === undefined) return undefined;
  const types = itemsOf(given);
  if (types.length > 0 && types.every((type) => Object.hasOwn(eventSchemas, type)))
    return types as EventType[];
  const known = Object.keys(eventSchemas).sort().join(', ');
  return refuse('ValidationError', `type has to name events: ${known}.`, { field: 'type' });
}

interface Page {
  readonly reader: Database['reader'];
  readonly id: string;
  readonly upTo: number;
  readonly limit: number;
}

/** Goes back until the page is full, or so much was looked at that a later call goes on. */
async function scan(
  { reader, id, upTo, limit }: Page,
  { types, names, user }: Wanted,
): Promise<Found> {
  const like = names.map(patternOf);
  const doneBy = user === undefined ? undefined : new DoneBy(reader, id, user);
  // Nothing is left out of what is read, so no more is read than is answered.
  const most = names.length === 0 && doneBy === undefined ? limit : scannedAtOnce;
  const events: LogEvent[] = [];
  const end = Math.max(0, upTo - maxScanned);
  for (let top = upTo; top > end; top -= scannedAtOnce) {
    const after = Math.max(end, top - scannedAtOnce);
    const stretch = { after, upTo: top, limit: most, types, like };
    const read = await queries.selectEvents(reader, id, stretch);
    for (const event of doneBy === undefined ? read : await doneBy.pick(read)) {
      if (!names.every((name) => isNamedIn(event, name))) continue;
      events.push(event);
      if (events.length === limit) return { events, after: event.seq - 1 };
    }
    await nextTurn();
  }
  return { events, after: end };
}
