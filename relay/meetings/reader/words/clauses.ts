import * as lexicon from './lexicon.ts';
import * as plain from './plain-lexicon.ts';
import type { People } from './people.ts';
import type { Sentence } from './sentences.ts';
import { wordsIn, type Word } from './tagger.ts';

/** A clause has at least so many words. */
const leastWords = 3;

/** The sentences of a turn, cut where another one is said to do something: "Bob will add it and Carol will document it." */
export function clausesOf(sentences: readonly Sentence[], people: People): Sentence[] {
  const clauses = sentences.flatMap((one) => partsOf(one, people));
  return clauses.map((one, place) => ({ ...one, place, isLast: place === clauses.length - 1 }));
}

function partsOf(sentence: Sentence, people: People): Sentence[] {
  const { text, words } = sentence;
  const cuts = [...words.keys()].filter((at) => isNewClause(words, at, people));
  if (cuts.length === 0 || lexicon.conditional.in(words, 0, words.length) !== undefined)
    return [sentence];
  return [0, ...cuts].map((from, part) => {
    const next = cuts[part];
    const end = next === undefined ? text.length : words[lastBefore(words, next)]?.end;
    const said = text.slice(from === 0 ? 0 : words[from]?.start, end);
    return { ...sentence, text: said, words: wordsIn(said) };
  });
}

const joins = /^(?:and|while|plus|then)$/;

function lastBefore(words: readonly Word[], at: number): number {
  return joins.test(words[at - 1]?.lower ?? '') ? at - 2 : at - 1;
}

function isNewClause(words: readonly Word[], at: number, people: People): boolean {
  const last = lastBefore(words, at);
  const isJoined = last < at - 1 || /[,;]/.test(words[last]?.after ?? '');
  if (!isJoined || last < leastWords - 1 || words.length - at < leastWords) return false;
  const named = people.in(words);
  if (named.some(({ end }) => end === last + 1)) return false;
  if (/^i(?:'|$)/.test(words[at]?.lower ?? '')) return lexicon.promise.at(words, at) !== undefined;
  const who = named.find((one) => one.at === at);
  const next = words[who?.end ?? words.length];
  return next !== undefined && (doing.test(next.lower) || plain.handiwork.has(next.lemma));
}

const doing = /^(?:will|should|shall|must|can|to|is|needs|has)$/;
