import type { Lexicon, Phrase, Sense } from './lexicon/vocabulary.ts';
import type { Token } from './lexicon/tokens.ts';

/** A word or phrase found in a text, with what it may mean. */
interface Finding {
  readonly senses: readonly Sense[];
  readonly strength: number;
}

interface Match {
  readonly phrase: Phrase;
  readonly places: readonly number[];
  /** 1 when its words stand side by side; less when there are others between them, or their order is reversed. */
  readonly closeness: number;
}

const maxFindings = 300;
const maxWordsBetween = 2;
const closenessWithGap = 0.7;
const closenessOfReversed = 0.7;
const wordInsidePhrase = 0.3;
/** The strength of a phrase with some stop words, and of one that has only stop words. */
const phraseWithStopWords = 0.6;
const phraseOfStopWords = 0.45;
const stopWord = 0.5;
const overlappingPhrase = 0.4;
const withoutContext = 0.3;
const maxPhraseStrength = 2.5;
/** With 1 the meanings of a word would share its strength; with less a word of many meanings counts more in total. */
const sharing = 0.7;

/**
 * How strongly a text is about each concept, by the number of the concept. A word with several meanings counts for all of them,
 * but mostly for the one that is near to the concepts of the rest of the text.
 */
export function conceptStrengths(tokens: readonly Token[], lexicon: Lexicon): Float64Array {
  const findings = findingsIn(tokens, lexicon).slice(0, maxFindings);
  const strengths = new Float64Array(lexicon.concepts.length);
  if (findings.length === 0) return strengths;
  const context = contextOf(findings, lexicon);
  for (const finding of findings) {
    const fits = finding.senses.map((sense) => fitOf(finding, sense, context, lexicon));
    const total = fits.reduce((sum, fit) => sum + fit, 0);
    finding.senses.forEach(({ concept, weight }, index) => {
      const part = ((fits[index] ?? 0) / total) ** sharing;
      strengths[concept] = (strengths[concept] ?? 0) + finding.strength * weight * part;
    });
  }
  return strengths;
}

/** How near the whole text is to each concept when each word counts equally for all its meanings. */
function contextOf(findings: readonly Finding[], lexicon: Lexicon): Float64Array {
  const prior = new Float64Array(lexicon.concepts.length);
  for (const finding of findings) {
    for (const sense of finding.senses) {
      prior[sense.concept] = (prior[sense.concept] ?? 0) + share(finding, sense);
    }
  }
  const context = new Float64Array(prior.length);
  for (let concept = 0; concept < prior.length; concept += 1) {
    const strength = prior[concept] ?? 0;
    if (strength === 0) continue;
    for (const near of lexicon.neighbours[concept] ?? []) {
      context[near.concept] = (context[near.concept] ?? 0) + near.weight * strength;
    }
  }
  return context;
}

/** How well one meaning of a word fits the concepts of the rest of the text. */
function fitOf(finding: Finding, sense: Sense, context: Float64Array, lexicon: Lexicon): number {
  if (finding.senses.length === 1) return 1;
  const row = sense.concept * lexicon.concepts.length;
  let near = context[sense.concept] ?? 0;
  for (const other of finding.senses) {
    near -= (lexicon.nearness[row + other.concept] ?? 0) * share(finding, other);
  }
  return sense.weight * (withoutContext + Math.max(0, near));
}

function share(finding: Finding, sense: Sense): number {
  return (finding.strength * sense.weight) / finding.senses.length;
}

function findingsIn(tokens: readonly Token[], lexicon: Lexicon): Finding[] {
  const covered = new Uint8Array(tokens.length);
  const findings: Finding[] = [];
  for (const match of matchesIn(tokens, lexicon)) {
    const free = match.places.filter((place) => covered[place] === 0).length;
    if (free === 0) continue;
    const weight = free === match.places.length ? 1 : overlappingPhrase;
    for (const place of match.places) covered[place] = 1;
    const strength = phraseStrength(match, tokens) * match.closeness * weight;
    findings.push({ senses: match.phrase.senses, strength });
  }
  tokens.forEach((token, place) => {
    const senses = lexicon.words.get(token.stem);
    if (!senses) return;
    const weight = covered[place] === 1 ? wordInsidePhrase : 1;
    findings.push({ senses, strength: weight * (token.stop ? stopWord : 1) });
  });
  return findings;
}

/** How strong a phrase is as evidence: the more words the stronger, less with stop words. */
function phraseStrength({ places }: Match, tokens: readonly Token[]): number {
  const most = Math.min(maxPhraseStrength, 0.5 + 0.5 * places.length);
  const little = places.filter((place) => tokens[place]?.stop).length;
  if (little === 0) return most;
  return most * (little === places.length ? phraseOfStopWords : phraseWithStopWords);
}

/** The phrases of a text, the strongest first. */
function matchesIn(tokens: readonly Token[], lexicon: Lexicon): Match[] {
  const matches: Match[] = [];
  tokens.forEach((token, start) => {
    for (const phrase of lexicon.phrases.get(token.stem) ?? []) {
      if (!secondWordFollows(tokens, start, phrase)) continue;
      const match = matchAt(tokens, start, phrase);
      if (match) matches.push(match);
    }
  });
  return matches.sort((a, b) => worth(b) - worth(a));
}

function worth(match: Match): number {
  return match.places.length * match.closeness;
}

/** Whether the second word of a phrase follows soon: a cheap test that rules out most phrases. */
function secondWordFollows(tokens: readonly Token[], start: number, phrase: Phrase): boolean {
  const next = phrase.stems[1];
  const end = Math.min(tokens.length - 1, start + 1 + maxWordsBetween);
  for (let place = start + 1; place <= end; place += 1) {
    if (tokens[place]?.stem === next) return true;
  }
  return false;
}

function matchAt(tokens: readonly Token[], start: number, phrase: Phrase): Match | undefined {
  const places = [start];
  let gaps = 0;
  for (let word = 1; word < phrase.stems.length; word += 1) {
    let place = (places.at(-1) ?? start) + 1;
    while (gaps < maxWordsBetween && tokens[place] && tokens[place]?.stem !== phrase.stems[word]) {
      gaps += 1;
      place += 1;
    }
    if (tokens[place]?.stem !== phrase.stems[word]) return undefined;
    places.push(place);
  }
  return {
    phrase,
    places,
    closeness: (gaps === 0 ? 1 : closenessWithGap) * (phrase.reversed ? closenessOfReversed : 1),
  };
}
