import { asData } from '../../../shared/kernel/display.ts';
import { grouped } from '../../../shared/kernel/grouped.ts';
import type { ContractChange } from '../../../shared/published-contracts/contract.ts';
import type { Member } from './typescript-syntax.ts';

/** The change that is reported for something that cannot be compared; it counts as breaking. */
export function notComparable(path: string): ContractChange {
  const what = path === '' ? 'The two versions' : `What ${path} was and is`;
  const text = `${what} cannot be compared; look at both.`;
  return { kind: 'changed', path, text, breaking: true };
}

const maxChanges = 200;
const maxSteps = 20_000;
const maxPathLength = 300;

/** Collects the changes that a comparison finds, up to a limit. Beyond it one breaking change says that there are more. */
export class Changes {
  readonly list: ContractChange[] = [];
  private steps = 0;

  add({ kind, path, text, breaking }: ContractChange): void {
    if (this.list.length > maxChanges) return;
    const change =
      this.list.length === maxChanges
        ? notComparable('')
        : { kind, path: asData(path, maxPathLength), text: asData(text, maxPathLength), breaking };
    const repeated = this.list.some((one) => one.path === change.path && one.text === change.text);
    if (!repeated) this.list.push(change);
  }

  /** Counts a comparison of two parts; false when a limit is reached: nothing more would be said. */
  step(): boolean {
    this.steps += 1;
    if (this.steps === maxSteps) this.add(notComparable(''));
    return this.steps < maxSteps && this.list.length <= maxChanges;
  }
}

/**
 * How users of the contract use a type: they give the value (a parameter), they get it (a result), or both (a declared type).
 * Narrowing and new requirements break those who give; widening and removals break those who get.
 */
export type Use = 'given' | 'got' | 'both';

interface Place {
  readonly path: string;
  readonly use: Use;
  /** What it is called without a path. */
  readonly whole: string;
}

interface Difference {
  readonly gone: readonly string[];
  readonly added: readonly string[];
  /** What stands between several of them. */
  readonly between: string;
  readonly was: string;
  readonly is: string;
}

/** Narrowed, widened, or another type; undefined when both allow the same. */
export function allowedChange(
  { path, use, whole }: Place,
  { gone, added, between, was, is }: Difference,
): ContractChange | undefined {
  const [kind, subject] = ['changed' as const, path === '' ? whole : path];
  if (gone.length > 0 && added.length > 0)
    return { kind, path, text: `${subject} was ${was} and is ${is}.`, breaking: true };
  if (gone.length > 0) {
    const why = use === 'got' ? '' : ': who gives it can no longer choose that';
    const text = `${subject} is narrowed, without ${gone.join(between)}${why}.`;
    return { kind, path, text, breaking: use !== 'got' };
  }
  if (added.length === 0) return undefined;
  const breaking = use === 'got' || (use === 'both' && added.some(isAbsent));
  const why = breaking ? ': who reads it must be ready for that' : '';
  return { kind, path, text: `${subject} is widened by ${added.join(between)}${why}.`, breaking };
}

/** Whether a type by its text says that there may be nothing. */
export function isAbsent(text: string): boolean {
  return text === 'undefined' || text === 'null';
}

/** `User.email`; a part in brackets is added without a dot: `User[string]`. */
export function join(path: string, part: string): string {
  if (path === '' || part.startsWith('[') || part.startsWith('(')) return `${path}${part}`;
  return `${path}.${part}`;
}

/** Groups items by name, in the order in which the names first occur. */
export function byName<T extends { readonly name: string }>(items: readonly T[]): Map<string, T[]> {
  return grouped(items, ({ name }) => name);
}

/** A field or parameter that is new, gone, now required or now optional. */
export function memberChange(
  { path, use }: Omit<Place, 'whole'>,
  before: Member | undefined,
  after: Member | undefined,
): ContractChange | undefined {
  if (before === undefined)
    return after === undefined ? undefined : newMember({ path, use }, after);
  if (after === undefined)
    return { kind: 'removed', path, text: `${path} is gone.`, breaking: true };
  if (before.optional && !after.optional) {
    const breaking = use !== 'got';
    const why = breaking ? ': who gives it may not leave it out any more' : '';
    return { kind: 'required', path, text: `${path} is required now${why}.`, breaking };
  }
  if (!before.optional && after.optional) {
    const breaking = use !== 'given';
    const why = breaking ? ': who reads it must be ready for it to be missing' : '';
    return { kind: 'optional', path, text: `${path} is optional now${why}.`, breaking };
  }
  if (before.readonly || !after.readonly || use === 'given') return undefined;
  return { kind: 'changed', path, text: `${path} can no longer be set.`, breaking: true };
}

function newMember({ path, use }: Omit<Place, 'whole'>, { optional }: Member): ContractChange {
  const breaking = !optional && use !== 'got';
  const text = optional
    ? `${path} is new and optional.`
    : `${path} is new${breaking ? ' and required: who gives it must add it' : ''}.`;
  return { kind: 'added', path, text, breaking };
}
