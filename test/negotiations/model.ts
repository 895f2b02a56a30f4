import type { Input } from '../support/person.ts';
import {
  activeAgents,
  liveReservations,
  ttlMs,
  whole,
  type Model as Reservations,
  type ModelReservation,
} from '../reservations/model.ts';

/** A negotiation between two agents, by name, about symbols of one file. */
export interface ModelNegotiation {
  /** The relay's id. */
  readonly id: string;
  readonly initiator: string;
  readonly counterparty: string;
  readonly symbols: readonly string[];
  readonly deadlineMs: number;
  readonly maxTurns: number;
  readonly status: string;
  readonly outcome: string;
  readonly waitingFor: string;
  readonly turns: number;
  readonly deadlineAt: number;
}

export interface Model {
  readonly reservations: Reservations;
  readonly file: string;
  /** In the order in which they were opened. */
  readonly negotiations: readonly ModelNegotiation[];
  /** Agents that the relay has heard of. */
  readonly known: ReadonlySet<string>;
}

/** What an agent does in a negotiation; `gives` of the contested symbols go to who asked. */
export interface Answer {
  readonly agent: string;
  readonly action: 'yield' | 'hold' | 'split' | 'counter' | 'defer';
  readonly gives: readonly boolean[];
}

export const deferMs = 120_000;

export function overlap(one: string, other: string): boolean {
  return one === other || one === whole || other === whole;
}

const anyOverlap = (some: readonly string[], symbol: string) =>
  some.some((one) => overlap(one, symbol));

export function isAlive({ reservations }: Model, agent: string): boolean {
  return activeAgents(reservations).includes(agent);
}

/** The agents in whose way it is, besides the asker. */
export function holdersOf(
  { reservations }: Model,
  { agent, symbols }: { agent: string; symbols: readonly string[] },
): string[] {
  const others = liveReservations(reservations).filter(
    (reservation) => reservation.agent !== agent && anyOverlap(symbols, reservation.symbol),
  );
  return [...new Set(others.map((reservation) => reservation.agent))];
}

/** The status with which the relay answers an opening, after the cascade of the model. */
export function openingStatus(
  model: Model,
  { agent, symbols }: { agent: string; symbols: readonly string[] },
): number {
  if (!model.known.has(agent)) return 404;
  if (!isAlive(model, agent)) return 409;
  const holders = holdersOf(model, { agent, symbols });
  if (holders.length !== 1) return 409;
  const second = model.negotiations.some(
    (negotiation) =>
      negotiation.initiator === agent &&
      symbols.some((symbol) => anyOverlap(negotiation.symbols, symbol)) &&
      (negotiation.status === 'open' ||
        (negotiation.status === 'escalated' && negotiation.counterparty === holders[0])),
  );
  return second ? 409 : 201;
}

/** How the contested symbols are split; the whole file into two of its symbols. */
export function splitOf({ symbols }: Pick<ModelNegotiation, 'symbols'>, gives: readonly boolean[]) {
  const parts = symbols.includes(whole) ? ['x', 'y'] : symbols;
  const isGiven = (_: string, at: number) => gives[at] === true;
  return {
    given: parts.filter(isGiven),
    kept: parts.filter((name, at) => !isGiven(name, at)),
  };
}

/** What the request of a split says. */
export function splitInput(negotiation: ModelNegotiation, { gives }: Answer, file: string): Input {
  const { given, kept } = splitOf(negotiation, gives);
  const ids = (names: readonly string[]) => names.map((name) => `${file}#${name}`);
  return { initiator_symbols: ids(given), counterparty_symbols: ids(kept) };
}

/** The status of the answer, and the model after it; the cascade of the model has run. */
export function answered(
  model: Model,
  negotiation: ModelNegotiation,
  { agent, action, gives }: Answer,
): { status: number; model: Model } {
  const refused = (status: number) => ({ status, model });
  if (!model.known.has(agent)) return refused(404);
  const isInitiator = agent === negotiation.initiator;
  if (!isInitiator && agent !== negotiation.counterparty) return refused(403);
  if (negotiation.status !== 'open') return refused(409);
  const turns = negotiation.turns + 1;
  const done = (next: Model) => ({ status: 200, model: next });
  const { nowMs } = model.reservations;
  switch (action) {
    case 'yield':
      if (isInitiator) return done(end(model, { ...negotiation, turns }, { outcome: 'hold' }));
      return done(
        end(model, { ...negotiation, turns }, { outcome: 'yield', given: negotiation.symbols }),
      );
    case 'hold':
      if (isInitiator) return refused(409);
      return done(end(model, { ...negotiation, turns }, { outcome: 'hold' }));
    case 'split':
      if (isInitiator && negotiation.waitingFor === 'counterparty') return refused(409);
      return done(
        end(model, { ...negotiation, turns }, { outcome: 'split', ...splitOf(negotiation, gives) }),
      );
    case 'counter':
    case 'defer': {
      if (turns >= negotiation.maxTurns) {
        const changes = { turns, status: 'escalated', waitingFor: 'person' };
        return done(change(model, { ...negotiation, ...changes }));
      }
      if (action === 'defer') {
        const deadlineAt = Math.max(negotiation.deadlineAt, nowMs) + deferMs;
        return done(change(model, { ...negotiation, turns, deadlineAt }));
      }
      const waitingFor = isInitiator ? 'counterparty' : 'initiator';
      const deadlineAt = Math.max(negotiation.deadlineAt, nowMs + negotiation.deadlineMs);
      return done(change(model, { ...negotiation, turns, waitingFor, deadlineAt }));
    }
  }
}

