import type { SymbolChange } from '../../shared/symbols/contract.ts';
import type { FileFacts, ParsedFile, SymbolFacts, Use } from './parser/facts.ts';
import type { Analysis } from './parser/analysis.ts';
import type { FactsRow } from './store.ts';
import { symbolId } from '../../shared/kernel/symbol-id.ts';

/** A text at one moment, as far as the symbol graph goes. */
export type AnalysedText = Pick<Analysis, 'facts'> | 'absent';

/** What the index has of a file, as a text; undefined for a file of which nothing is known as it was. */
export function textOf(row: FactsRow | undefined): AnalysedText | undefined {
  if (row === undefined) return 'absent';
  return row.facts === undefined ? undefined : { facts: row.facts };
}

/**
 * SYM-6: the symbols that a write has added, changed or removed, each with what it was before; under the empty name the code
 * outside every symbol. A comment counts, as symbols are found by it; the place in the file does not.
 */
export function changedSymbols(before: AnalysedText, after: AnalysedText): SymbolChange[] {
  const [known, now] = [symbolsIn(before), symbolsIn(after)];
  const rebound = reboundNames(before, after);
  const isRebound = (uses: readonly Use[]) => uses.some((use) => rebound.has(headOf(use)));
  const changes: SymbolChange[] = [];
  for (const name of new Set([...known.keys(), ...now.keys()])) {
    const [old, current] = [known.get(name), now.get(name)];
    if (comparedOf(old) === comparedOf(current) && !isRebound(current?.uses ?? [])) continue;
    changes.push({ name, ...(old && { before: hashesOf(old) }) });
  }
  const isOther = topLevelOf(before) !== topLevelOf(after);
  if (isOther || isRebound(factsOf(after)?.uses ?? [])) changes.push({ name: '' });
  return changes;
}

function factsOf(text: AnalysedText): FileFacts | undefined {
  return text === 'absent' ? undefined : text.facts;
}

function symbolsIn(text: AnalysedText): Map<string, SymbolFacts> {
  return new Map((factsOf(text)?.symbols ?? []).map((one) => [one.name, one]));
}

function topLevelOf(text: AnalysedText): string {
  return JSON.stringify(factsOf(text)?.uses ?? []);
}

function hashesOf({ meaningHash, signatureHash }: SymbolFacts) {
  return { meaning_hash: meaningHash, signature_hash: signatureHash };
}

function comparedOf(symbol: SymbolFacts | undefined): string {
  if (symbol === undefined) return '';
  const { kind, meaningHash, signatureHash, exported, doc, uses } = symbol;
  return JSON.stringify([kind, meaningHash, signatureHash, exported, doc, uses]);
}

/** The names that stand for something else than before: the calls of who uses them lead elsewhere. */
function reboundNames(before: AnalysedText, after: AnalysedText): Set<string> {
  const [known, now] = [bindingsOf(before), bindingsOf(after)];
  const names = new Set([...known.keys(), ...now.keys()]);
  return new Set([...names].filter((name) => known.get(name) !== now.get(name)));
}

/** Imports and instances by their local names, and symbols that come or go. */
function bindingsOf(text: AnalysedText): Map<string, string> {
  const facts = factsOf(text);
  const bindings = new Map<string, string>();
  for (const { name } of facts?.symbols ?? []) bindings.set(name, 'symbol');
  for (const one of facts?.imports ?? []) bindings.set(one.local, JSON.stringify(one));
  for (const one of facts?.instances ?? []) bindings.set(one.local, one.className);
  return bindings;
}

function headOf(use: Use): string {
  return use.split(' ')[0] ?? '';
}

/** Without the symbols that a publication has no room for: they would look as if they were gone. */
export function shownOf(
  changes: readonly SymbolChange[],
  published: readonly { readonly name: string }[],
  after: AnalysedText,
): SymbolChange[] {
  const shown = new Set(published.map(({ name }) => name));
  const there = new Set(factsOf(after)?.symbols.map(({ name }) => name));
  return changes.filter(({ name }) => shown.has(name) || !there.has(name));
}

/** A file at one moment; `undefined` when it is there but cannot be parsed, or nothing is known of it. */
export type FileState = ParsedFile | 'absent' | undefined;

export type TouchedSymbols =
  { readonly kind: 'symbols'; readonly symbolIds: string[] } | { readonly kind: 'whole_file' };

/**
 * RSV-10: the symbols that are new, gone or of another meaning, and the top-level part when the code outside every
 * symbol changed. `whole_file` when a side that is there could not be parsed.
 */
export function touchedSymbols(path: string, before: FileState, after: FileState): TouchedSymbols {
  if (before === undefined || after === undefined) return { kind: 'whole_file' };
  const hashesBefore = hashesByName(before);
  const hashesAfter = hashesByName(after);
  const names = new Set([...hashesBefore.keys(), ...hashesAfter.keys()]);
  const changed = [...names].filter((name) => hashesBefore.get(name) !== hashesAfter.get(name));
  return { kind: 'symbols', symbolIds: changed.map((name) => symbolId(path, name)) };
}

/** The top-level part goes under the empty name, as it does in symbol ids. */
function hashesByName(state: ParsedFile | 'absent'): Map<string, string> {
  if (state === 'absent') return new Map();
  const hashes = new Map(state.symbols.map(({ name, hash }) => [name, hash]));
  if (state.topLevelHash !== '') hashes.set('', state.topLevelHash);
  return hashes;
}
