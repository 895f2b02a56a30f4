import { francAll } from 'franc-min';
import { otherReaders } from '../../../../shared/meetings/method.ts';
import type { Turn } from '../../text/turn.ts';

/** So many characters tell the language. */
const sampleLength = 4_000;
const leastLength = 120;
/** Of English talk a third is such words; of other languages less than a tenth. */
const leastShare = 0.15;
/**
 * A short list of tasks may be a little nearer to French. Of lists in English it is at least 0.91 times as near to English, of
 * texts in other languages at most 0.85 times (measured on thirteen).
 */
const nearlyAsNear = 0.88;
const functionWords = new Set(
  `the a an and or but so of to in on at by for from with as is are was were be been it this that these those we us our i my me you your he she they them his her will would should can could do does did have has had not no yes yeah okay what when who how if then there here just about up out it's i'll we'll that's don't i'm let's`.split(
    ' ',
  ),
);
const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** MTG-13: a sentence for people when a transcript is not in English; nothing is guessed from it then. */
export function notInEnglish(turns: readonly Turn[]): string | undefined {
  const sample = sampleOf(turns);
  const words =
    sample
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}']+/gu) ?? [];
  const share = words.filter((word) => functionWords.has(word)).length / Math.max(1, words.length);
  if (sample.length < leastLength || share >= leastShare) return undefined;
  const ranked = francAll(sample);
  const [language = 'und'] = ranked[0] ?? [];
  const english = ranked.find(([one]) => one === 'eng')?.[1] ?? 0;
  if (english >= nearlyAsNear || (language === 'und' && share > leastShare / 2)) return undefined;
  const name = language === 'und' ? 'another language than English' : names.of(language);
  return `This transcript is in ${name}, which the built-in reader does not read: nothing was looked for. ${otherReaders}`;
}

/** From the whole meeting, since a greeting may be in another language. */
function sampleOf(turns: readonly Turn[]): string {
  const step = Math.max(1, Math.floor(turns.length / 40));
  const parts = turns.filter((_, at) => at % step === 0).map(({ text }) => text.slice(0, 400));
  return parts.join(' ').slice(0, sampleLength);
}
