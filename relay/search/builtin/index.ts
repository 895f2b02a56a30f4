import { inTurns } from '../../kernel/in-slices.ts';
import type { Embedder } from '../embedder.ts';
import type { Curve } from '../similarity.ts';
import { lexiconInParts, readLexicon } from './lexicon/lexicon.ts';
import type { Lexicon } from './lexicon/vocabulary.ts';
import { addHashed, addRotated, addScaled, dimensions, hashOf, lengthOf } from './projection.ts';
import { conceptStrengths } from './concept-strengths.ts';
import { stemOf, tokensOf, type Token } from './lexicon/tokens.ts';

interface Parsed {
  readonly title: readonly Token[];
  readonly body: readonly Token[];
}

const maxCharacters = 8_000;
/** Some 3 ms. */
const textsAtOnce = 16;
const titleWeight = 1.5;
/** How strongly the parts of a vector count beside the concepts, which have 1. */
const usagePart = 0.6;
const wordsPart = 0.25;
const letterGroupsPart = 0.12;
/** Sums that have no upper bound are mapped to `sum / (sum + half)`, from 0 to 1. These are the halves. */
const evidenceForHalf = 0.5;
const strengthForHalf = 6;
/** Concepts weaker than this share of the strongest are left out. */
const minShare = 0.03;
const wordOfLexicon = 0.5;
/** Fitted on one half of the labelled questions in the tests. */
const curve: Curve = { unrelated: 0.15, same: 0.65 };

let lexicon: Lexicon | undefined;
let reading: Promise<void> | undefined;

/**
 * The embedder that needs nothing: no model weights, no network, no packages.
 *
 * It is a hand-written lexicon of 384 concepts of software engineering (see `lexicon/README.md`), not a language model. The
 * vector of a text is a weighted sum of: the concepts that its words and phrases name, the concepts near to these, the
 * concepts in whose example sentences its words were counted, its words, and groups of three letters of its words.
 *
 * So `how do users prove who they are?` is near to `JWT for API sign-in` without a word in common. Texts whose words are not in
 * the lexicon are near only as far as they share words or letters. It knows English only, and no grammar: `never retry` is as
 * near to `retry` as `always retry`.
 *
 * Pure and synchronous inside; the same text always gives the same vector, for a passage and for a question alike. The first line
 * of a text is its title and counts more than the rest; of each the first 8,000 characters are read.
 *
 * `nextTurn` is awaited between the pieces in which the first use reads the lexicon.
 */
export function builtinEmbedder(nextTurn: () => Promise<unknown>): Embedder {
  const read = async (): Promise<void> =>
    void (lexicon = await inTurns(lexiconInParts(), nextTurn));
  const warm = (): Promise<void> => (reading ??= read());
  return {
    name: 'builtin-concepts-3',
    dimensions,
    batchSize: textsAtOnce,
    curve,
    async embed(texts) {
      await warm();
      return texts.map(embedText);
    },
    warm,
    knownWords(question) {
      lexicon ??= readLexicon();
      const { title, body } = parse(question, lexicon);
      return knownWordsOf([...title, ...body], lexicon);
    },
  };
}

/** The vector of one text, of unit length; a fixed one for a text without words. */
export function embedText(text: string): Float32Array {
  lexicon ??= readLexicon();
  const parsed = parse(text, lexicon);
  const sum = new Float32Array(dimensions);
  addConcepts(sum, parsed, lexicon);
  addUsage(sum, parsed, lexicon);
  addWords(sum, parsed, lexicon);
  const length = lengthOf(sum);
  if (length === 0) sum[0] = 1;
  else addScaled(sum, sum, 1 / length - 1);
  return sum;
}

function parse(text: string, lexicon: Lexicon): Parsed {
  const end = text.indexOf('\n');
  const [title, body] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
  const isName = (word: string): boolean => {
    const stem = stemOf(word);
    return lexicon.words.has(stem) && !lexicon.joined.has(stem);
  };
  const read = (part: string): Token[] => tokensOf(part.slice(0, maxCharacters), isName);
  return { title: read(title), body: read(body) };
}

