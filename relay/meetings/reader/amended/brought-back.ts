import type { Utterance } from '../signals/signals.ts';
import { common } from '../words/content.ts';
import type { Chosen } from './chosen.ts';

/** So many turns behind what is said against a choice another one may come instead of it. */
const answeredWithin = 3;

/**
 * Whether a choice is named again and spoken against, though the talk has moved on meanwhile, just before another one comes instead:
 * "Five seconds is too short." "Okay, ten seconds."
 */
export function isBroughtBack(
  all: readonly Utterance[],
  { first, one, was }: { first: Utterance; one: Utterance; was: Chosen | undefined },
): boolean {
  return all
    .slice(first.at + 1, one.at + 1)
    .some(
      (next) =>
        next.turn > first.turn &&
        one.turn - next.turn <= answeredWithin &&
        isSpokenAgainst(next) &&
        names(next, first, was),
    );
}

function isSpokenAgainst({ own, text }: Utterance): boolean {
  if (own['question']) return false;
  return Boolean(own['negated'] || own['reversal']) || tooMuch.test(text);
}

/** "Five seconds is too short.", "It needs more than ten.", "Option B has the migration problem." */
const tooMuch =
  /\b(?:too|way) (?!much of a\b)\p{L}+\b|\bmore than\b|\b(?:breaks|fails|costs|problems?|trouble|drawbacks?|risky)\b/iu;

/** By its value, or by a word of its matter: "Back to the logs, that is not enough." */
function names(next: Utterance, first: Utterance, was: Chosen | undefined): boolean {
  const said = new Set(next.words.map(({ lower }) => lower));
  const isValue = was?.text.split(' ').every((word) => said.has(word.toLowerCase())) ?? false;
  return isValue || common(next.content, first.content) > 0;
}
