import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../../shared/contract/limits.ts';
import { asData } from '../../../shared/kernel/display.ts';
import type { ExtractedItems } from '../extracted-items.ts';
import type { Turn } from './turns.ts';

/** What is worked on before other work gets its turn: about a millisecond, since hooks wait meanwhile. */
const atOnce = { characters: 10_000, items: 5 } as const;

/**
 * MTG-7: without the sentences that the transcript has not word for word, in one turn or in a line as it was written; a model may have made
 * them up, or was told to.
 */
export async function withSpokenSentences(
  { decisions, actions }: ExtractedItems,
  { text, turns }: { readonly text: string; readonly turns: readonly Turn[] },
): Promise<ExtractedItems> {
  const asTurns = await linesOf(turns.map(({ speaker, text: words }) => `${speaker}: ${words}`));
  const asWritten = await linesOf(text.split('\n'));
  const said = [...asTurns, ...asWritten].join('\n');
  return {
    decisions: await eachChecked(decisions, said),
    actions: await eachChecked(actions, said),
  };
}

/** Whole, each on one line as people are shown it. */
async function linesOf(texts: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  let length = 0;
  for (const text of texts) {
    lines.push(asData(text, text.length));
    length += text.length;
    if (length < atOnce.characters) continue;
    length = 0;
    await nextTurn();
  }
  return lines;
}

async function eachChecked<Item extends { readonly sentence?: string | undefined }>(
  items: readonly Item[],
  said: string,
): Promise<Item[]> {
  const checked: Item[] = [];
  for (const item of items) {
    const { sentence: claimed, ...rest } = item;
    const plain = asData(claimed ?? '', limits.sentence).replace(/^["“”']+|["“”']+$/g, '');
    const isSaid = plain !== '' && said.includes(plain);
    checked.push({ ...rest, ...(isSaid && { sentence: plain }) } as Item);
    if (checked.length % atOnce.items === 0) await nextTurn();
  }
  return checked;
}
