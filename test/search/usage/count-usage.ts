import { readdirSync, readFileSync } from 'node:fs';
import { tokensOf } from '../../../relay/search/builtin/lexicon/tokens.ts';

const head = `# By concept, the stems of the words in the sentences about it; *3 where a stem stands in 3 of them.
# Generated from usage-sentences/ by regenerate-usage.ts: do not edit.

`;

/** The text of the lexicon's `data/usage.txt`, counted from the sentences in `usage-sentences/`. */
export function usageText(): string {
  const folder = new URL('usage-sentences/', import.meta.url);
  const lines = readdirSync(folder)
    .sort()
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split(/^## /m).slice(1))
    .map((block) => `${lineOf(block)}\n`);
  return head + lines.join('');
}

function lineOf(block: string): string {
  const [name = '', ...sentences] = block.trim().split('\n');
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const stem of stemsIn(sentence)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const words = [...counts]
    .sort(([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1))
    .map(([stem, count]) => (count > 1 ? `${stem}*${count}` : stem));
  return `${name}: ${words.join(', ')}`;
}

function stemsIn(sentence: string): Set<string> {
  const tokens = tokensOf(sentence, () => true).filter(({ stop }) => !stop);
  return new Set(tokens.map(({ stem }) => stem));
}
