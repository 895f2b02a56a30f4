import type { Utterance } from '../signals/signals.ts';
import * as lexicon from '../words/lexicon.ts';
import * as plain from '../words/plain-lexicon.ts';
import * as withdrawn from '../words/withdrawn-lexicon.ts';
import { leadOf } from '../words/word-forms.ts';

/** What somebody says as settled, whether or not another one says yes to it (MTG-11). */

/** The tagger finds no verb in "all services log JSON". */
const fewWords = 2;

/** "We will adopt feature flags", "We're moving to pnpm", "So we start on Monday", "We use tabs from now on". */
export function isSettled(
  all: readonly Utterance[],
  { words, own, content, at, turn }: Utterance,
): boolean {
  if (own['leadBut']) return false;
  const lead = leadOf(words).length;
  const will = plain.weWill.at(words, lead);
  if (will !== undefined) return isChosen(words[will.end]?.lemma, words, will.end);
  if (plain.choiceIs.at(words, lead) !== undefined) return true;
  const isFromNow = plain.fromNowOn.in(words, 0, words.length) !== undefined;
  const isSaid = !own['noVerb'] || content.size > fewWords;
  if (isFromNow && !own['subjectYou'] && !own['subjectThey'] && isSaid) return true;
  const last = all[at - 1];
  const isBehind = last?.turn === turn;
  const isAnswer = isBehind && last.own['leadYes'] && last.words.length <= 4;
  // "Okay. No deploys before the audit."
  if (isBehind && last.own['leadOkay'] && last.words.length <= 2 && beginsNo(words)) return true;
  // "Okay, you convinced me. The timeout stays at 30 s."
  if (isAnswer && last.own['strongYes'] && own['keeps'] && !own['hedge']) return true;
  if (plain.weWill.at(words, behindSo(words)) !== undefined) return true;
  // "Fine. Then the experiment starts on January 11."
  if (isAnswer && own['leadSo'] && own['keeps'] && content.size >= 2) return true;
  const isInstead = isBehind && withdrawn.dropsNamed.at(last.words, leadOf(last.words).length);
  return Boolean(own['leadSo'] || isAnswer || isInstead) && weDo(words) !== undefined;
}

function beginsNo(words: Utterance['words']): boolean {
  return words[0]?.lower === 'no' && words[0].after === '' && words.length > 1;
}

/** Of "It has not worked, so we're dropping it" the place of "we're"; beyond the sentence where nothing is concluded. */
function behindSo(words: Utterance['words']): number {
  const so = words.findIndex(({ lower }, at) => lower === 'so' && words[at - 1]?.after === ',');
  return so === -1 ? words.length : so + 1;
}

/** "Alright, GRDB then." */
export function isConcluded({ own, content }: Utterance): boolean {
  const isBare = own['leadOkay'] && own['endsThen'] && own['noVerb'];
  // "Eight then" is said of what is settled elsewhere.
  const isNamed = content.size > (own['number'] ? 1 : 0);
  return Boolean(isBare && !own['day']) && isNamed;
}

/** "REST it is." */
export function isThatOne({ words, content }: Utterance): boolean {
  const hit = plain.itIs.in(words, words.length - 3, words.length);
  return hit?.end === words.length && content.has(words[hit.at - 1]?.lemma ?? '');
}

/** The verb of "we use tabs", and not of "we used" or "we are". */
export function weDo(words: Utterance['words']): number | undefined {
  const lead = leadOf(words).length;
  const verb = words[lead + 1];
  const isWe = words[lead]?.lower === 'we' && verb?.tag === 'VERB' && verb.lower === verb.lemma;
  return isWe && isChosen(verb.lemma, words, lead + 1) ? lead + 1 : undefined;
}

function isChosen(verb: string | undefined, words: Utterance['words'], at: number): boolean {
  if (verb === undefined || plain.notChosen.has(verb)) return false;
  return verb === 'drop' || verb === 'start' || lexicon.talkVerbs.at(words, at) === undefined;
}
