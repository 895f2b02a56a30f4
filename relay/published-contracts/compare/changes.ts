import { asData } from '../../../shared/kernel/display.ts';
import type { ContractChange } from '../../../shared/published-contracts/contract.ts';

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

  /** Counts a comparison of two parts; false when the limit is reached. */
  step(): boolean {
    this.steps += 1;
    if (this.steps === maxSteps) this.add(notComparable(''));
    return this.steps < maxSteps;
  }
}

/** `User.email`; a part in brackets is added without a dot: `User[string]`. */
export function join(path: string, part: string): string {
  if (path === '' || part.startsWith('[') || part.startsWith('(')) return `${path}${part}`;
  return `${path}.${part}`;
}

/** Groups items by name, in the order in which the names first occur. */
export function byName<T extends { readonly name: string }>(items: readonly T[]): Map<string, T[]> {
  const named = new Map<string, T[]>();
  for (const item of items) {
    const known = named.get(item.name);
    if (known === undefined) named.set(item.name, [item]);
    else known.push(item);
  }
  return named;
}
