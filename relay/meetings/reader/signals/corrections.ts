import type { Sentence } from '../words/sentences.ts';
import * as work from '../words/work-lexicon.ts';
import type { Signals } from './values.ts';

/** "I'll find someone to fill in." */
const findsSomeone =
  /\bi(?:['’]ll| will| can) (?:find|get|ask|hire|look for) (?:someone|somebody|anyone)\b/i;
const yesAlone = ['strongYes', 'leadStrongYes'];

/** Takes out of the signals of a sentence what its words only seem to say. */
export function correctYes(found: Signals, { words, text }: Sentence): void {
  if (findsSomeone.test(text)) delete found['someone'];
  // "Better to do it in the loop."
  if (words[0]?.lower === 'better' && words.length > 3)
    for (const name of yesAlone) delete found[name];
  if (work.mereYes.at(words, 0) !== undefined) {
    for (const name of ['leadNo', 'refusal', 'negated']) delete found[name];
    found['leadYes'] = 1;
  }
}
