import type { ContractChange } from '../../../shared/published-contracts/contract.ts';
import type { Use } from './changes.ts';
import type { Member } from './typescript-syntax.ts';

interface Place {
  readonly path: string;
  readonly use: Use;
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

function newMember({ path, use }: Place, { optional }: Member): ContractChange {
  const breaking = !optional && use !== 'got';
  const text = optional
    ? `${path} is new and optional.`
    : `${path} is new${breaking ? ' and required: who gives it must add it' : ''}.`;
  return { kind: 'added', path, text, breaking };
}
