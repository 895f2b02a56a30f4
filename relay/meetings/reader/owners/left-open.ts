import type { Utterance } from '../signals/signals.ts';
import { movesOn } from '../signals/course.ts';
import type { People } from '../people/people.ts';
import * as work from '../words/work-lexicon.ts';
import { leftOpen } from './taking-on.ts';

/** Whether somebody says that nobody has it yet, in the request or right after it. */
export function isLeftOpen(
  all: readonly Utterance[],
  main: Utterance,
  members: readonly Utterance[],
): boolean {
  const last = members.at(-1) ?? main;
  const near = saidOfIt(all, last);
  const after = near.filter((one) => one.turn - main.turn <= 2 && !one.own['vocative']);
  const isForSomeone = members.some(({ own }) => own['someone']);
  const isForAll = isForSomeone || members.some(({ own }) => own['norm'] || own['question']);
  return (
    members.some(({ text }) => leftOpen.test(text)) ||
    (isForAll && after.some(({ text }) => leftOpen.test(text))) ||
    (isForSomeone && near.some(({ text }) => withoutName.test(text)))
  );
}

/** "No name for now", "on the board without a name". */
const withoutName =
  /\b(?:(?:without|no) (?:a )?(?:name|owner)\b(?! like)|unassigned|(?:leave|leaving) (?:it |that |this )(?:one )?open)\b|^(?:ok(?:ay)?,? |so )?(?:it |that )?stays open\b|^(?:ok(?:ay)?,? |so )?(?:it['’]s|that['’]s) open\b/i;

/** Whether it is said to be open all the same, behind who seemed to take it on: "We leave it open, but Tuesday it's done." */
export function isLeftOpenAfter(all: readonly Utterance[], volunteer: Utterance): boolean {
  return [volunteer, ...saidOfIt(all, volunteer)].some(({ text }) => withoutName.test(text));
}

/** Whether it is said to be open before somebody seems to take it on: "It goes on the list without a name." "I'll hang it up." */
export function isSaidOpenBefore(
  all: readonly Utterance[],
  main: Utterance,
  volunteer: Utterance | undefined,
): boolean {
  if (volunteer === undefined) return false;
  return all.slice(main.at, volunteer.at).some(({ text }) => withoutName.test(text));
}

/** What is said of it after it, until the next thing is asked or promised. */
function saidOfIt(all: readonly Utterance[], last: Utterance): readonly Utterance[] {
  const near = all
    .slice(last.at + 1, last.at + 12)
    .filter(({ turn }) => turn - last.turn <= openWithin);
  const next = near.findIndex(
    (one) =>
      !leftOpen.test(one.text) &&
      (movesOn(one) ||
        (one.own['someone'] && one.content.size > 0 && (one.own['need'] || one.own['requestYou']))),
  );
  return next === -1 ? near : near.slice(0, next);
}

const openWithin = 5;

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
  return work.needs.in(words, 0, words.length) !== undefined;
}
