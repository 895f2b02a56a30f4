import type { Utterance } from '../signals/signals.ts';
import type { People } from '../words/people.ts';
import * as plain from '../words/plain-lexicon.ts';
import { leftOpen } from './taking-on.ts';

/** Whether somebody says that nobody has it yet, in the request or right after it. */
export function isLeftOpen(
  all: readonly Utterance[],
  main: Utterance,
  members: readonly Utterance[],
): boolean {
  const last = members.at(-1) ?? main;
  const near = all.slice(last.at + 1, last.at + 8);
  const next = near.findIndex(({ own }) => own['someone']);
  const after = (next === -1 ? near : near.slice(0, next)).filter(
    (one) => one.turn - main.turn <= 2 && !one.own['vocative'],
  );
  const isForAll = members.some(({ own }) => own['someone'] || own['norm'] || own['question']);
  return (
    members.some(({ text }) => leftOpen.test(text)) ||
    (isForAll && after.some(({ text }) => leftOpen.test(text)))
  );
}

const ofOthers = ['question', 'someone', 'requestYou', 'norm', 'imperative', 'vocative'];

/** Where nobody is asked or named, and it is not left open, who answers speaks of their own work: "Thursday at the latest." */
export function ownWork(
  all: readonly Utterance[],
  { main, members }: { main: Utterance; members: readonly Utterance[] },
  people: People,
): string {
  if (isLeftOpen(all, main, members)) return '';
  const says = members.findLast(
    ({ speaker, own }) => speaker !== '' && !ofOthers.some((name) => own[name]),
  );
  return says === undefined || speaksOfNeed(says) ? '' : people.shown(says.speaker);
}

function speaksOfNeed({ words }: Utterance): boolean {
  return plain.needs.in(words, 0, words.length) !== undefined;
}
