import { limits } from '../../shared/contract/limits.ts';
import { asData } from '../../shared/kernel/display.ts';
import type { ExtractedItems } from './extracted-items.ts';
import { turnsIn } from './turns.ts';

/**
 * MTG-7: without the sentences that the transcript has not word for word, as one turn or as it was written; a model may have made
 * them up, or was told to.
 */
export function withSpokenSentences(
  { decisions, actions }: ExtractedItems,
  transcript: string,
): ExtractedItems {
  const said = [
    ...turnsIn(transcript).map(({ speaker, text }) => `${oneLine(speaker)}: ${oneLine(text)}`),
    oneLine(transcript),
  ].join('\n');
  const checked = <Item extends { readonly sentence?: string | undefined }>(item: Item): Item => {
    const { sentence: claimed, ...rest } = item;
    const plain = asData(claimed ?? '', limits.sentence).replace(/^["“”']+|["“”']+$/g, '');
    const isSaid = plain !== '' && said.includes(plain);
    return { ...rest, ...(isSaid && { sentence: plain }) } as Item;
  };
  return { decisions: decisions.map(checked), actions: actions.map(checked) };
}

/** Whole, and on one line as people are shown it. */
function oneLine(text: string): string {
  return asData(text, text.length);
}
