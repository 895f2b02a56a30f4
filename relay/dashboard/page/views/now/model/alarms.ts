import { comingConflicts, kindOfDenial, recentDenials } from './contests.ts';
import type { Denial, Dispute, Forecast, Troubles } from './troubles.ts';

interface About {
  readonly key: string;
  readonly file: string;
  readonly symbols: readonly string[];
  /** Whose trouble it is; empty when it is not of one session. */
  readonly sessionId: string;
  /** When it was told last; undefined where that is not known. */
  readonly at: string | undefined;
}

/** What stands out at the top of the view. */
export type Alarm = About &
  (
    | { readonly kind: 'forecast'; readonly forecast: Forecast }
    | { readonly kind: 'denied' | 'overwrote'; readonly denial: Denial }
    | { readonly kind: 'negotiated'; readonly dispute: Dispute }
  );

/** What waits for a person first, then what is coming, then what was denied lately, then what agents settle by themselves. */
export function alarmsOf(troubles: Troubles, nowMs: number): Alarm[] {
  const disputes = [...troubles.disputes.values()].map(ofDispute);
  const isEscalated = (alarm: Alarm) => alarm.kind === 'negotiated' && alarm.dispute.isEscalated;
  return [
    ...disputes.filter(isEscalated),
    ...comingConflicts(troubles, nowMs).map(ofForecast),
    ...recentDenials(troubles, nowMs).map(ofDenial),
    ...disputes.filter((alarm) => !isEscalated(alarm)),
  ];
}

function ofDispute(dispute: Dispute): Alarm {
  const { id, file, symbols, initiatorSession: sessionId } = dispute;
  return { kind: 'negotiated', key: id, file, symbols, sessionId, at: undefined, dispute };
}

function ofForecast(forecast: Forecast): Alarm {
  const { file, symbols, branches, at, sessions } = forecast;
  const key = ['forecast', file, ...branches, ...symbols].join('\n');
  const sessionId = sessions[0] ?? '';
  return { kind: 'forecast', key, file, symbols, sessionId, at, forecast };
}

function ofDenial(denial: Denial): Alarm {
  const { file, symbol_id: symbol, session_id: sessionId, at } = denial;
  const kind = kindOfDenial(denial);
  const key = [kind, sessionId, file, symbol].join('\n');
  const symbols = symbol === undefined ? [] : [symbol];
  return { kind, key, file, symbols, sessionId, at, denial };
}
