import type { ContractChange } from '../../../shared/published-contracts/contract.ts';
import type { Member, TypeNode } from './typescript-syntax.ts';

/**
 * How users of the contract use a type: they give the value (a parameter), they get it (a result), or both (a declared type).
 * Narrowing and new requirements break those who give; widening and removals break those who get.
 */
export type Use = 'given' | 'got' | 'both';

interface Place {
  readonly path: string;
  readonly use: Use;
}

interface Difference {
  readonly gone: readonly TypeNode[];
  readonly added: readonly TypeNode[];
  readonly was: string;
  readonly is: string;
}

/** Narrowed, widened, or another type; undefined when both allow the same. */
export function typeChange(
  { path, use }: Place,
  difference: Difference,
): ContractChange | undefined {
  const { gone, added, was, is } = difference;
  const kind = 'changed';
  if (gone.length > 0 && added.length > 0) {
    const text = `${subject(path)} was ${was} and is ${is}.`;
    return { kind, path, text, breaking: true };
  }
  if (gone.length > 0) {
    const why = use === 'got' ? '' : ': who gives it can no longer choose that';
    const text = `${subject(path)} is narrowed, without ${textsOf(gone)}${why}.`;
    return { kind, path, text, breaking: use !== 'got' };
  }
  if (added.length === 0) return undefined;
  const absent = added.some(isAbsence);
  const breaking = use === 'got' || (use === 'both' && absent);
  const why = breaking ? ': who reads it must be ready for that' : '';
  const text = `${subject(path)} is widened by ${textsOf(added)}${why}.`;
  return { kind, path, text, breaking };
}

/** A field or parameter that is new, gone, now required or now optional. */
export function memberChange(
  { path, use }: Place,
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

export function isAbsence({ text }: TypeNode): boolean {
  return text === 'undefined' || text === 'null';
}

function newMember({ path, use }: Place, { optional }: Member): ContractChange {
  const breaking = !optional && use !== 'got';
  const text = optional
    ? `${path} is new and optional.`
    : `${path} is new${breaking ? ' and required: who gives it must add it' : ''}.`;
  return { kind: 'added', path, text, breaking };
}

function subject(path: string): string {
  return path === '' ? 'The type' : path;
}

function textsOf(types: readonly TypeNode[]): string {
  return types.map(({ text }) => text).join(', ');
}
