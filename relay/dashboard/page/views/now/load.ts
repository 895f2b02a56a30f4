import type { Client } from '../../../../../shared/api/caller.ts';
import { isRefusal } from '../../../../../shared/kernel/refusal.ts';
import { activityOf, noActivity, type Activity } from './model/activity.ts';
import type { Files } from './model/files.ts';
import { troublesOf, type Troubles } from './model/troubles.ts';

/** Where the view's data comes from. */
export interface Source {
  readonly client: Client;
  readonly workspaceId: string;
  /** The name of who looks at it. */
  readonly me: string;
}

interface Loaded {
  readonly files: Files;
  readonly activity: Activity;
  readonly troubles: Troubles;
}

const hours = 4;
/** One a minute. */
const slots = 240;
const filesAtOnce = 10_000;
const mostPages = 5;
const mostRecords = 500;

/** What cannot be asked for is shown as not there: an older relay does not know all of these. */
export async function loadNow(source: Source): Promise<Loaded> {
  const { client, workspaceId: id } = source;
  const [files, activity, troubles] = await Promise.all([
    loadFiles(source),
    client.call('activity', { id, hours, slots }),
    loadTroubles(source),
  ]);
  return {
    files,
    activity: isRefusal(activity) ? noActivity : activityOf(activity),
    troubles,
  };
}

export async function loadFiles({ client, workspaceId: id }: Source): Promise<Files> {
  const lines = new Map<string, number>();
  let before: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const answer = await client.call('listFiles', {
      id,
      limit: filesAtOnce,
      ...(before !== undefined && { before }),
    });
    if (isRefusal(answer)) break;
    for (const file of answer.files) lines.set(file.path, file.lines);
    before = answer.next_cursor;
    if (before === undefined) break;
  }
  return lines;
}

async function loadTroubles({ client, workspaceId: id }: Source): Promise<Troubles> {
  const limit = mostRecords;
  const [open, escalated, waits, denials, forecasts] = await Promise.all([
    client.call('listNegotiations', { id, status: 'open', limit }),
    client.call('listNegotiations', { id, status: 'escalated', limit }),
    client.call('listWaits', { id, status: 'waiting', limit }),
    client.call('listEvents', { id, type: ['conflict_detected'], limit: 100 }),
    client.call('listEvents', {
      id,
      type: ['conflict_forecast', 'workstream_ended'],
      limit: 100,
    }),
  ]);
  const negotiations = [open, escalated].flatMap((page) =>
    isRefusal(page) ? [] : page.negotiations,
  );
  const events = [denials, forecasts].flatMap((page) => (isRefusal(page) ? [] : page.events));
  return troublesOf(
    negotiations,
    isRefusal(waits) ? [] : waits.waits,
    events.toSorted((one, other) => other.seq - one.seq),
  );
}
