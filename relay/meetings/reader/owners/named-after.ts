import { movesOn } from '../signals/course.ts';
import type { Utterance } from '../signals/signals.ts';
import * as lexicon from '../words/owner-lexicon.ts';
import type { People } from '../people/people.ts';
import { row } from './owners.ts';

/** So many turns later somebody may still say who has it. */
const within = 7;

/** Who is said to have it, once it was asked for: "Great, Mona then.", "Jo it is.", "The runbook's Bea, then."; nobody is empty. */
export function settledOn(
  all: readonly Utterance[],
  members: readonly Utterance[],
  people: People,
): string[] {
  const last = members.at(-1);
  if (last === undefined || last.own['listed']) return [];
  const near = all
    .slice(last.at + 1, last.at + 20)
    .filter(({ turn }) => turn - last.turn <= within);
  const end = near.findIndex((one) => movesOn(one) || isNewWork(one) || one.own['listed']);
  const after = end === -1 ? near : near.slice(0, end);
  return (
    [...members.slice(1), ...after]
      .map((one) => settled(one, people))
      .findLast((names) => names.length > 0) ?? []
  );
}

/** What is asked of somebody, or promised, that names its own matter. */
function isNewWork({ own, content }: Utterance): boolean {
  return Boolean((own['someone'] || own['requestYou']) && content.size >= 2);
}

function settled({ words, own }: Utterance, people: People): string[] {
  const named = people.in(words);
  const [first] = named;
  if (first === undefined || own['question']) return [];
  const before = words.slice(0, first.at).filter(({ lower }) => !lexicon.beforeSettled.has(lower));
  const isMatter = before.length <= 2 && /['’]s$/.test(before.at(-1)?.lower ?? '');
  if (before.length > 0 && !isMatter) return [];
  const names = row(named, first, words);
  const end = names.at(-1)?.end ?? first.end;
  const hit = lexicon.settlesOwner.at(words, end);
  if (hit === undefined) return [];
  const isWhole = !lexicon.settlesAtEnd.has(hit.text) || hit.end === words.length;
  return isWhole ? [...new Set(names.map(({ name }) => name))] : [];
}

/** Who is called by their bare name right after it: "That has to be changed today. Saskia?" */
export function calledAfter(all: readonly Utterance[], last: Utterance, people: People): string[] {
  const next = all[last.at + 1];
  if (next === undefined || next.turn !== last.turn || !next.own['question']) return [];
  const named = people.in(next.words);
  const [first] = named;
  const others = next.words.filter((_, at) => !named.some((one) => at >= one.at && at < one.end));
  const isBare = others.every(({ lower }) => lexicon.besideCalled.has(lower));
  return first !== undefined && isBare ? row(named, first, next.words).map(({ name }) => name) : [];
}
