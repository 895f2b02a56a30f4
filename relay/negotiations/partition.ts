import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { wholeFile } from '../../shared/reservations/places.ts';
import { symbolNamesOf } from '../../shared/reservations/symbol-names.ts';
import { invalid } from './rules.ts';

/** Who gets which of the contested symbols, by name. */
export interface Partition {
  readonly initiator: readonly string[];
  readonly counterparty: readonly string[];
}

/** What the parties both want: names of symbols of a file, or the whole file. */
export interface Contested {
  readonly path: string;
  readonly symbols: readonly string[];
}

export interface NamedPartition {
  readonly initiator_symbols: readonly string[];
  readonly counterparty_symbols: readonly string[];
}

/**
 * NEG-4: each contested symbol goes to exactly one party. A contested whole file may be split into any of its symbols.
 * Refused with a ValidationError that says what is wrong.
 */
export function partitionOf(
  contested: Contested,
  named: NamedPartition | undefined,
): Partition | Refusal {
  if (named === undefined) return wrong('say which symbols go to whom.');
  const initiator = namesOf(contested, named.initiator_symbols);
  if (isRefusal(initiator)) return initiator;
  const counterparty = namesOf(contested, named.counterparty_symbols);
  if (isRefusal(counterparty)) return counterparty;
  const problem = problemOf(contested, [...initiator, ...counterparty]);
  return problem === undefined ? { initiator, counterparty } : wrong(problem);
}

function namesOf({ path }: Contested, ids: readonly string[]): string[] | Refusal {
  if (ids.length === 0) return [];
  const names = symbolNamesOf(path, ids);
  if (isRefusal(names)) return wrong(names.message.replace(/^symbol_ids: /, ''));
  return names.includes(wholeFile) ? wrong('name symbols, not the whole file.') : names;
}

function problemOf({ symbols }: Contested, assigned: readonly string[]): string | undefined {
  const twice = assigned.find((name, at) => assigned.indexOf(name) !== at);
  if (twice !== undefined) return `${shown(twice)} is named twice.`;
  if (symbols.includes(wholeFile))
    return assigned.length === 0 ? 'name the symbols that the parties get.' : undefined;
  const foreign = assigned.find((name) => !symbols.includes(name));
  if (foreign !== undefined) return `${shown(foreign)} is not contested.`;
  const missing = symbols.find((name) => !assigned.includes(name));
  return missing === undefined ? undefined : `nobody gets ${shown(missing)}.`;
}

/** The top-level part of a file has an empty name. */
function shown(name: string): string {
  return name === '' ? 'the top-level part' : name;
}

function wrong(problem: string): Refusal {
  return invalid('split', problem);
}