/** A person ends what was escalated. */
export function settled(
  model: Model,
  negotiation: ModelNegotiation,
  action: 'yield' | 'hold',
): { status: number; model: Model } {
  if (negotiation.status !== 'escalated') return { status: 409, model };
  if (action === 'hold')
    return { status: 200, model: end(model, negotiation, { outcome: 'hold' }) };
  if (!isAlive(model, negotiation.initiator)) return { status: 409, model };
  const ending = { outcome: 'yield', given: negotiation.symbols };
  return { status: 200, model: end(model, negotiation, ending) };
}

/** Everything that has ended by itself has ended, until nothing more does. */
export function afterCascade(model: Model): Model {
  for (const negotiation of model.negotiations) {
    const isUnended = negotiation.status === 'open' || negotiation.status === 'escalated';
    const next = isUnended ? due(model, negotiation) : undefined;
    if (next !== undefined) return afterCascade(next);
  }
  return model;
}

function due(model: Model, negotiation: ModelNegotiation): Model | undefined {
  const isHolder = liveReservations(model.reservations).some(
    ({ agent, symbol }) =>
      agent === negotiation.counterparty && anyOverlap(negotiation.symbols, symbol),
  );
  if (isHolder && negotiation.status === 'escalated') return undefined;
  const { heard, nowMs } = model.reservations;
  const isSilent = !isHolder && negotiation.deadlineAt <= nowMs;
  const hasLeft = !heard.has(negotiation.initiator);
  if (hasLeft || (isSilent && !isAlive(model, negotiation.initiator)))
    return end(model, negotiation, { status: 'expired' });
  if (!isHolder) {
    const given = negotiation.symbols;
    const isTaken = (symbol: string) =>
      liveReservations(model.reservations).some(
        (one) => one.agent !== negotiation.initiator && overlap(one.symbol, symbol),
      );
    if (given.every(isTaken)) return end(model, negotiation, { status: 'expired' });
    return end(model, negotiation, { outcome: 'released', given });
  }
  if (negotiation.deadlineAt > nowMs) return undefined;
  if (negotiation.waitingFor === 'initiator') return end(model, negotiation, { status: 'expired' });
  return end(model, negotiation, { outcome: 'deadline', given: negotiation.symbols });
}

interface End {
  readonly status?: string;
  readonly outcome?: string;
  readonly given?: readonly string[];
  readonly kept?: readonly string[];
}

function end(
  model: Model,
  negotiation: ModelNegotiation,
  { status = 'resolved', outcome = '', given = [], kept = [] }: End,
): Model {
  const next = change(model, { ...negotiation, status, outcome, waitingFor: '' });
  return {
    ...next,
    reservations: moved(next.reservations, { negotiation, file: model.file, given, kept }),
  };
}

function change(model: Model, negotiation: ModelNegotiation): Model {
  return {
    ...model,
    negotiations: model.negotiations.map((one) => (one.id === negotiation.id ? negotiation : one)),
  };
}

interface Move {
  readonly negotiation: ModelNegotiation;
  readonly file: string;
  readonly given: readonly string[];
  readonly kept: readonly string[];
}

/** Who holds what afterwards, symbol by symbol. */
function moved(reservations: Reservations, { negotiation, file, given, kept }: Move): Reservations {
  const { initiator: to, counterparty: from } = negotiation;
  const live = liveReservations(reservations);
  const lost = live.filter(
    ({ agent, symbol }) =>
      agent === from && (anyOverlap(given, symbol) || (symbol === whole && kept.length > 0)),
  );
  let left = live.filter((reservation) => !lost.includes(reservation));
  const isFree = (agent: string, symbol: string) =>
    left.every(
      (reservation) => reservation.agent === agent || !overlap(reservation.symbol, symbol),
    );
  const grant = (agent: string, symbols: readonly string[]) => {
    for (const symbol of symbols) {
      if (!isFree(agent, symbol)) continue;
      const isCovered = left.some(
        (reservation) => reservation.agent === agent && reservation.symbol === whole,
      );
      const name = isCovered ? whole : symbol;
      const replaced = ({ agent: by, symbol: reserved }: ModelReservation) =>
        by === agent && (reserved === name || name === whole);
      left = left.filter((reservation) => !replaced(reservation));
      left.push({ file, symbol: name, agent, expiresAt: reservations.nowMs + ttlMs });
    }
  };
  if (given.includes(whole) && !isFree(to, whole)) {
    grant(
      to,
      lost.map(({ symbol }) => symbol),
    );
  } else {
    grant(to, given);
  }
  const has = (symbol: string) =>
    left.some((reservation) => reservation.agent === from && overlap(reservation.symbol, symbol));
  grant(
    from,
    kept.filter((symbol) => !has(symbol)),
  );
  return { ...reservations, reservations: left };
}
