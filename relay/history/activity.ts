import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, Output } from '../../shared/api/operations.ts';
import type { LogEvent } from '../../shared/contract/events/events.ts';
import { countedTypes } from '../../shared/history/rules.ts';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import type { Database } from '../store/database.ts';
import { newestSeq } from '../store/event-queries.ts';
import { Counting } from './count-activity.ts';
import * as queries from './queries.ts';

const hourMs = 3_600_000;
/** How many events one answer looks at, and how many before others have their turn. */
const maxScanned = 20_000;
const scannedAtOnce = 1_000;

/** FED-6: what each session did in each slot of the last hours, out of the log. */
export async function activity(
  { reader }: Database,
  { id, hours, slots }: Input<'activity'>,
  nowMs: number,
): Promise<Output<'activity'>> {
  const slotMs = Math.floor((hours * hourMs) / slots);
  const toMs = (Math.floor(nowMs / slotMs) + 1) * slotMs;
  const fromMs = toMs - slots * slotMs;
  const seq = await newestSeq(reader, id);
  const counting = new Counting({ fromMs, slotMs, slots });
  const countedFrom = await scan({ reader, id, seq, fromMs }, (event) => counting.add(event));
  const owners = await queries.selectOwners(reader, id, counting.sessionIds());
  return {
    from: toTimestamp(fromMs),
    to: toTimestamp(toMs),
    slot_ms: slotMs,
    seq,
    ...(countedFrom !== undefined && { counted_from: countedFrom }),
    agents: counting.agents(new Map(owners.map((owner) => [owner.id, owner]))),
  };
}

interface Stretch {
  readonly reader: Database['reader'];
  readonly id: string;
  readonly seq: number;
  readonly fromMs: number;
}

/** Gives each event since then, newest first. Answers the time up to which events were left out when there are too many. */
async function scan(
  { reader, id, seq, fromMs }: Stretch,
  give: (event: LogEvent) => void,
): Promise<string | undefined> {
  const end = Math.max(0, seq - maxScanned);
  for (let upTo = seq; upTo > end; upTo -= scannedAtOnce) {
    const oldest = await queries.selectMomentOf(reader, id, upTo);
    if (oldest === undefined || oldest.at < fromMs) return undefined;
    const after = Math.max(end, upTo - scannedAtOnce);
    const stretch = { after, upTo, limit: scannedAtOnce, types: countedTypes };
    for (const event of await queries.selectEvents(reader, id, stretch)) give(event);
    await nextTurn();
  }
  const older = await queries.selectMomentOf(reader, id, end);
  return older === undefined || older.at < fromMs ? undefined : toTimestamp(older.at);
}
