import type { People } from '../people/people.ts';
import type { Utterance } from '../signals/signals.ts';
import { common } from '../words/content.ts';

/** What was said before a sentence that takes something back. */

/** How many turns back something may be taken back without its name. */
export const turnsBack = 4;

export interface Before {
  /** What was said until then that may be a result. */
  readonly before: readonly Utterance[];
  readonly people: People;
}

export function near(one: Utterance, before: readonly Utterance[]): readonly Utterance[] {
  return before.filter(({ turn }) => one.turn - turn <= turnsBack);
}

export function isPromise({ own }: Utterance): boolean {
  return Boolean(own['plainWork'] || own['promisesVerb'] || own['takesOn']);
}

/** What names the matter; where none is named, the last that was said, with what only answered it. */
export function lastOf(
  before: readonly Utterance[],
  matter: ReadonlySet<string>,
): readonly Utterance[] {
  if (matter.size > 0)
    return before.filter(({ content }) => common(matter, content) / matter.size >= 0.5);
  const named = before.findLastIndex(({ content }) => content.size > 0);
  if (named === -1) return [];
  const [asked, last] = [before[named - 1], before[named]];
  const isAnswer = isAskedFor(asked, last) || isEchoOf(asked, last);
  return before.slice(isAnswer ? named - 1 : named);
}

/** "Let's use Redis." "Fine by me, Redis." */
function isEchoOf(said: Utterance | undefined, yes: Utterance | undefined): boolean {
  if (said === undefined || yes === undefined || !yes.own['strongYes']) return false;
  return yes.turn - said.turn === 1 && common(said.content, yes.content) > 0;
}

/** "Bob, could you bump it?" "Sure, I'll bump it today." */
function isAskedFor(asked: Utterance | undefined, answer: Utterance | undefined): boolean {
  if (asked === undefined || answer === undefined || !asked.own['requestYou']) return false;
  return answer.turn - asked.turn === 1 && isPromise(answer);
}
