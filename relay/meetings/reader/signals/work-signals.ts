import { contentOf } from '../words/content.ts';
import * as lexicon from '../words/lexicon.ts';
import type { Signals } from './values.ts';
import type { Word } from '../words/tagger.ts';
import { isBase } from '../words/word-forms.ts';

/** What the words say of work: whether somebody promises it, or only talks about the talk. `isDated`: a day is named. */
export function workSignalsOf(words: readonly Word[], isDated: boolean): Signals {
  const found: Signals = {};
  const flag = (name: string, is: boolean) => {
    if (is) found[name] = 1;
  };
  const talks = isTalk(words);
  // "I'll tell you on Friday" and "I'll show the new map to the board" are work.
  const isWork =
    words.some(({ lemma }) => workVerbs.test(lemma)) && (isDated || contentOf(words).size > 3);
  flag('talk', talks && !isWork);
  flag('talkOfWork', talks && isWork);
  const took =
    lexicon.promise.in(words, 0, words.length) ?? lexicon.offer.in(words, 0, words.length);
  const done = took && words.slice(took.end).find(({ tag }) => tag !== 'ADV' && tag !== 'PART');
  const isOfMind =
    done !== undefined && lexicon.mindVerbs.has(done.lemma) && !isSeeingTo(words, done);
  flag('promisesVerb', done?.tag === 'VERB' && isBase(done) && found['talk'] !== 1 && !isOfMind);
  flag('promisesMind', done?.tag === 'AUX' || isOfMind);
  return found;
}

/** "I'll see to the cards" is work. */
function isSeeingTo(words: readonly Word[], done: Word): boolean {
  return done.lemma === 'see' && words[words.indexOf(done) + 1]?.lower === 'to';
}

/** Of the verbs of talk those which are work when they have a day or much to be said about. */
const workVerbs =
  /^(?:ask|tell|show|give|talk|look|read|explain|order|run|pass|drop|check|come|circle|sync|hand|put|add|note|close|chat|go|turn)$/;

/** Behind what somebody promises it is as much as "about": "I'll send it, let's say on Friday". */
const about = /^let['’]?s$/;

/** The talk itself and no work: "I'll share my screen". */
function isTalk(words: readonly Word[]): boolean {
  const promised = lexicon.promise.in(words, 0, words.length)?.at ?? Infinity;
  for (const openings of [
    lexicon.promise,
    lexicon.offer,
    lexicon.firmProposal,
    lexicon.requestYou,
  ]) {
    const hit = openings.in(words, 0, words.length);
    if (hit === undefined) continue;
    if (about.test(words[hit.at]?.lower ?? '') && hit.at > promised) continue;
    const place = words.findIndex(
      ({ tag, lower }, at) =>
        at >= hit.end && tag !== 'ADV' && !/^(?:just|quickly|please|be|not)$/.test(lower),
    );
    if (place >= 0 && lexicon.talkVerbs.at(words, place) !== undefined) return true;
    if (
      place >= 0 &&
      openings === lexicon.requestYou &&
      lexicon.talkRequests.at(words, place) !== undefined
    )
      return true;
  }
  return false;
}
