import type { LogEvent } from '../../../../../shared/contract/events/events.ts';
import { fileOfSymbol } from '../../../../../shared/kernel/symbol-id.ts';
import type { Client } from '../../../../../shared/api/caller.ts';
import { isPassing, isRefusal, type Refusal } from '../../../../../shared/kernel/refusal.ts';
import { allFiles } from '../../state/files.ts';
import { activityOf, noActivity, type Activity } from './model/activity.ts';
import { troublesOf, type Troubles } from './model/troubles.ts';

/** The lines of each file of the map, by its path. */
export type Files = ReadonlyMap<string, number>;

/** Of a file that the graph does not know. */
const usualLines = 60;

/** With the files that something was reserved in; the same map when it is as before. SYM-8: no file leaves the graph. */
export function filesAfter(files: Files, reserved: readonly string[]): Files {
  const added = reserved.filter((path) => !files.has(path));
  if (added.length === 0) return files;
  return new Map([...files, ...added.map((path) => [path, usualLines] as const)]);
}

/** Whether the graph has to be asked how long files are: of one that is new, or has lost a symbol, the log does not say. */
export function areToBeAsked(files: Files, events: readonly LogEvent[]): boolean {
  return events.some(
    (event) =>
      event.type === 'graph_changed' &&
      (event.files.some((path) => !files.has(path)) ||
        event.removed.some((symbol) => files.has(fileOfSymbol(symbol)))),
  );
}

/** The branches of workstreams begin alike (`coord/` unless a workspace says otherwise); in a narrow column that says nothing. */
export function shortBranches(branches: Iterable<string>): (branch: string) => string {
  const all = [...new Set(branches)].filter((branch) => branch.includes('/'));
  const count = new Map<string, number>();
  for (const branch of all) {
    const prefix = prefixOf(branch);
    count.set(prefix, (count.get(prefix) ?? 0) + 1);
  }
  return (branch) => {
    const prefix = prefixOf(branch);
    return (count.get(prefix) ?? 0) > 1 ? branch.slice(prefix.length) : branch;
  };
}

function prefixOf(branch: string): string {
  return branch.slice(0, branch.indexOf('/') + 1);
}

/** Where the view's data comes from. */
export interface Source {
  readonly client: Client;
  readonly workspaceId: string;
  /** The name of who looks at it. */
  readonly me: string;
}

export interface Loaded {
  readonly files: Files;
  readonly activity: Activity;
  readonly troubles: Troubles;
}

const hours = 4;
/** One a minute. */
const slots = 240;
const mostRecords = 500;

/** What an older relay does not know is shown as not there. Where the relay does not answer, the refusal. */
export async function loadNow(source: Source): Promise<Loaded | Refusal> {
  const { client, workspaceId: id } = source;
  const [files, activity, troubles] = await Promise.all([
    loadFiles(source),
    client.call('activity', { id, hours, slots }),
    loadTroubles(source),
  ]);
  if (isRefusal(files)) return files;
  if (isPassing(activity)) return activity;
  if (isRefusal(troubles)) return troubles;
  return {
    files,
    activity: isRefusal(activity) ? noActivity : activityOf(activity),
    troubles,
  };
}

export async function loadFiles({ client, workspaceId }: Source): Promise<Files | Refusal> {
  const files = await allFiles(client, workspaceId);
  if (isRefusal(files)) return files;
  return new Map(files.map(({ path, lines }) => [path, lines]));
}

async function loadTroubles({ client, workspaceId: id }: Source): Promise<Troubles | Refusal> {
  const limit = mostRecords;
  const [open, escalated, waits, denials, forecasts] = await Promise.all([
    client.call('listNegotiations', { id, status: 'open', limit }),
    client.call('listNegotiations', { id, status: 'escalated', limit }),
    client.call('listWaits', { id, status: 'waiting', limit }),
    client.call('listEvents', { id, type: ['conflict_detected'], limit: 100 }),
    client.call('listEvents', { id, type: ['conflict_forecast', 'workstream_ended'], limit: 100 }),
  ]);
  const refusal = [open, escalated, waits, denials, forecasts].find(isPassing);
  if (refusal !== undefined) return refusal;
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
