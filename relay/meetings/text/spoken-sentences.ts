import { setImmediate as nextTurn } from 'node:timers/promises';
import { asData } from '../../../shared/kernel/display.ts';
import type { ExtractedItems } from '../extracted-items.ts';
import { named } from '../../../shared/meetings/named.ts';
import { Passages } from './passages.ts';
import type { Turn } from './turn.ts';

/** What is worked on before other work gets its turn: about a millisecond, since hooks wait meanwhile. */
const atOnce = { characters: 10_000, items: 5 } as const;

/** Of so few words each may be a whole line, whoever says it. */
const shortTurn = 40;

interface Claimed {
  readonly sentence?: string | undefined;
}

/**
 * MTG-7: each result with the words of the transcript that its sentence repeats, in one turn or in a line as it was written.
 * What nobody has said has no sentence and the confidence 0, so that it is only suggested: whoever read may have made it up,
 * or was told to.
 */
export async function withSpokenSentences(
  { decisions, actions, notices }: ExtractedItems,
  { text, turns }: { readonly text: string; readonly turns: readonly Turn[] },
): Promise<ExtractedItems> {
  const spoken = await passagesOf([
    ...turns.map(({ speaker, text: words }) => `${speaker}: ${words}`),
    ...turns.map(({ text: words }) => words).filter((words) => words.length < shortTurn),
    ...text.split('\n'),
  ]);
  const checked = {
    decisions: await eachChecked(decisions, spoken),
    actions: await eachChecked(actions, spoken),
  };
  const unsaid = [
    ...checked.decisions.filter(isUnsaid).map(({ title }) => title),
    ...checked.actions.filter(isUnsaid).map(({ action }) => action),
  ];
  const told = [...(notices ?? []), ...(unsaid.length > 0 ? [noticeOf(unsaid)] : [])];
  return { ...checked, ...(told.length > 0 && { notices: told }) };
}

function isUnsaid({ sentence }: Claimed): boolean {
  return sentence === undefined;
}

function noticeOf(titles: readonly string[]): string {
  return (
    `Only suggested, because nobody has said the sentence that the reading names: ${named(titles)}. ` +
    'Confirm what is true, or hand the reading in again with sentences copied from the transcript.'
  );
}

/** Each line once, on one line as people are shown it. */
async function passagesOf(lines: readonly string[]): Promise<Passages> {
  const spoken = new Passages();
  let length = 0;
  for (const line of new Set(lines.map((one) => one.trim()))) {
    spoken.add(asData(line, line.length));
    length += line.length;
    if (length < atOnce.characters) continue;
    length = 0;
    await nextTurn();
  }
  return spoken;
}

async function eachChecked<Item extends Claimed>(
  items: readonly Item[],
  spoken: Passages,
): Promise<Item[]> {
  const checked: Item[] = [];
  for (const { sentence: claimed = '', ...rest } of items) {
    // As the lines are: who copied it has also copied what nobody sees.
    const sentence = spoken.find(asData(claimed, claimed.length));
    checked.push({ ...rest, ...(sentence ? { sentence } : { confidence: 0 }) } as Item);
    if (checked.length % atOnce.items === 0) await nextTurn();
  }
  return checked;
}
