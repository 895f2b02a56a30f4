import { otherName } from '../../../state/names.ts';
import type { Hold, Agent } from '../../../state/team.ts';
import type { Denial, Forecast, Troubles, Dispute } from './troubles.ts';

const minuteMs = 60_000;
/** So long a denial stands out. */
const denialMs = 10 * minuteMs;
/** The radar tells of the same conflict again after 30 minutes, so one that is not told again is over. */
const forecastMs = 35 * minuteMs;

export type ContestKind = 'denied' | 'overwrote' | 'negotiated' | 'waited' | 'forecast';

/** Somebody else wants what is held, or has changed it on another branch. */
export interface Contest {
  readonly kind: ContestKind;
  /** A symbol id; empty for the whole file. */
  readonly symbol: string;
  /** Who wants it; empty for a forecast, which is about branches. */
  readonly user: string;
  readonly sessionId: string;
}

/** The contests of each file. */
export type Contests = ReadonlyMap<string, readonly Contest[]>;

/** The denials that still stand out, the newest first: one per agent and place. */
function recentDenials({ denials }: Troubles, nowMs: number): Denial[] {
  const newest = new Map<string, Denial>();
  for (const denial of denials) {
    if (nowMs - Date.parse(denial.at) >= denialMs) continue;
    const key = [denial.session_id, denial.file, denial.symbol_id].join('\n');
    newest.delete(key);
    newest.set(key, denial);
  }
  return [...newest.values()].reverse();
}

/** RSV-6: a write that had happened already was not denied. */
function kindOfDenial({ kind }: Pick<Denial, 'kind'>): 'denied' | 'overwrote' {
  return kind === 'write_raced' ? 'overwrote' : 'denied';
}

/** The conflicts that merging would bring, the newest first. */
export function comingConflicts({ forecasts }: Troubles, nowMs: number): Forecast[] {
  return [...forecasts.values()]
    .filter(({ at }) => nowMs - Date.parse(at) < forecastMs)
    .sort((one, other) => other.seq - one.seq);
}

export function contestsOf(troubles: Troubles, nowMs: number): Contests {
  const byFile = new Map<string, Contest[]>();
  const add = (file: string, symbols: readonly string[], contest: Omit<Contest, 'symbol'>) => {
    const known = byFile.get(file) ?? [];
    for (const symbol of symbols.length === 0 ? [''] : symbols) known.push({ ...contest, symbol });
    byFile.set(file, known);
  };
  for (const denial of recentDenials(troubles, nowMs)) {
    const { file, symbol_id: symbol, by: user, session_id: sessionId } = denial;
    add(file, [symbol ?? ''], { kind: kindOfDenial(denial), user, sessionId });
  }
  for (const { file, symbols, initiator, initiatorSession } of troubles.disputes.values())
    add(file, symbols, { kind: 'negotiated', user: initiator, sessionId: initiatorSession });
  for (const { file, symbols, user, sessionId } of troubles.waits.values())
    add(file, symbols, { kind: 'waited', user, sessionId });
  for (const { file, symbols } of comingConflicts(troubles, nowMs))
    add(file, symbols, { kind: 'forecast', user: '', sessionId: '' });
  return byFile;
}

/** What is contested about a hold. The whole file touches every symbol of it. */
export function contestsAbout(contests: Contests, hold: Hold): readonly Contest[] {
  const all = contests.get(hold.file);
  if (all === undefined) return [];
  return all.filter(
    ({ symbol, sessionId }) =>
      sessionId !== hold.sessionId &&
      (symbol === '' || hold.symbol === '' || symbol === hold.symbol),
  );
}

interface About {
  readonly key: string;
  readonly file: string;
  readonly symbols: readonly string[];
  /** Whose trouble it is; empty when it is not of one session. */
  readonly sessionId: string;
  /** When it was told last; undefined where that is not known. */
  readonly at: string | undefined;
}

const words: Record<ContestKind, string> = {
  denied: 'was denied it',
  overwrote: 'wrote over it',
  negotiated: 'asks for it',
  waited: 'waits for it',
  forecast: 'another branch changes it too',
};

/** `Bob waits for it, another agent of yours was denied it`, as `me` reads it; empty where nobody wants the hold. */
export function wantedText(contests: Contests, hold: Hold, me: string): string {
  const texts = contestsAbout(contests, hold).map(({ kind, user }) =>
    user === '' ? words[kind] : `${otherName(user, hold.user, me)} ${words[kind]}`,
  );
  return [...new Set(texts)].join(', ');
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

/** Within one of these times agents keep their places, so that a list of many does not move at every edit. */
const recencies = [2 * minuteMs, 10 * minuteMs, 60 * minuteMs];
const weights: Record<ContestKind, number> = {
  overwrote: 0,
  denied: 0,
  negotiated: 1,
  forecast: 2,
  waited: 3,
};

/** The trouble of each agent that has any, by session id. */
export function troubleByAgent(
  troubles: Troubles,
  nowMs: number,
): ReadonlyMap<string, ContestKind> {
  const found = new Map<string, ContestKind>();
  const note = (id: string, trouble: ContestKind) => {
    const known = found.get(id);
    if (known === undefined || weights[trouble] < weights[known]) found.set(id, trouble);
  };
  for (const denial of recentDenials(troubles, nowMs))
    note(denial.session_id, kindOfDenial(denial));
  for (const { initiatorSession, counterpartySession } of troubles.disputes.values()) {
    note(initiatorSession, 'negotiated');
    note(counterpartySession, 'negotiated');
  }
  for (const { sessions } of comingConflicts(troubles, nowMs))
    for (const id of sessions) note(id, 'forecast');
  for (const { sessionId } of troubles.waits.values()) note(sessionId, 'waited');
  return found;
}

/** Those with trouble first, then who was active last. */
export function inOrder(
  agents: Iterable<Agent>,
  troubles: ReadonlyMap<string, ContestKind>,
  nowMs: number,
): Agent[] {
  const rankOf = ({ id, lastSignAt }: Agent) => {
    const trouble = troubles.get(id);
    if (trouble !== undefined) return weights[trouble] - 10;
    const recency = recencies.findIndex((limit) => nowMs - lastSignAt < limit);
    return recency === -1 ? recencies.length : recency;
  };
  return [...agents]
    .map((agent) => ({ agent, rank: rankOf(agent) }))
    .sort((one, other) => one.rank - other.rank || byName(one.agent, other.agent))
    .map(({ agent }) => agent);
}

function byName(one: Agent, other: Agent): number {
  return (
    compare(one.user, other.user) || compare(one.client, other.client) || compare(one.id, other.id)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether each word is in the agent's person, client, task, branch or file. */
export function fits(
  agent: Pick<Agent, 'user' | 'client' | 'task' | 'branch' | 'file'>,
  words: string,
): boolean {
  const text = [agent.user, agent.client, agent.task, agent.branch, agent.file]
    .join('\n')
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
