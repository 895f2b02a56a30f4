import { tokensOf } from '../search/builtin/lexicon/tokens.ts';
import type { NamedSymbol } from './named-symbols.ts';

const maxNear = 5;
/** A word that more of the names share says nothing of one of them. */
const commonShare = 0.3;
const minCommon = 3;

/**
 * DEC-8: the symbols that a text is about though it does not name them: its first line, the title, has all words of the name, or
 * the text has several of them, or one and some of the leading comment. Words count by their stems, and those that many of the
 * names have do not count. The nearest first, at most 5.
 */
export function nearSymbols<Symbol extends NamedSymbol>(
  text: string,
  symbols: readonly Symbol[],
): Symbol[] {
  const [asked, inTitle] = [stemsOf(text), stemsOf(text.split('\n', 1)[0] ?? '')];
  if (asked.size === 0) return [];
  const names = symbols.map(({ name }) => stemsOf(name));
  const common = commonStems(names);
  const scored = symbols.map((symbol, at) => {
    const telling = [...(names[at] ?? [])].filter((stem) => !common.has(stem));
    const shared = telling.filter((stem) => asked.has(stem)).length;
    const isTitle = telling.length > 0 && telling.every((stem) => inTitle.has(stem));
    const inDoc = shared === 0 ? 0 : sharedWithDoc(symbol, names[at], asked);
    const isNear = isTitle || shared >= 2 || (shared === 1 && inDoc >= 2);
    return { symbol, score: isNear ? 2 * shared + inDoc : 0 };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxNear)
    .map(({ symbol }) => symbol);
}

function sharedWithDoc(
  { doc }: NamedSymbol,
  name: ReadonlySet<string> = new Set(),
  asked: ReadonlySet<string>,
): number {
  return [...stemsOf(doc)].filter((stem) => !name.has(stem) && asked.has(stem)).length;
}

function commonStems(names: readonly ReadonlySet<string>[]): Set<string> {
  const counts = new Map<string, number>();
  for (const stem of names.flatMap((one) => [...one]))
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const limit = Math.max(minCommon, names.length * commonShare);
  return new Set([...counts].filter(([, count]) => count > limit).map(([stem]) => stem));
}

function stemsOf(text: string): Set<string> {
  const tokens = tokensOf(text, () => false).filter(({ stop }) => !stop);
  return new Set(tokens.map(({ stem }) => stem));
}
