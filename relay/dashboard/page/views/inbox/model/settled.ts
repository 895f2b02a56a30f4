import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import { asData, shownId } from '../../../../../../shared/kernel/display.ts';
import { branchId, isSameBranch, keyOf, type Kind } from './items.ts';

/** That something no longer waits: what it was, and in words who did what. */
export interface Settled {
  readonly kind: Kind;
  readonly id: string;
  /** What it was about. */
  readonly title: string;
  /** Begins with who did it, such as `ada reaffirmed it`. */
  readonly words: string;
  readonly at: string;
  readonly seq: number;
}

/** The events after which something may wait no longer. */
export const settlingTypes = [
  'negotiation_ended',
  'decision_recorded',
  'decision_reaffirmed',
  'decision_superseded',
  'decision_declined',
  'convention_changed',
  'convention_retired',
  'meeting_reviewed',
  'gate_confirmed',
  'gate_dismissed',
  'branch_moved',
  'workstream_ended',
] as const satisfies readonly LogEvent['type'][];

/** What waits no longer after this event; several where a decision may have waited as a stale one or as a proposed one. */
export function settledBy(event: LogEvent): readonly Settled[] {
  const { at, seq } = event;
  return endings(event).map((ending) => ({ ...ending, at, seq }));
}

/** Whether it tells of the item with this kind and id. */
export function isAbout(settled: Pick<Settled, 'kind' | 'id'>, kind: string, id: string): boolean {
  if (settled.kind !== kind) return false;
  return kind === 'branch' ? isSameBranch(settled.id, id) : settled.id === id;
}

type Ending = Omit<Settled, 'at' | 'seq'>;

function endings(event: LogEvent): readonly Ending[] {
  switch (event.type) {
    case 'negotiation_ended':
      return [negotiation(event)];
    case 'decision_recorded':
      return decision(['decision'], event, 'accepted it');
    case 'decision_declined':
      return decision(['decision'], event, 'turned it down');
    case 'decision_reaffirmed':
      return decision(['stale'], event, `reaffirmed it${note(event.note)}`);
    case 'decision_superseded':
      return decision(['stale', 'decision'], event, `replaced it by “${asData(event.by.title)}”`);
    case 'convention_changed':
      return [rule(event, 'accepted it')];
    case 'convention_retired':
      return [rule(event, 'turned it down')];
    case 'meeting_reviewed':
      return result(event);
    case 'gate_confirmed':
      return [gate(event.workstream, `${asData(event.user)} passed the gate`)];
    case 'gate_dismissed':
      return event.dismissed ? [gate(event.workstream, `${asData(event.user)} dismissed it`)] : [];
    case 'workstream_ended':
      return [gate(event.workstream.slug, `${asData(event.user)} ended the workstream`)];
    case 'branch_moved':
      return [branch(event)];
    default:
      return [];
  }
}

type EventOf<Type extends LogEvent['type']> = Extract<LogEvent, { type: Type }>;

const outcomes = {
  yield: 'gave it to',
  hold: 'left it with',
  split: 'divided it between',
} as const;

const expiries = {
  late: 'Its time was over',
  left: 'The agent that asked has ended',
  taken: 'Another agent has it now',
} as const;

function negotiation(event: EventOf<'negotiation_ended'>): Ending {
  const { negotiation_id: id, outcome, initiator, counterparty } = event;
  const [asking, holding] = [asData(initiator), asData(counterparty)];
  const to = { yield: asking, hold: holding, split: `${asking} and ${holding}` };
  const words =
    outcome === 'yield' || outcome === 'hold' || outcome === 'split'
      ? `${asData(event.by) || 'Somebody'} ${outcomes[outcome]} ${to[outcome]}${note(event.note)}`
      : outcome === 'released'
        ? `${holding} let go of it`
        : expiries[event.reason ?? 'late'];
  return { kind: 'negotiation', id, title: shownId(event.file), words };
}

function decision(
  kinds: readonly ('stale' | 'decision')[],
  event: { decision: { title: string; id?: string | undefined }; user: string },
  what: string,
): Ending[] {
  const { id, title } = event.decision;
  if (id === undefined) return [];
  const words = `${asData(event.user)} ${what}`;
  return kinds.map((kind) => ({ kind, id, title: asData(title), words }));
}

function rule(
  { convention: { id, title }, user }: { convention: { id: string; title: string }; user: string },
  what: string,
): Ending {
  return { kind: 'rule', id, title: asData(title), words: `${asData(user)} ${what}` };
}

function result({ meeting, result: one, user }: EventOf<'meeting_reviewed'>): Ending[] {
  if (one.state === 'found') return [];
  const words = `${asData(user)} ${one.state === 'dropped' ? 'dropped' : 'confirmed'} it`;
  return [{ kind: 'result', id: `${meeting.id}.${one.id}`, title: asData(one.title), words }];
}

function gate(workstream: string, words: string): Ending {
  return { kind: 'gate', id: workstream, title: shownId(workstream), words };
}

function branch(event: EventOf<'branch_moved'>): Ending {
  const on = event.machine === '' ? '' : ` on ${shownId(event.machine, 40)}`;
  return {
    kind: 'branch',
    id: branchId(event),
    title: shownId(event.branch),
    words: `It follows again at ${asData(event.user)}${on}`,
  };
}

function note(text: string): string {
  return text === '' ? '' : `: ${asData(text)}`;
}

/** The newest settlements of the events, which are the newest first; each thing once, whatever it was. */
export function lastSettled(events: readonly LogEvent[], most: number): readonly Settled[] {
  const found = new Map<string, Settled>();
  for (const event of events)
    for (const settled of settledBy(event).slice(0, 1))
      if (!found.has(keyOf(settled)) && isNews(event)) found.set(keyOf(settled), settled);
  return [...found.values()].slice(0, most);
}

/** Most decisions and commits never waited for a person. */
function isNews({ type }: LogEvent): boolean {
  return type !== 'decision_recorded' && type !== 'gate_confirmed' && type !== 'workstream_ended';
}
