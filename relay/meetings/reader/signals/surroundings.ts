import { common } from '../words/content.ts';
import { neighboursOf, type Likely } from './neighbours.ts';
import type { Utterance } from './signals.ts';
import type { Signals } from './values.ts';

/** So many sentences before and after one are told one by one, and the nearest of them with all that they show. */
const places = [-4, -3, -2, -1, 1, 2, 3, 4];
const nearest = 2;

/**
 * All that is known of one sentence for its second weighing: its own signals, what the likelihoods around it tell, and each sentence
 * beside it by its place, such as `question@-1` for a question just before.
 *
 * @param likely of all sentences, by themselves
 * @param signals of the sentence itself
 */
export function surroundingsOf(
  all: readonly Utterance[],
  at: number,
  { likely, signals }: { readonly likely: readonly Likely[]; readonly signals: Signals },
): Signals {
  const one = all[at];
  if (one === undefined) return {};
  const found: Signals = { ...signals };
  const { decision, action } = neighboursOf(all, likely, at);
  for (const [name, value] of Object.entries(decision)) found[`decision_${name}`] = value;
  for (const [name, value] of Object.entries(action)) found[`action_${name}`] = value;
  for (const place of places) {
    const [near, its] = [all[at + place], likely[at + place]];
    if (near === undefined || its === undefined) continue;
    found[`decision@${place}`] = its.decision;
    found[`action@${place}`] = its.action;
    found[`turns@${place}`] = near.turn - one.turn;
    found[`common@${place}`] = common(one.content, near.content);
    found[`samePerson@${place}`] = Number(near.speaker === one.speaker);
    found[`words@${place}`] = near.words.length;
    if (Math.abs(place) > nearest) continue;
    for (const [name, value] of Object.entries(near.own)) found[`${name}@${place}`] = value;
  }
  return { ...found, wordCount: one.words.length, named: one.content.size, place: at / all.length };
}
