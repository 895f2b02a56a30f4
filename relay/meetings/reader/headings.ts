import { labelKind, type LabelKind } from '../../../shared/meetings/label-kinds.ts';
import type { Utterance } from './signals/signals.ts';

const mostWords = 4;
/** Under these stands what was said, whatever came of it. */
const neutral =
  /^[#*_\s]*(?:notes?|minutes|meeting notes|discussions?|discussed|summary|recap|overview|transcript)[*_:\s]*$/i;

/** Each item of a list as what the heading over it announces: under "Decisions" a decision, under "Open questions" neither. */
export function underHeadings(all: readonly Utterance[]): Utterance[] {
  let kind: LabelKind | undefined;
  let item: Utterance | undefined;
  return all.map((one) => {
    const heading = headingIn(one);
    const goesOn = heading === undefined && isOfItem(item, one);
    if (one.own['listed']) item = one;
    if (heading !== undefined) item = undefined;
    if (heading !== undefined || !(goesOn || isInList(one, kind))) kind = announced(heading, one);
    if (heading !== undefined) return { ...one, own: { ...one.own, empty: 1 } };
    const isItem = kind !== undefined && !goesOn && !isLabelledItself(one);
    return isItem ? { ...one, own: { ...one.own, ...signalsUnder(kind), underHeading: 1 } } : one;
  });
}

/**
 * "- Bob: write the notes" under "Action items" is read as what Bob says. Other talk under a heading, such as "Meeting notes" over
 * a transcript, is no list.
 */
function isInList(one: Utterance, kind: LabelKind | undefined): boolean {
  const { own, speaker, place, isLast } = one;
  if (own['listed']) return true;
  const isTask = own['imperative'] || own['noVerb'] || (own['norm'] && !own['question']);
  // Behind a colon the tagger often takes the verb of a task for a noun.
  const isTold = isTask || !ofTalk.some((name) => own[name]);
  return kind === 'action' && speaker !== '' && place === 0 && isLast && Boolean(isTold);
}

/** What people say and nobody writes as a task. */
const ofTalk = [
  'question',
  'subjectI',
  'subjectWe',
  'subjectYou',
  'subjectThey',
  'subjectIt',
  'leadYes',
  'leadNo',
  'leadSo',
  'wh',
  'let',
  'pastVerb',
];

/** What an item says in its own line and the next one ends no list. */
function isOfItem(item: Utterance | undefined, { own, speaker, turn, line, text }: Utterance) {
  if (item?.turn !== turn || line - item.line > 1) return false;
  return !own['listed'] && speaker === '' && !/^[#*]/.test(text);
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

/** What a heading announces; nothing of "Discussion", under which things are settled too. */
function announced(heading: LabelKind | undefined, { text }: Utterance): LabelKind | undefined {
  return neutral.test(text) ? undefined : heading;
}

function isLabelledItself({ own }: Utterance): boolean {
  return Object.keys(own).some((name) => name.startsWith('label_'));
}
