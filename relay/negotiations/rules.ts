import { limits } from '../../shared/contract/fields.ts';
import { refuse, type Refusal, isRefusal } from '../../shared/kernel/refusal.ts';
import type {
  NegotiationAction,
  NegotiationOutcome,
  NegotiationStatus,
} from '../../shared/negotiations/contract.ts';
import { wholeFile } from '../../shared/reservations/places.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import { isParsable } from '../../shared/symbols/parsable.ts';

export type Party = 'initiator' | 'counterparty';

/** The state of an open negotiation. Times are milliseconds of the relay's clock. */
export interface NegotiationState {
  readonly waitingFor: Party;
  readonly turns: number;
  readonly maxTurns: number;
  /** How long each answer may take. */
  readonly deadlineMs: number;
  readonly deadlineAt: number;
}

/** What a party does; `deferMs` belongs to `defer`. */
interface Answer {
  readonly by: Party;
  readonly action: NegotiationAction;
  readonly deferMs?: number | undefined;
}

/** What follows from an answer; each of them is a turn. */
export type Step =
  | { readonly kind: 'ended'; readonly outcome: 'yield' | 'hold' | 'split' }
  | { readonly kind: 'escalated' }
  | { readonly kind: 'goes_on'; readonly waitingFor: Party; readonly deadlineAt: number };

/** NEG-2 to NEG-5, NEG-7: what a party's answer leads to. */
export function step(state: NegotiationState, answer: Answer, nowMs: number): Step | Refusal {
  switch (answer.action) {
    case 'yield':
      // Who asked and yields no longer asks.
      return { kind: 'ended', outcome: answer.by === 'initiator' ? 'hold' : 'yield' };
    case 'hold':
      return answer.by === 'initiator' ? onlyHolderHolds() : { kind: 'ended', outcome: 'hold' };
    case 'split': {
      const isAsked = answer.by === 'counterparty' || state.waitingFor === 'initiator';
      return isAsked ? { kind: 'ended', outcome: 'split' } : notAskedToSplit();
    }
    case 'counter':
      return goOn(state, {
        waitingFor: answer.by === 'initiator' ? 'counterparty' : 'initiator',
        // What a `defer` has given is not taken away again.
        deadlineAt: Math.max(state.deadlineAt, nowMs + state.deadlineMs),
      });
    case 'defer':
      return defer(state, answer.deferMs, nowMs);
  }
}

/** NEG-7: the last turn without an end leaves it to a person. */
function goOn(
  { turns, maxTurns }: NegotiationState,
  next: { readonly waitingFor: Party; readonly deadlineAt: number },
): Step {
  return turns + 1 >= maxTurns ? { kind: 'escalated' } : { kind: 'goes_on', ...next };
}

/** NEG-5: the deadline moves by the time asked for; nobody can put it off for longer than a day. */
function defer(
  state: NegotiationState,
  deferMs: number | undefined,
  nowMs: number,
): Step | Refusal {
  if (deferMs === undefined) return invalid('defer_ms', 'say how much longer, in milliseconds.');
  const deadlineAt = Math.max(state.deadlineAt, nowMs) + deferMs;
  if (deadlineAt > nowMs + limits.maxDeadlineMs) {
    return invalid('defer_ms', 'the deadline would be more than 24 hours away.');
  }
  return goOn(state, { waitingFor: state.waitingFor, deadlineAt });
}

/** How the session is that asked: `silent` is one of which nobody has heard for too long. */
export type InitiatorState = 'alive' | 'silent' | 'ended';

interface Circumstances {
  /** It waits for a person, who may take any time. */
  readonly isEscalated: boolean;
  readonly initiator: InitiatorState;
  /** Whether the counterparty still holds any of the contested symbols. */
  readonly isStillReserved: boolean;
}

export type DueEnd =
  | { readonly status: 'expired'; readonly reason: 'late' | 'left' }
  | { readonly status: 'resolved'; readonly outcome: 'deadline' | 'released' };

/**
 * NEG-6, NEG-7: how a negotiation has ended without an answer, or undefined while it goes on. Who asked may do nothing but wait for
 * the answer, so until the deadline silence is no end.
 */
export function dueEnd(
  { waitingFor, deadlineAt }: NegotiationState,
  { isEscalated, initiator, isStillReserved }: Circumstances,
  nowMs: number,
): DueEnd | undefined {
  if (isEscalated && isStillReserved) return undefined;
  const isLate = deadlineAt <= nowMs;
  const hasLeft = initiator === 'ended' || (initiator === 'silent' && isLate && !isStillReserved);
  if (hasLeft) return { status: 'expired', reason: 'left' };
  if (!isStillReserved) return { status: 'resolved', outcome: 'released' };
  if (!isLate) return undefined;
  if (waitingFor === 'initiator') return { status: 'expired', reason: 'late' };
  return { status: 'resolved', outcome: 'deadline' };
}

