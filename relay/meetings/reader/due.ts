import { deadlineOf, type Deadline, type Effort } from '../deadlines.ts';
import type { Utterance } from './signals.ts';

/** The day, from the sentences of the group, the last of `members` first, or from what is said right after it. */
export function dueOf(
  all: readonly Utterance[],
  members: readonly Utterance[],
  main: Utterance,
  { nowMs, effort }: { nowMs: number; effort: Effort },
): Deadline | undefined {
  const last = members.toSorted((one, other) => other.at - one.at)[0] ?? main;
  const after: Utterance[] = [];
  for (const one of all.slice(last.at + 1, last.at + 8)) {
    const isNext =
      one.own['vocative'] || one.own['someone'] || one.own['promisesVerb'] || isLabelled(one);
    const isSaidOn = one.turn - last.turn <= 1 && goesOn(one);
    if (one.turn - last.turn > 3 || (isNext && one.content.size >= 2 && !isSaidOn)) break;
    if (one.own['day'] && (isSaidOn || one.words.length <= 12 || one.turn === last.turn))
      after.push(one);
  }
  const before = all
    .slice(Math.max(0, main.at - 2), main.at)
    .filter(({ turn, own }) => turn === main.turn && own['day']);
  const sentences = [
    main,
    ...members.filter((one) => one !== main).toReversed(),
    ...after,
    ...before,
  ];
  for (const one of isLabelled(main) ? [main] : sentences) {
    const isOnlyIf = one.own['conditional'] && /^(?:but |and |so )?if\b/i.test(one.text);
    if (!one.own['day'] || (isOnlyIf && !one.own['promisesVerb'])) continue;
    const found = deadlineOf(one.text, nowMs, { effort, isAnswer: true });
    if (found !== undefined) return found;
  }
  return nextMeeting.test(main.text) ? dayOfNextMeeting(all, { nowMs, effort }) : undefined;
}

const nextMeeting =
  /\b(?:before|by|until|till|for|at) (?:the|our) next (?:meeting|session|call|sync)\b/i;

/** "Next meeting: 14 October", wherever it is said. */
function dayOfNextMeeting(
  all: readonly Utterance[],
  { nowMs, effort }: { nowMs: number; effort: Effort },
): Deadline | undefined {
  const said = all.findLast(
    ({ own, text }) =>
      own['day'] && /^(?:[-*•]\s+)?(?:the |our )?next (?:meeting|session|call|sync)\b/i.test(text),
  );
  return said && deadlineOf(said.text, nowMs, { effort, isAnswer: true });
}

/** Whether it is written as a task of its own. */
export function isLabelled({ own }: Pick<Utterance, 'own'>): boolean {
  return Boolean(own['label_action'] || own['label_task'] || own['listed']);
}

const doesIt = /\bi(?:['’]ll| will| can|['’]d)? (?:just )?\p{L}+ (?:it|that|this|them|him|her)\b/iu;

/** Whether more is said of what was just asked: "I'll do it along with the other one, so Friday." */
export function goesOn({ content, text }: Utterance): boolean {
  return content.size <= 2 && doesIt.test(text);
}
