import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import {
  connect,
  workspaceOf,
  type ConnectOptions,
  type Connection,
} from '../../connection/connect.ts';
import {
  agentName,
  describeEvent,
  isRoutine,
  type FeedEvent,
} from '../../../shared/feed/sentence.ts';
import { allSessions } from '../../connection/live-lists.ts';
import {
  followFeed,
  newestSeq,
  type FeedPlace,
  type Reading,
} from '../../connection/follow-feed.ts';
import { shownWhen } from '../../../shared/kernel/times.ts';

export interface FeedOptions extends ConnectOptions {
  /** Events after this seq; without it the newest few. */
  readonly since?: number;
  /** False ends when all that had happened before the start is shown. */
  readonly follow: boolean;
  /** Also what only extends a reservation or a session. */
  readonly all?: boolean;
}

const recentEvents = 20;
/** How far back the newest are looked for at first, since routine is left out. */
const lookBack = 100;

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
  const onBreak = ({ message }: Refusal) => note(`${message} Trying again.`);
  const showing = { context, names, all: options.all === true };
  const recent =
    options.since === undefined
      ? await newestEvents({ ...place, onBreak }, { newest, all: showing.all })
      : { events: [], at: undefined };
  if (isRefusal(recent)) return recent;
  for (const event of recent.events) showEvent(event, showing);
  let isEmpty = recent.events.length === 0;
  const onLost = (after: number, to: number) => {
    isEmpty = false;
    note(lostSentence(after, to));
  };
  // LNK-4: such a log is another one. The feed says so only to those who wait for more.
  const { since = newest } = options;
  if (since > newest) onLost(since, newest);
  const sayEmpty = () => {
    if (isEmpty && !context.output.json) note(nothingIn(options, newest));
  };
  if (options.follow && newest <= since) sayEmpty();
  const refusal = await followFeed({
    ...place,
    seq: Math.min(since, newest),
    at: recent.at,
    until: options.follow ? undefined : newest,
    onEvent: (event) => {
      if (showEvent(event, showing)) isEmpty = false;
    },
    onLost,
    onBreak,
  });
  if (refusal !== undefined) return refusal;
  if (!options.follow) sayEmpty();
  return 0;
}

function lostSentence(after: number, to: number): string {
  return (
    `What came after event ${after} cannot be read: it is no longer kept, or the relay was brought back from a backup. ` +
    `Going on after event ${to}.`
  );
}

function nothingIn({ since, follow }: FeedOptions, newest: number): string {
  const on = follow ? ' What happens from now on is shown here; Ctrl-C ends.' : '';
  if (since === undefined || newest === 0) return `Nothing has happened here yet.${on}`;
  return `Nothing has happened after event ${since}.${on}`;
}

type Recent = FeedPlace & Pick<Reading, 'onBreak'>;

/**
 * As many of the newest as are shown without `--since`, the oldest first. What only goes on as before does not count. `at` is the
 * time of the newest of all.
 */
async function newestEvents(
  place: Recent,
  { newest, all }: { readonly newest: number; readonly all: boolean },
): Promise<{ events: FeedEvent[]; at: string | undefined } | Refusal> {
  for (let back = lookBack; ; back *= 4) {
    const seq = Math.max(0, newest - back);
    const found: FeedEvent[] = [];
    let isLost = false;
    const reading: Reading = {
      ...place,
      seq,
      until: newest,
      onEvent: (event) => {
        if (all || !isRoutine(event)) found.push(event);
      },
      onLost: () => void (isLost = true),
    };
    const refusal = await followFeed(reading);
    if (refusal !== undefined) return refusal;
    if (found.length >= recentEvents || seq === 0 || isLost || place.stop.aborted)
      return { events: found.slice(-recentEvents), at: reading.at };
  }
}

/** Whether it was shown. */
function showEvent(
  event: FeedEvent,
  { names, context, all }: { names: Map<string, string>; context: Context; all: boolean },
): boolean {
  if (event.type === 'session_started') {
    names.set(event.session_id, agentName(event.user, event.agent_type));
  }
  if (!all && isRoutine(event)) return false;
  const { output } = context;
  output.show(event, () => {
    const time = output.style.dim(shownWhen(event.at, Date.now()));
    const text = describeEvent(event, names);
    return `${time}  ${event.type === 'conflict_detected' ? output.style.yellow(text) : text}`;
  });
  return true;
}

async function namesOf({ client }: Connection, id: string): Promise<Map<string, string>> {
  const sessions = await allSessions(client, id);
  const known = isRefusal(sessions) ? [] : sessions;
  return new Map(known.map((one) => [one.id, agentName(one.user_name, one.agent_type)]));
}
