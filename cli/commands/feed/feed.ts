import { isRefusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import {
  connect,
  workspaceOf,
  type ConnectOptions,
  type Connection,
} from '../../connection/connect.ts';
import {
  describeEvent,
  isRoutine,
  timeOfDay,
  type FeedEvent,
} from '../../../shared/feed/sentence.ts';
import { allSessions } from '../../connection/live-lists.ts';
import { followFeed, newestSeq } from '../../connection/follow-feed.ts';

export interface FeedOptions extends ConnectOptions {
  /** Events after this seq; without it the newest few. */
  readonly since?: number;
  /** False ends when all that had happened before the start is shown. */
  readonly follow: boolean;
  /** Also what only extends a reservation or a session. */
  readonly all?: boolean;
}

const recentEvents = 20;

/** `coord feed`: the workspace's events as they happen, one line each. */
export async function feed(context: Context, options: FeedOptions): Promise<Outcome> {
  const connection = await connect(context.terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  const stopping = new AbortController();
  void context.terminal.stopRequested().then(() => stopping.abort());
  const place = { connection, workspaceId: workspace.id, stop: stopping.signal };
  const newest = await newestSeq(place);
  if (isRefusal(newest)) return newest;
  const names = await namesOf(connection, workspace.id);
  const { note } = context.output;
  const refusal = await followFeed({
    ...place,
    seq: options.since ?? Math.max(0, newest - recentEvents),
    until: options.follow ? undefined : newest,
    onEvent: (event) => showEvent(event, { context, names, all: options.all === true }),
    onLost: (after, to) =>
      note(`The events after ${after} are no longer kept. Going on after ${to}.`),
    onBreak: ({ message }) => note(`${message} Trying again.`),
  });
  return refusal ?? 0;
}

function showEvent(
  event: FeedEvent,
  { names, context, all }: { names: Map<string, string>; context: Context; all: boolean },
): void {
  if (event.type === 'session_started') {
    names.set(event.session_id, `${event.user} (${event.agent_type})`);
  }
  if (!all && isRoutine(event)) return;
  const { output } = context;
  output.show(event, () => {
    const time = output.style.dim(timeOfDay(event.at));
    const text = describeEvent(event, names);
    return `${time}  ${event.type === 'conflict_detected' ? output.style.yellow(text) : text}`;
  });
}

async function namesOf({ client }: Connection, id: string): Promise<Map<string, string>> {
  const sessions = await allSessions(client, id);
  const known = isRefusal(sessions) ? [] : sessions;
  return new Map(known.map((one) => [one.id, `${one.user_name} (${one.agent_type})`]));
}
