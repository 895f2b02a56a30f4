import { LRUCache } from 'lru-cache';
import { emptyWords, stopWords } from './common-words.ts';
import { stemOf } from './stem.ts';

/** A word of a text that can take part in a phrase. */
export interface Token {
  /** Lower case, without accents. */
  readonly word: string;
  readonly stem: string;
  /** A stop word: it means nothing unless it is part of a phrase. */
  readonly stop: boolean;
}

const maxTokens = 1_000;
const maxWordLength = 40;
const maxCached = 20_000;
const wordPattern = /[\p{L}\p{N}]+/gu;
/** Nearly all words; the patterns for the others are slower. */
const plainWord = /^[a-z]{1,40}$/;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}$/u;
const partBorder = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const ascii = /^[\0-\x7f]*$/;
const cache = new LRUCache<string, Token>({ max: maxCached });

/**
 * The words of a text, at most 1,000. Identifiers are split (`refreshToken`, `refresh_token`), unless `isName` says that the
 * whole is a word of its own (`GraphQL`). Scripts without spaces give pairs of characters.
 */
export function tokensOf(text: string, isName: (word: string) => boolean): Token[] {
  const plain = plainOf(text);
  const tokens: Token[] = [];
  for (const match of plain.matchAll(wordPattern)) {
    for (const word of partsOf(match[0], isName)) {
      if (!emptyWords.has(word)) tokens.push(tokenOf(word));
    }
    if (tokens.length >= maxTokens) break;
  }
  return tokens.slice(0, maxTokens);
}

/** Without accents, possessives and the short form of `not`. */
function plainOf(text: string): string {
  const letters = ascii.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '');
  if (!/['’]/.test(letters)) return letters;
  return letters.replace(/n['’]t\b/g, ' not').replace(/['’]s\b/g, '');
}

function partsOf(written: string, isName: (word: string) => boolean): string[] {
  if (plainWord.test(written)) return [written];
  const whole = written.slice(0, maxWordLength).toLowerCase();
  if (unspaced.test(whole)) return pairsOf(whole);
  if (
    written.length > maxWordLength ||
    !/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{N}\p{Lu}/u.test(written)
  )
    return [whole];
  if (isName(whole)) return [whole];
  return written.split(partBorder).map((part) => part.toLowerCase());
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function tokenOf(word: string): Token {
  const before = cache.get(word);
  if (before) return before;
  const stem = stemOf(word);
  const token = {
    word,
    stem,
    stop: stopWords.has(word) || stopWords.has(stem) || word.length === 1,
  };
  cache.set(word, token);
  return token;
}
