import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import type { NegotiationRecord } from '../../../../../../shared/negotiations/contract.ts';
import type { WaitRecord } from '../../../../../../shared/waits/contract.ts';

type EventOf<Type extends LogEvent['type']> = Extract<LogEvent, { type: Type }>;

/** One who wants something, and what. No symbols mean the whole file. */
interface Place {
  readonly file: string;
  readonly symbols: readonly string[];
}

/** A negotiation that goes on, or waits for a person. */
export interface Dispute extends Place {
  readonly id: string;
  readonly initiator: string;
  readonly initiatorSession: string;
  readonly counterparty: string;
  readonly counterpartySession: string;
  readonly isEscalated: boolean;
}

export interface Wait extends Place {
  readonly id: string;
  readonly user: string;
  readonly sessionId: string;
}

export type Denial = EventOf<'conflict_detected'>;
export type Forecast = EventOf<'conflict_forecast'>;

/** What stands between agents. Denials and forecasts are the newest last. */
export interface Troubles {
  readonly disputes: ReadonlyMap<string, Dispute>;
  readonly waits: ReadonlyMap<string, Wait>;
  readonly denials: readonly Denial[];
  /** By what they are about; one that is told again takes the place of the one before. */
  readonly forecasts: ReadonlyMap<string, Forecast>;
}

const keptDenials = 500;

export const noTroubles: Troubles = {
  disputes: new Map(),
  waits: new Map(),
  denials: [],
  forecasts: new Map(),
};

/** As the lists of the interface say it; `events` are denials and forecasts, the newest first. */
export function troublesOf(
  negotiations: readonly NegotiationRecord[],
  waits: readonly WaitRecord[],
  events: readonly LogEvent[],
): Troubles {
  const listed: Troubles = {
    ...noTroubles,
    disputes: new Map(negotiations.map((one) => [one.id, disputeOf(one)])),
    waits: new Map(waits.map((one) => [one.id, waitOf(one)])),
  };
  return troublesAfter(listed, events.toReversed());
}

/** The same object when none of these events is about trouble. */
export function troublesAfter(before: Troubles, events: readonly LogEvent[]): Troubles {
  const relevant = events.filter(({ type }) => types.has(type));
  if (relevant.length === 0) return before;
  const disputes = new Map(before.disputes);
  const waits = new Map(before.waits);
  const forecasts = new Map(before.forecasts);
  const denials = [...before.denials];
  for (const event of relevant) apply({ disputes, waits, forecasts, denials }, event);
  return { disputes, waits, forecasts, denials: denials.slice(-keptDenials) };
}

interface Changing {
  readonly disputes: Map<string, Dispute>;
  readonly waits: Map<string, Wait>;
  readonly forecasts: Map<string, Forecast>;
  readonly denials: Denial[];
}

const types: ReadonlySet<string> = new Set<LogEvent['type']>([
  'negotiation_opened',
  'negotiation_escalated',
  'negotiation_ended',
  'wait_added',
  'wait_ended',
  'conflict_detected',
  'conflict_forecast',
  'workstream_ended',
]);

function apply({ disputes, waits, forecasts, denials }: Changing, event: LogEvent): void {
  switch (event.type) {
    case 'negotiation_opened':
    case 'negotiation_escalated':
      disputes.set(event.negotiation_id, disputeIn(event));
      return;
    case 'negotiation_ended':
      disputes.delete(event.negotiation_id);
      return;
    case 'wait_added':
      waits.set(event.wait_id, waitIn(event));
      return;
    case 'wait_ended':
      waits.delete(event.wait_id);
      return;
    case 'conflict_detected':
      if (denials.every(({ seq }) => seq !== event.seq)) denials.push(event);
      return;
    case 'conflict_forecast':
      forecasts.set(forecastKey(event), event);
      return;
    case 'workstream_ended':
      for (const [key, { branches }] of forecasts)
        if (branches.includes(event.workstream.branch)) forecasts.delete(key);
      return;
    default:
  }
}

function forecastKey({ file, symbols, branches }: Forecast): string {
  return [file, ...branches, ...symbols].join('\n');
}

function disputeIn(event: EventOf<'negotiation_opened' | 'negotiation_escalated'>): Dispute {
  return {
    id: event.negotiation_id,
    file: event.file,
    symbols: event.symbols,
    initiator: event.initiator,
    initiatorSession: event.initiator_session,
    counterparty: event.counterparty,
    counterpartySession: event.counterparty_session,
    isEscalated: event.type === 'negotiation_escalated',
  };
}

function disputeOf(record: NegotiationRecord): Dispute {
  return {
    id: record.id,
    file: record.file,
    symbols: record.symbol_ids,
    initiator: record.initiator,
    initiatorSession: record.initiator_session,
    counterparty: record.counterparty,
    counterpartySession: record.counterparty_session,
    isEscalated: record.status === 'escalated',
  };
}

function waitIn(event: EventOf<'wait_added'>): Wait {
  const { wait_id: id, session_id: sessionId, user, file, symbols } = event;
  return { id, sessionId, user, file, symbols };
}

function waitOf(record: WaitRecord): Wait {
  const { id, session_id: sessionId, user_name: user, file, symbol_ids: symbols } = record;
  return { id, sessionId, user, file, symbols };
}
