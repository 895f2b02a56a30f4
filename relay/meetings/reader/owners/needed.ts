import { isOther } from '../signals/context.ts';
import { movesOn } from '../signals/course.ts';
import type { Utterance } from '../signals/signals.ts';
import { common } from '../words/content.ts';
import { isDeclined } from './told.ts';
import { isNotMe, takesOn } from './taking-on.ts';

/** So many turns later somebody may still take on what is needed. */
const within = 3;
/** Behind so many sentences of their turn they speak of something else. */
const mostBefore = 2;
/** So short a promise names no matter of its own. */
const fewWords = 3;

/**
 * Who takes on what is only said to be needed, also who says so: "The desk needs to know." "I'll tell them."; "They need a script.
 * I'll write one."; undefined where nobody does.
 */
export function whoDoesNeeded(
  all: readonly Utterance[],
  main: Utterance,
  members: readonly Utterance[],
): Utterance | undefined {
  const before = all.slice(Math.max(0, main.at - 3), main.at);
  const isTheirs = [...before, main].some(
    (one) => one.turn === main.turn && takesOn(one) && !one.own['someone'],
  );
  if (main.speaker === '' || isTheirs) return undefined;
  const near = all
    .slice(main.at + 1, main.at + 14)
    .filter(({ turn }) => turn - main.turn <= within);
  const end = near.findIndex(
    (one) => !members.includes(one) && (movesOn(one) || isNewWork(one) || isDeclined(one)),
  );
  const after = end === -1 ? near : near.slice(0, end);
  return after.find((one) => one.speaker !== '' && (takesUp(one, main) || isYesOf(one, main)));
}

/** Asked of all, or of another one. */
function isNewWork({ own, content }: Utterance): boolean {
  return Boolean((own['someone'] || own['requestYou'] || own['need']) && content.size >= 2);
}

function takesUp(one: Utterance, main: Utterance): boolean {
  const { own, content, words } = one;
  if (own['question'] || own['negated'] || own['wouldI'] || isNotMe(one)) return false;
  const isOfIt =
    content.size <= fewWords ||
    common(content, main.content) > 0 ||
    words.some(({ lower }) => pronounOfIt.test(lower));
  const isNext = one.place <= mostBefore && isOther(main, one) && one.turn === main.turn + 1;
  const isNeeded = isNeed.some((name) => main.own[name]);
  const isDoing = own['doing'] && /^(?:so )?i['’]?m\b/i.test(one.text);
  const takes = Boolean(own['promisesVerb'] || own['takesOn'] || isDoing);
  return takes && isOfIt && (isNeeded || isNext);
}

/** "They need ten lines from you by Friday." "Okay, ten lines." */
function isYesOf(one: Utterance, main: Utterance): boolean {
  const isNext = one.turn === main.turn + 1 && one.place === 0 && isOther(main, one);
  return isNext && fromYou.test(main.text) && Boolean(one.own['leadYes']) && !one.own['question'];
}

const fromYou =
  /\b(?:needs?|wants?|must have|waiting for)\b[^.?]* from you\b|\byou (?:have to|need to|must)\b/iu;

const isNeed = ['need', 'norm', 'someone', 'requestYou', 'wh'];
const pronounOfIt = /^(?:it|that|them|those|this|one|him|her)$/;
