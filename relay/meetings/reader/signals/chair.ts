import { movesOn } from './course.ts';
import * as lexicon from '../words/lexicon.ts';
import type { Utterance } from './signals.ts';
import type { Signals } from './values.ts';

/** So much of leading somebody does at least, and so many times as much as the next one. */
const least = 4;
const lead = 1.2;

/** Who leads the talk: goes on to the next matter, calls people by name and speaks first; empty when nobody does. */
export function chairOf(all: readonly Utterance[]): string {
  const points = new Map<string, number>();
  for (const one of all)
    if (one.speaker !== '')
      points.set(one.speaker, (points.get(one.speaker) ?? 0) + leadingIn(one));
  const [first, second] = [...points].toSorted(([, one], [, other]) => other - one);
  if (first === undefined || first[1] < least || first[1] < lead * (second?.[1] ?? 0)) return '';
  return first[0];
}

function leadingIn(one: Utterance): number {
  const { own, place, at } = one;
  const isOpening = own['leadOkay'] && place === 0;
  return (
    (movesOn(one) ? 2 : 0) +
    (own['vocative'] ? 1 : 0) +
    (own['callsForObjections'] ? 1 : 0) +
    (isOpening ? 0.5 : 0) +
    (at === 0 ? 2 : 0)
  );
}

/** Who leads says at the end of a matter what came of it: "Good, so the drawings leave the scope." */
export function conclusionIn(
  all: readonly Utterance[],
  one: Utterance,
  { chair, central, centralSum }: { chair: string; central: number; centralSum: number },
): Signals {
  const { own, words, content } = one;
  const found: Signals = {};
  const asks = own['question'] || own['asks'];
  const isOpen = [asks, ...openWith.map((name) => own[name])].some(Boolean);
  const concludes = own['leadOkay'] || own['leadSo'] || own['leadYes'] || own['endsThen'];
  if (concludes && !isOpen) {
    found['concludes'] = 1;
    found['concludesCentral'] = central;
  }
  if (chair !== '' && one.speaker === chair) {
    found['chair'] = 1;
    if (!isOpen) found['chairSays'] = 1;
    if (!isOpen) found['chairCentral'] = centralSum;
    if (concludes && !isOpen && content.size > 0) found['chairConcludes'] = 1;
    if (concludes && asks) found['chairProposes'] = 1;
  }
  const earlier = all
    .slice(Math.max(0, one.at - 4), one.at)
    .filter(({ turn }) => turn === one.turn);
  const recaps = (said: Utterance['words']) => lexicon.recaps.in(said, 0, said.length);
  if (earlier.some((last) => recaps(last.words) !== undefined)) found['recapped'] = 1;
  if (recaps(words) !== undefined) found['recaps'] = 1;
  return found;
}

const openWith = ['pastVerb', 'conditional', 'subjectI', 'subjectYou', 'vocative'];