/** Why a negotiation that is no longer open takes no answer. */
export function hasEnded(
  status: Exclude<NegotiationStatus, 'open'>,
  outcome: NegotiationOutcome | undefined,
): Refusal {
  if (status === 'escalated')
    return refuse('Conflict', 'It is escalated: a person settles it with coord negotiate settle.');
  const how = outcome === undefined ? '' : ` (${outcome})`;
  return refuse('Conflict', `The negotiation has ended: ${status}${how}.`);
}

function onlyHolderHolds(): Refusal {
  return refuse(
    'Conflict',
    'Only the holder can hold. You asked: yield to give up, or counter to go on.',
  );
}

function notAskedToSplit(): Refusal {
  return refuse(
    'Conflict',
    'It is the holder who answers first. You can split when they have countered.',
  );
}

function invalid(field: string, problem: string): Refusal {
  return refuse('ValidationError', `${field}: ${problem}`, { field });
}

/** Who gets which of the contested symbols, by name. */
export interface Partition {
  readonly initiator: readonly string[];
  readonly counterparty: readonly string[];
}

/** What the parties both want: names of symbols of a file, or the whole file. */
interface Contested {
  readonly path: string;
  readonly symbols: readonly string[];
}

export interface NamedPartition {
  readonly initiator_symbols: readonly string[];
  readonly counterparty_symbols: readonly string[];
}

/**
 * NEG-4: each contested symbol goes to exactly one party; the first half stays with the holder where nobody says which. A contested
 * whole file may be split into any of its symbols, where its edits are told apart by them (RSV-10).
 *
 * @param ofFile The symbols of the file that the symbol graph knows, in their order.
 * Refused with a ValidationError that says what is wrong.
 */
export function partitionOf(
  contested: Contested,
  named: NamedPartition | undefined,
  ofFile: readonly string[],
): Partition | Refusal {
  if (named === undefined) return halvesOf(contested, ofFile);
  const initiator = namesOf(contested, named.initiator_symbols, 'initiator_symbols');
  if (isRefusal(initiator)) return initiator;
  const counterparty = namesOf(contested, named.counterparty_symbols, 'counterparty_symbols');
  if (isRefusal(counterparty)) return counterparty;
  const problem = foreignIn(contested, { initiator, counterparty });
  return (
    problem ?? problemOf(contested, [...initiator, ...counterparty]) ?? { initiator, counterparty }
  );
}

function halvesOf({ path, symbols }: Contested, ofFile: readonly string[]): Partition | Refusal {
  const all = symbols.includes(wholeFile) ? ofFile : symbols;
  if (!isParsable(path) && symbols.includes(wholeFile)) return indivisible();
  if (all.length === 0) return wrong('say which symbols go to whom.');
  const middle = Math.ceil(all.length / 2);
  return { initiator: all.slice(middle), counterparty: all.slice(0, middle) };
}

function indivisible(): Refusal {
  return wrong('an edit of such a file counts for all of it. Yield, hold or defer.');
}

function namesOf(
  { path }: Contested,
  ids: readonly string[],
  part: keyof NamedPartition,
): string[] | Refusal {
  if (ids.length === 0) return [];
  const names = symbolNamesOf(path, ids);
  if (isRefusal(names)) return wrong(names.message.replace(/^symbol_ids: /, ''), part);
  return names.includes(wholeFile) ? wrong('name symbols, not the whole file.', part) : names;
}

function foreignIn(
  { symbols }: Contested,
  { initiator, counterparty }: Partition,
): Refusal | undefined {
  if (symbols.includes(wholeFile)) return undefined;
  const isForeign = (name: string) => !symbols.includes(name);
  const part = initiator.some(isForeign) ? 'initiator_symbols' : 'counterparty_symbols';
  const foreign = [...initiator, ...counterparty].find(isForeign);
  return foreign === undefined ? undefined : wrong(`${shown(foreign)} is not contested.`, part);
}

function problemOf({ path, symbols }: Contested, assigned: readonly string[]): Refusal | undefined {
  const twice = assigned.find((name, at) => assigned.indexOf(name) !== at);
  if (twice !== undefined) return wrong(`${shown(twice)} is named twice.`);
  if (symbols.includes(wholeFile)) {
    if (!isParsable(path)) return indivisible();
    return assigned.length === 0 ? wrong('name the symbols that the parties get.') : undefined;
  }
  const missing = symbols.find((name) => !assigned.includes(name));
  return missing === undefined ? undefined : wrong(`nobody gets ${shown(missing)}.`);
}

/** The top-level part of a file has an empty name. */
function shown(name: string): string {
  return name === '' ? 'the top-level part' : name;
}

function wrong(problem: string, part?: keyof NamedPartition): Refusal {
  return invalid(part === undefined ? 'split' : `split.${part}`, problem);
}
