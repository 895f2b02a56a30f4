import * as lexicon from './lexicon.ts';
import * as withdrawn from './withdrawn-lexicon.ts';
import * as work from './work-lexicon.ts';
import type { People } from '../people/people.ts';
import type { Sentence } from './sentences.ts';
import { wordsIn, type Word } from './tagger.ts';
import { leadOf } from './word-forms.ts';

/** A clause has at least so many words. */
const leastWords = 3;

/** The sentences of a turn, cut where another one is said to do something: "Bob will add it and Carol will document it." */
export function clausesOf(sentences: readonly Sentence[], people: People): Sentence[] {
  const clauses = sentences.flatMap((one) => partsOf(one, people));
  return clauses.map((one, place) => ({ ...one, place, isLast: place === clauses.length - 1 }));
}

function partsOf(sentence: Sentence, people: People): Sentence[] {
  const { text, words } = sentence;
  const cuts = [...words.keys()].filter(
    (at) =>
      isNewClause(words, at, people) || isChosenInstead(words, at) || isWished(words, at, people),
  );
  if (cuts.length === 0 || lexicon.conditional.in(words, 0, words.length) !== undefined)
    return [sentence];
  return [0, ...cuts].map((from, part) => {
    const next = cuts[part];
    const end = next === undefined ? text.length : endOf(text, words[lastBefore(words, next)]);
    const said = text.slice(from === 0 ? 0 : words[from]?.start, end);
    return { ...sentence, text: said, words: wordsIn(said) };
  });
}

/** With the mark that closes behind it: "Bob takes `login`". */
function endOf(text: string, word: Word | undefined): number | undefined {
  return word && word.end + (/^[`"'”’)\]]/.test(text.slice(word.end)) ? 1 : 0);
}

const joins = /^(?:and|while|plus|then)$/;

function lastBefore(words: readonly Word[], at: number): number {
  return joins.test(words[at - 1]?.lower ?? '') ? at - 2 : at - 1;
}

function isNewClause(words: readonly Word[], at: number, people: People): boolean {
  const last = lastBefore(words, at);
  const isJoined = last < at - 1 || /[,;]|->|→|=>/.test(words[last]?.after ?? '');
  if (!isJoined || last < leastWords - 1 || words.length - at < leastWords) return false;
  const named = people.in(words);
  if (named.some(({ end }) => end === last + 1)) return false;
  const verb = words[at + 1];
  const isDone = verb !== undefined && verb.lower === verb.lemma && work.handiwork.has(verb.lemma);
  // "I'll draft it and Bob, you read it over" is one thing of two people.
  if (words.slice(at).some(({ lemma }) => work.readsOver.has(lemma))) return false;
  if (words[at]?.lower === 'you') return isDone;
  // "I'll do the first two, can you take the others?"
  if (work.asksTo.at(words, at)?.text.endsWith(' you')) return words.some(isPromised);
  if (/^i(?:'|$)/.test(words[at]?.lower ?? ''))
    return lexicon.promise.at(words, at) !== undefined || isDone || verb?.lower === 'do';
  const who = named.find((one) => one.at === at);
  const next = words[who?.end ?? words.length];
  if (who !== undefined && next?.lower === 'you') return true;
  return next !== undefined && (doing.test(next.lower) || work.handiwork.has(next.lemma));
}

function isPromised({ lower }: Word): boolean {
  return lower === "i'll";
}

/** "I'd like Bob to fix the build" says what Bob is to do. */
function isWished(words: readonly Word[], at: number, people: People): boolean {
  const named = people.in(words).find((one) => one.at === at);
  return (
    named !== undefined &&
    words[named.end]?.lower === 'to' &&
    work.wishes.in(words, 0, at)?.end === at
  );
}

/** "Forget MySQL, we take Postgres." */
function isChosenInstead(words: readonly Word[], at: number): boolean {
  const from = leadOf(words).length;
  const dropped = withdrawn.dropsNamed.at(words, from);
  const first = words.findIndex(({ after }, place) => place >= from && after.includes(','));
  const isNamed =
    dropped !== undefined && !/^(?:that|it|this)$/.test(words[dropped.end]?.lower ?? '');
  return isNamed && at === first + 1 && at > dropped.end;
}

const doing = /^(?:will|should|shall|must|can|to|is|needs|has)$/;
