import { isPassing, isRefusal } from '../../../shared/kernel/refusal.ts';
import type { WaitRecord } from '../../../shared/waits/contract.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import { connect, workspaceOf, type ConnectOptions } from '../../connection/connect.ts';
import type { FeedPlace } from '../../connection/follow-feed.ts';
import { targetsIn } from '../../command-line/targets.ts';
import { targetsFromHere } from '../../command-line/paths-from-here.ts';
import { refuseUnknownTarget } from '../../connection/known-targets.ts';
import { ownSession } from '../../connection/own-session.ts';
import type { Output } from '../../terminal/output.ts';
import { followEnds, type EndedWaits } from './ended-waits.ts';
import { enqueueAll, isOver, keepAlive, leave, look, type Queueing, type Seen } from './queue.ts';
import { endText, leftText, notLeftText, positionText, timeIsUp } from './wait-texts.ts';

export interface WaitOptions extends ConnectOptions {
  readonly what: readonly string[];
  readonly tell?: boolean;
  readonly session?: string;
  /** Milliseconds. */
  readonly timeout?: number;
}

interface Waiting {
  readonly output: Output;
  readonly queueing: Queueing;
  readonly feed: FeedPlace;
  /** As `performance.now()`; Infinity waits for ever. */
  readonly untilMs: number;
}

/** Well below the time after which a session that is silent expires (SES-2), and seldom enough for a day's requests (LIM-1). */
const heartbeatEveryMs = 120_000;

/** `coord wait`: queues until everything is granted; Ctrl-C leaves the queue. */
export async function wait({ terminal, output }: Context, options: WaitOptions): Promise<Outcome> {
  const connection = await connect(terminal, options);
  if (isRefusal(connection)) return connection;
  const workspace = await workspaceOf(connection, options.workspace);
  if (isRefusal(workspace)) return workspace;
  const { client } = connection;
  const place = { client, workspaceId: workspace.id };
  const what = targetsIn(await targetsFromHere(terminal.directory, options.what));
  const unknown = await refuseUnknownTarget({ terminal, options, place }, what);
  if (unknown !== undefined) return unknown;
  const session = await ownSession(terminal, place, options.session);
  if (isRefusal(session)) return session;
  const stopping = new AbortController();
  void terminal.stopRequested().then(() => stopping.abort());
  const waiting: Waiting = {
    output,
    queueing: { client, workspace, session },
    feed: { connection, workspaceId: workspace.id, stop: stopping.signal },
    untilMs: performance.now() + (options.timeout ?? Infinity),
  };
  const wish = options.tell === true ? 'tell' : 'grant';
  const { waits, refusal } = await enqueueAll(waiting.queueing, what, wish);
  const queued = showOver(output, waits);
  if (refusal !== undefined) {
    await leaveAll(waiting, queued);
    return refusal;
  }
  const outcome = await untilOver(waiting, queued);
  // The feed is followed no longer.
  stopping.abort();
  return outcome;
}

async function untilOver(waiting: Waiting, queued: readonly WaitRecord[]): Promise<Outcome> {
  const { output, queueing, feed, untilMs } = waiting;
  if (queued.length === 0) return 0;
  for (const one of queued) output.note(positionText(one));
  const ends = followEnds(feed, queued);
  let heardAtMs = performance.now();
  for (let left = queued; ;) {
    const isTimeToAsk = await ends.quiet(Math.max(0, untilMs - performance.now()));
    const isTimeUp = performance.now() >= untilMs;
    if (feed.stop.aborted || isTimeUp) return giveUp(waiting, left, isTimeUp);
    if (performance.now() - heardAtMs >= heartbeatEveryMs) {
      heardAtMs = performance.now();
      await keepAlive(queueing);
    }
    const seen = await eachNow(queueing, left, { ends, isTimeToAsk });
    const now = seen.map((one) => one.wait);
    left = showOver(output, now);
    // While the relay is away, or takes no requests for now, a wait stays as it was.
    const refusal = seen.flatMap((one) => one.refusal ?? []).find((one) => !isPassing(one));
    if (refusal !== undefined || now.some(({ status }) => status === 'given_up')) {
      await leaveAll(waiting, left);
      return refusal ?? 1;
    }
    if (left.length === 0) return 0;
  }
}

/** What the feed has told, and what has to be asked for. */
async function eachNow(
  queueing: Queueing,
  waits: readonly WaitRecord[],
  { ends, isTimeToAsk }: { readonly ends: EndedWaits; readonly isTimeToAsk: boolean },
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const wait of waits) {
    const end = ends.of(wait);
    const isAsked = isTimeToAsk && end === undefined;
    seen.push(isAsked ? await look(queueing, wait) : { wait: end ?? wait });
  }
  return seen;
}

/** 0 where all was granted a moment before. */
async function giveUp(
  waiting: Waiting,
  waits: readonly WaitRecord[],
  isTimeUp: boolean,
): Promise<Outcome> {
  const left = await leaveAll(waiting, waits, isTimeUp ? timeIsUp : leftText);
  return left.every(({ status }) => status === 'granted' || status === 'told') ? 0 : 1;
}

/** Leaves the queues, and says what came of it. */
async function leaveAll(
  { output, queueing }: Waiting,
  waits: readonly WaitRecord[],
  textOfLeft: (left: WaitRecord) => string = leftText,
): Promise<WaitRecord[]> {
  const left: WaitRecord[] = [];
  for (const one of waits) {
    const { wait, refusal } = await leave(queueing, one);
    left.push(wait);
    if (refusal === undefined && wait.status !== 'given_up') {
      showOver(output, [wait]);
      continue;
    }
    output.note(refusal === undefined ? textOfLeft(wait) : notLeftText(wait, refusal));
    if (output.json) output.show(wait, () => '');
  }
  return left;
}

/** Shows those that have ended, and answers the others. */
function showOver(output: Output, waits: readonly WaitRecord[]): readonly WaitRecord[] {
  for (const one of waits.filter(isOver)) output.show(one, () => endText(one));
  return waits.filter((one) => !isOver(one));
}
