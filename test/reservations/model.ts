import * as assert from 'uvu/assert';
import type { HookReply } from '../support/person.ts';

export const ttlMs = 10 * 60_000;
export const sessionTtlMs = 5 * 60_000;
export const whole = '*';

/** One thing that an agent does to one file; `symbols` empty means the whole file. */
export type Action =
  | { readonly kind: 'start' | 'heartbeat' | 'end'; readonly agent: string }
  | {
      readonly kind: 'check' | 'acquire';
      readonly agent: string;
      readonly file: string;
      readonly symbols: readonly string[];
    };

export interface ModelReservation {
  readonly file: string;
  readonly symbol: string;
  readonly agent: string;
  readonly expiresAt: number;
}

/** What the reservation rules say about a few agents and files, as simply as it can be said. */
export interface Model {
  readonly nowMs: number;
  readonly reservations: readonly ModelReservation[];
  /** When each agent was last heard of; an agent that ended is not in it. */
  readonly heard: ReadonlyMap<string, number>;
}

export const emptyModel = (nowMs: number): Model => ({ nowMs, reservations: [], heard: new Map() });

export const liveReservations = ({ reservations, nowMs }: Model): ModelReservation[] =>
  reservations.filter(({ expiresAt }) => expiresAt > nowMs);

export const activeAgents = ({ heard, nowMs }: Model): string[] =>
  [...heard].filter(([, at]) => at + sessionTtlMs > nowMs).map(([agent]) => agent);

function overlaps(one: string, other: string): boolean {
  return one === other || one === whole || other === whole;
}

/** The live reservations of others that overlap one symbol. */
function blockersOf(
  model: Model,
  { agent, file }: { agent: string; file: string },
  symbol: string,
): ModelReservation[] {
  return liveReservations(model).filter(
    (reservation) =>
      reservation.agent !== agent &&
      reservation.file === file &&
      overlaps(reservation.symbol, symbol),
  );
}

/** The model after the action; throws when the answer is not the one that the rules give. */
export function after(model: Model, action: Action, reply: HookReply): Model {
  const heard = new Map(model.heard).set(action.agent, model.nowMs);
  switch (action.kind) {
    case 'start':
    case 'heartbeat':
      return { ...model, heard };
    case 'check':
      assertChecked(model, action, reply);
      return { ...model, heard };
    case 'acquire':
      return { ...model, heard, reservations: acquired(model, action, reply) };
    case 'end': {
      heard.delete(action.agent);
      return {
        ...model,
        heard,
        reservations: model.reservations.filter(({ agent }) => agent !== action.agent),
      };
    }
  }
}

type FileAction = Extract<Action, { file: string }>;

function assertChecked(
  model: Model,
  action: FileAction,
  { permission, message = '' }: HookReply,
): void {
  const wanted = action.symbols.length === 0 ? [whole] : action.symbols;
  const blockers = wanted.flatMap((symbol) => blockersOf(model, action, symbol));
  assert.is(
    permission,
    blockers.length > 0 ? 'deny' : 'allow',
    JSON.stringify({ action, blockers }),
  );
  if (blockers.length > 0) assert.ok(message.includes(action.file), message);
}

function acquired(model: Model, action: FileAction, reply: HookReply): readonly ModelReservation[] {
  const { agent, file } = action;
  const own = liveReservations(model).filter(
    (reservation) => reservation.agent === agent && reservation.file === file,
  );
  const hasWhole = own.some(({ symbol }) => symbol === whole);
  const wanted = action.symbols.length === 0 || hasWhole ? [whole] : [...new Set(action.symbols)];
  const granted = wanted.filter((symbol) => blockersOf(model, action, symbol).length === 0);
  const name = (symbol: string) => (symbol === whole ? file : `${file}#${symbol}`);
  assert.equal(reply.reserved?.toSorted(), granted.map(name).sort(), 'what is granted');
  const refused = wanted.filter((symbol) => !granted.includes(symbol)).map(name);
  const conflicts = reply.conflicts?.map(({ symbol_id }) => symbol_id ?? file);
  assert.equal(conflicts?.toSorted(), refused.sort(), 'what is refused');
  const expiresAt = model.nowMs + ttlMs;
  const expected = granted.length > 0 ? new Date(expiresAt).toISOString() : undefined;
  assert.is(reply.expires_at, expected);
  const replaced = (reservation: ModelReservation) =>
    reservation.file === file &&
    (granted.includes(reservation.symbol) ||
      (reservation.agent === agent && granted.includes(whole)));
  const kept = model.reservations.filter((reservation) => !replaced(reservation));
  return [...kept, ...granted.map((symbol) => ({ file, symbol, agent, expiresAt }))];
}

/** RSV-7: at most one live reservation of each symbol, and none of two agents that overlap. */
export function assertNoOverlap(reservations: readonly ModelReservation[]): void {
  for (const [index, one] of reservations.entries()) {
    for (const other of reservations.slice(index + 1)) {
      if (one.file !== other.file || !overlaps(one.symbol, other.symbol)) continue;
      const title = JSON.stringify([one, other]);
      assert.is(one.agent, other.agent, `two agents have reserved one thing: ${title}`);
      assert.is.not(one.symbol, other.symbol, `one symbol is held twice: ${title}`);
    }
  }
}
