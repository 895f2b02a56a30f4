import { labelKind, type LabelKind } from '../labels.ts';
import type { Utterance } from './signals.ts';

const mostWords = 4;

/** Each item of a list as what the heading over it announces: under "Decisions" a decision, under "Open questions" neither. */
export function underHeadings(all: readonly Utterance[]): Utterance[] {
  let kind: LabelKind | undefined;
  return all.map((one) => {
    const heading = headingIn(one);
    if (heading !== undefined || !isInList(one)) kind = heading;
    if (heading !== undefined) return { ...one, own: { ...one.own, empty: 1 } };
    const isItem = kind !== undefined && !isLabelledItself(one);
    return isItem ? { ...one, own: { ...one.own, ...signalsUnder(kind), underHeading: 1 } } : one;
  });
}

/** "- Bob: the notes" is read as what Bob says. */
function isInList({ own, speaker, place, isLast }: Utterance): boolean {
  return Boolean(own['listed']) || (speaker !== '' && place === 0 && isLast);
}

/** What is asked or talked about in a list is written down as open. */
function signalsUnder(kind: LabelKind | undefined): Record<string, number> {
  return kind === 'talk' ? { label_talk: 1, open: 1 } : { [`label_${kind ?? 'talk'}`]: 1 };
}

function headingIn({ text, own, words, speaker }: Utterance): LabelKind | undefined {
  if (own['listed'] || speaker !== '' || words.length > mostWords || /[.?!]$/.test(text))
    return undefined;
  return labelKind(text);
}

function isLabelledItself({ own }: Utterance): boolean {
  return Object.keys(own).some((name) => name.startsWith('label_'));
}
