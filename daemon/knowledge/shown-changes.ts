import type { SymbolChange } from '../../shared/symbols/contract.ts';
import type { AnalysedText } from '../index/changed-symbols.ts';

/** Without the symbols that a publication has no room for: they would look as if they were gone. */
export function shownOf(
  changes: readonly SymbolChange[],
  published: readonly { readonly name: string }[],
  after: AnalysedText,
): SymbolChange[] {
  const shown = new Set(published.map(({ name }) => name));
  const there = new Set(after === 'absent' ? [] : after.facts.symbols.map(({ name }) => name));
  return changes.filter(({ name }) => shown.has(name) || !there.has(name));
}
