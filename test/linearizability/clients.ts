import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import {
  check,
  end,
  acquire,
  type CheckAnswer,
  type ReservationOperation,
  type AcquireAnswer,
} from '../support/reservation-model.ts';

export interface Shape {
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  /** Whether a client that has done so many operations is finished. */
  readonly isEnough: (operations: number) => boolean;
  /** Called for each operation that got its answer. */
  readonly onAnswer: () => void;
}

export interface Client {
  /** The user's name; also the client's one conversation, which it ends and opens again. */
  readonly name: string;
  readonly key: string;
}

/** A grant that the relay acknowledged: the log must keep the event of this seq for ever. */
export interface Acknowledged {
  readonly seq: number;
  readonly by: string;
  readonly file: string;
}

export interface Recording {
  readonly history: ReservationOperation[];
  readonly acknowledged: Acknowledged[];
}

const workspaceSlug = 'race';
const dispatcher = new Agent({ connections: 8, pipelining: 1 });

/** Runs one client to its end: random acquires, checks and ends, each recorded with its call and return. */
export async function runClient(url: string, client: Client, shape: Shape): Promise<Recording> {
  const recording: Recording = { history: [], acknowledged: [] };
  let incarnation = 0;
  for (let done = 0; !shape.isEnough(done); done += 1) {
    const answered = await oneOperation({ url, client, shape, recording, incarnation });
    if (answered) {
      shape.onAnswer();
      continue;
    }
    // What got no answer may still happen; what follows is a process of its own for the checker.
    incarnation += 1;
    await delay(20);
  }
  return recording;
}

interface Turn {
  readonly url: string;
  readonly client: Client;
  readonly shape: Shape;
  readonly recording: Recording;
  readonly incarnation: number;
}

async function oneOperation(turn: Turn): Promise<boolean> {
  const dice = Math.random();
  if (dice < 0.03) await delay(Math.random() * 30);
  if (dice < 0.1) return endSession(turn);
  const symbols = Math.random() < 0.15 ? [] : some(turn.shape.symbols);
  const file = pick(turn.shape.files);
  return dice < 0.65 ? acquireIn(turn, file, symbols) : checkFile(turn, file, symbols);
}

async function acquireIn(turn: Turn, file: string, symbols: readonly string[]): Promise<boolean> {
  const sent = await send(turn, { event: 'postToolUse', file_path: file, symbol_ids: symbols });
  const answer = sent.body as AcquireBody | undefined;
  turn.recording.history.push(
    acquire({ ...windowOf(turn, sent), file, symbols }, acquired(answer)),
  );
  if (answer?.fence !== undefined) {
    turn.recording.acknowledged.push({ seq: answer.fence, by: turn.client.name, file });
  }
  return answer !== undefined;
}

async function checkFile(turn: Turn, file: string, symbols: readonly string[]): Promise<boolean> {
  const sent = await send(turn, { event: 'preToolUse', file_path: file, symbol_ids: symbols });
  const answer = sent.body as { permission: string; message?: string } | undefined;
  const holder = /is held by (client-\d+)/.exec(answer?.message ?? '')?.[1] ?? '';
  const output: CheckAnswer | undefined =
    answer && (answer.permission === 'deny' ? { kind: 'deny', holder } : { kind: 'allow' });
  turn.recording.history.push(check({ ...windowOf(turn, sent), file, symbols }, output));
  return answer !== undefined;
}

async function endSession(turn: Turn): Promise<boolean> {
  const sent = await send(turn, { event: 'sessionEnd' });
  const { files } = turn.shape;
  const answer = sent.body === undefined ? undefined : ({ kind: 'ended' } as const);
  turn.recording.history.push(...end({ ...windowOf(turn, sent), files }, answer));
  return answer !== undefined;
}

interface AcquireBody {
  readonly reserved: readonly string[];
  readonly conflicts: readonly { readonly symbol_id?: string; readonly holder: string }[];
  readonly expires_at?: string;
  readonly fence?: number;
}

function acquired(body: AcquireBody | undefined): AcquireAnswer | undefined {
  if (body === undefined) return undefined;
  return {
    kind: 'acquired',
    reserved: body.reserved.map(symbolOf),
    conflicts: body.conflicts.map((conflict) => ({
      symbol: symbolOf(conflict.symbol_id ?? ''),
      holder: conflict.holder,
    })),
    expiresAtMs: body.expires_at === undefined ? null : Date.parse(body.expires_at),
  };
}

/** `src/a.ts#one` is `one`; a path alone, or nothing, is the whole file. */
function symbolOf(id: string): string {
  const hash = id.indexOf('#');
  return hash === -1 ? '*' : id.slice(hash + 1);
}

interface Sent {
  readonly body: unknown;
  readonly callAt: number;
  readonly returnAt: number;
  /** By how much the wall clock is ahead of these two. */
  readonly wallDriftMs: number;
}

async function send(turn: Turn, fields: Record<string, unknown>): Promise<Sent> {
  const { url, client } = turn;
  const callAt = now();
  try {
    const { statusCode, body } = await request(`${url}/workspaces/sessions/hook`, {
      method: 'POST',
      dispatcher,
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        workspace_slug: workspaceSlug,
        conversation_id: client.name,
        ...fields,
      }),
    });
    const text = await body.text();
    if (statusCode === 503)
      return { body: undefined, callAt, returnAt: Infinity, wallDriftMs: wallDriftMs() };
    if (statusCode !== 200) throw new Refused(`${statusCode} ${text}`);
    return { body: JSON.parse(text), callAt, returnAt: now(), wallDriftMs: wallDriftMs() };
  } catch (error) {
    if (error instanceof Refused) throw error;
    // A refused connection was never a call: it is tried again until the relay is back.
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
      await delay(20);
      return send(turn, fields);
    }
    return { body: undefined, callAt, returnAt: Infinity, wallDriftMs: wallDriftMs() };
  }
}

/** An answer that no operation of this test may get. */
class Refused extends Error {}

/** Never goes back, so the order of calls is right. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * The relay's clock is this machine's wall clock, which is adjusted by some milliseconds in minutes. A process that has to wait
 * between its two readings reads too little, so it tries again.
 */
function wallDriftMs(): number {
  return Math.max(...[1, 2, 3].map(() => Date.now() - now()));
}

function windowOf({ client, incarnation }: Turn, { callAt, returnAt, wallDriftMs }: Sent) {
  const process = `${client.name}/${incarnation}`;
  return { process, session: client.name, callAt, returnAt, wallDriftMs };
}

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T;
}

function some(symbols: readonly string[]): string[] {
  const chosen = symbols.filter(() => Math.random() < 0.4);
  return chosen.length > 0 ? chosen : [pick(symbols)];
}