function addConcepts(sum: Float32Array, { title, body }: Parsed, lexicon: Lexicon): void {
  const strengths = new Float64Array(dimensions);
  addScaled(strengths, conceptStrengths(title, lexicon), titleWeight);
  addScaled(strengths, conceptStrengths(body, lexicon), 1);
  const least = strengths.reduce((most, strength) => Math.max(most, strength), 0) * minShare;
  const amounts = new Float64Array(dimensions);
  let evidence = 0;
  for (let concept = 0; concept < dimensions; concept += 1) {
    const strength = strengths[concept] ?? 0;
    if (strength <= least) continue;
    spread(amounts, concept, strength / (strength + strengthForHalf), lexicon);
    evidence += strength * (lexicon.concepts[concept]?.weight ?? 1);
  }
  const length = lengthOf(amounts);
  if (length > 0) addRotated(sum, amounts, evidence / (evidence + evidenceForHalf) / length);
}

/** Adds the concepts in whose example sentences the words of the text were counted. */
function addUsage(sum: Float32Array, { title, body }: Parsed, { usage }: Lexicon): void {
  const amounts = new Float64Array(dimensions);
  const read = (tokens: readonly Token[], weight: number): void => {
    const stems = new Set(tokens.filter(({ stop }) => !stop).map(({ stem }) => stem));
    for (const stem of stems) {
      for (const sense of usage.get(stem) ?? []) {
        amounts[sense.concept] = (amounts[sense.concept] ?? 0) + weight * sense.weight;
      }
    }
  };
  read(title, titleWeight);
  read(body, 1);
  const length = lengthOf(amounts);
  if (length > 0) addRotated(sum, amounts, usagePart / length);
}

/** Adds a concept, and its neighbours by their nearness. */
function spread(amounts: Float64Array, concept: number, strength: number, lexicon: Lexicon): void {
  for (const near of lexicon.neighbours[concept] ?? []) {
    const weight = lexicon.concepts[near.concept]?.weight ?? 1;
    amounts[near.concept] = (amounts[near.concept] ?? 0) + strength * near.weight * weight;
  }
}

function addWords(sum: Float32Array, { title, body }: Parsed, lexicon: Lexicon): void {
  const counts = new Map<string, number>();
  const count = (tokens: readonly Token[], weight: number): void => {
    for (const { stem, stop } of tokens) {
      if (!stop) counts.set(stem, (counts.get(stem) ?? 0) + weight);
    }
  };
  count(title, titleWeight);
  count(body, 1);
  const words = new Float32Array(dimensions);
  const groups = new Float32Array(dimensions);
  for (const [stem, amount] of counts) {
    const weight = ((lexicon.words.has(stem) ? wordOfLexicon : 1) * amount) / (amount + 1);
    addHashed(words, hashOf(`word ${stem}`), { count: 24, length: weight });
    if (stem.length >= 4) addLetterGroups(groups, stem, weight);
  }
  addPart(sum, words, wordsPart);
  addPart(sum, groups, letterGroupsPart);
}

/** Adds the groups of three letters of a word, with its ends. */
function addLetterGroups(sum: Float32Array, stem: string, weight: number): void {
  const padded = `<${stem}>`;
  const groups = padded.length - 2;
  for (let start = 0; start < groups; start += 1) {
    const hash = hashOf(padded.slice(start, start + 3));
    addHashed(sum, hash, { count: 6, length: weight / Math.sqrt(groups) });
  }
}

/** Adds a vector at the given length. */
function addPart(sum: Float32Array, part: Float32Array, length: number): void {
  const own = lengthOf(part);
  if (own > 0) addScaled(sum, part, length / own);
}

/** A word that the lexicon has only from example sentences is known in part. */
const byUsage = 0.5;

/** How well the lexicon knows each word that says what a text is about: 1 for a word with meanings, 0 for one it does not have. */
function knownWordsOf(
  tokens: readonly Token[],
  { words, usage }: Lexicon,
): ReadonlyMap<string, number> {
  const shareOf = (stem: string): number => {
    if (words.has(stem)) return 1;
    return usage.has(stem) ? byUsage : 0;
  };
  const telling = tokens.filter(({ stop }) => !stop);
  return new Map(telling.map(({ word, stem }) => [word, shareOf(stem)]));
}
