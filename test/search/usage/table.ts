import { readdirSync, readFileSync } from 'node:fs';
import { tokensOf } from '../../../relay/search/builtin/tokens.ts';

const head = `/**
 * By concept, the stems of the words in sentences about it, with how many sentences they stand in where it is more than one.
 * Counted by \`test/search/usage/count.ts\` from the sentences beside it; to be changed there.
 */
`;

/**
 * The sentences were written concept by concept by authors who had seen neither the labelled questions in `../quality` nor each
 * other's. They are in blocks of `## concept` and one sentence a line: decisions about it, and what people ask who do not know
 * its name.
 */
export function usageTable(): string {
  const folder = new URL('.', import.meta.url);
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split(/^## /m).slice(1))
    .map(lineOf);
  return [head, 'export const usage = `\n', ...lines.map((line) => `${line}\n`), '`;\n'].join('');
}

function lineOf(block: string): string {
  const [name = '', ...sentences] = block.trim().split('\n');
  const counts = new Map<string, number>();
  for (const sentence of sentences)
    for (const stem of stemsIn(sentence)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const words = [...counts]
    .sort(([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1))
    .map(([stem, count]) => (count > 1 ? `${stem}*${count}` : stem));
  return `${name}: ${words.join(' ')}`;
}

function stemsIn(sentence: string): Set<string> {
  const tokens = tokensOf(sentence, () => true).filter(({ stop }) => !stop);
  return new Set(tokens.map(({ stem }) => stem));
}
