import { asData } from '../../../shared/kernel/display.ts';
import type { ContractChange } from '../../../shared/published-contracts/contract.ts';

/** What is not read is not passed over in silence. */
export function notComparable(path: string): ContractChange {
  const what = path === '' ? 'The two versions' : `What ${path} was and is`;
  const text = `${what} cannot be compared; look at both.`;
  return { kind: 'changed', path, text, breaking: true };
}

const maxChanges = 200;
const maxSteps = 20_000;
const maxPathLength = 300;

/** The changes that a comparison finds, and how far it may go. What goes further is said as one change that breaks. */
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

  /** Counts a pair of parts that are compared; false when they are too many. */
  step(): boolean {
    this.steps += 1;
    if (this.steps === maxSteps) this.add(notComparable(''));
    return this.steps < maxSteps;
  }
}

/** `User.email`; a part that is no name stands in brackets. */
export function join(path: string, part: string): string {
  if (path === '' || part.startsWith('[') || part.startsWith('(')) return `${path}${part}`;
  return `${path}.${part}`;
}

/** What has the same name stands together, in the order in which the names come. */
export function byName<T extends { readonly name: string }>(items: readonly T[]): Map<string, T[]> {
  const named = new Map<string, T[]>();
  for (const item of items) {
    const known = named.get(item.name);
    if (known === undefined) named.set(item.name, [item]);
    else known.push(item);
  }
  return named;
}
