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
import * as queries from './queries.ts';
import { selectOwners, selectPerson } from './queries.ts';
import type { Db } from '../store/schema.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { fileOfSymbol } from '../../shared/kernel/symbol-id.ts';

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
  readonly reader: Db;
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

interface Named {
  readonly by?: string;
  readonly user?: string;
  readonly user_id?: string;
  readonly session_id?: string;
  readonly initiator?: string;
  readonly initiator_session?: string;
}

/** FED-5: picks what one user and their agents did. An event that names neither a user nor a session by its id goes by the name. */
class DoneBy {
  private name: string | undefined;
  private readonly owners = new Map<string, string>();

  constructor(
    private readonly reader: Db,
    private readonly workspaceId: string,
    private readonly userId: string,
  ) {}

  async pick(events: readonly LogEvent[]): Promise<LogEvent[]> {
    this.name ??= (await selectPerson(this.reader, this.workspaceId, this.userId))?.name ?? '';
    await this.learnOwners(events);
    return events.filter((event) => this.isTheirs(event as Named));
  }

  private async learnOwners(events: readonly LogEvent[]): Promise<void> {
    const named = new Set(events.map((event) => sessionOf(event as Named)));
    const unknown = [...named].filter((id) => id !== '' && !this.owners.has(id));
    const found = await selectOwners(this.reader, this.workspaceId, unknown);
    for (const { id, user_id: userId } of found) this.owners.set(id, userId);
  }

  private isTheirs(event: Named): boolean {
    const userId = event.user_id ?? this.owners.get(sessionOf(event));
    if (userId !== undefined) return userId === this.userId;
    const name = event.by ?? event.user ?? event.initiator ?? '';
    return name !== '' && name === this.name;
  }
}

function sessionOf({ session_id: id, initiator_session: initiator, by }: Named): string {
  return id ?? (by === undefined ? (initiator ?? '') : '');
}

/**
 * Fields that name a record or a file. All others are left out, because a title, a task or a person's name may be the same
 * word as a workstream's slug.
 */
const naming =
  /^(?:id|assignee|callers|commit|files?|removed|sessions|slug|symbols?|workstream)$|_(?:id|session|symbols)$/;

/** FED-5: whether an event names this: an id, a slug, a commit, or a file, be it by one of its symbols. */
function isNamedIn({ seq: _seq, at: _at, ...event }: LogEvent, about: string): boolean {
  const key = pathKey(about);
  return someName(event, (name) => name === about || isFile(name, key));
}

/** PTH-2. Ids have a prefix and no slash, so none of them is taken for the path of a file. */
function isFile(name: string, key: string): boolean {
  return pathKey(name) === key || pathKey(fileOfSymbol(name)) === key;
}

function someName(value: object, matches: (name: string) => boolean): boolean {
  return Object.entries(value).some(([field, part]) => someNameIn(field, part, matches));
}

function someNameIn(field: string, part: unknown, matches: (name: string) => boolean): boolean {
  if (typeof part === 'string') return naming.test(field) && matches(part);
  if (Array.isArray(part)) return part.some((item) => someNameIn(field, item, matches));
  return typeof part === 'object' && part !== null && someName(part, matches);
}

/** What the text of every event contains that names this: a pattern of SQL for lower-case text. */
function patternOf(about: string): string {
  const inJson = JSON.stringify(about).slice(1, -1);
  // What databases make of other letters in lower case differs, and one letter may have two spellings.
  const plain = inJson.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  return `%${plain.replaceAll(/[^ -~]+/g, '%')}%`;
}
