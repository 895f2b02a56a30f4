import { asData } from '../../shared/kernel/display.ts';

/** What an agent on one of the two lines of work is told. */
export function forecastMessage({
  file,
  symbols,
  branches,
}: {
  readonly file: string;
  readonly symbols: readonly string[];
  readonly branches: readonly string[];
}): string {
  const what = symbols.length === 0 ? [file] : symbols.slice(0, 5);
  return (
    `coord: merging ${branches.map((branch) => asData(branch, 120)).join(' and ')} would conflict in ` +
    `${what.map((id) => asData(id)).join(', ')}. Look at the other side before you go on.`
  );
}
