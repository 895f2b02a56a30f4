import { isOther } from '../signals/context.ts';
import { movesOn } from '../signals/course.ts';
import type { Utterance } from '../signals/signals.ts';
import type { People } from '../words/people.ts';

/** So many turns after somebody was asked another one may take it from them. */
const within = 4;

interface Handing {
  readonly owner: string;
  /** The sentence by which it changes hands. */
  readonly by: Utterance;
}

/**
 * Who has it in the end, where it changes hands after somebody was asked or took it on: "You've got the renderer. I'll export them.",
 * "Let me do it instead.", "Give it to Nora instead."; undefined where it stays with them.
 */
export function handedTo(
  all: readonly Utterance[],
  { main, members }: { main: Utterance; members: readonly Utterance[] },
  people: People,
): Handing | undefined {
  const last = members.at(-1) ?? main;
  const near = all
    .slice(main.at + 1, last.at + 14)
    .filter(({ turn }) => turn - main.turn <= within);
  const end = near.findIndex((one) => one.at > last.at && (movesOn(one) || isNewWork(one)));
  const after = end === -1 ? near : near.slice(0, end);
  const given = after.findLast((one) => givesTo.test(one.text) && namedIn(one, people) !== '');
  if (given !== undefined) return { owner: namedIn(given, people), by: given };
  const taker = after.findLast((one) => isTakenOver(one, main, after));
  return taker && { owner: people.shown(taker.speaker), by: taker };
}

const givesTo =
  /\b(?:give (?:it|that|this) to|let \p{L}+ do (?:it|that)|make (?:it|that) \p{L}+['’]s|\p{L}+ (?:does|takes|has) (?:it|that) (?:instead|then)|(?:hand|pass) (?:it|that) (?:over )?to)\b/iu;

function namedIn({ words }: Utterance, people: People): string {
  return people.in(words).at(-1)?.name ?? '';
}

/** Work of its own, not of what was asked before. */
function isNewWork({ own, content, text }: Utterance): boolean {
  return (
    Boolean((own['someone'] || own['requestYou'] || own['vocative']) && content.size >= 2) &&
    !takesIt.test(text)
  );
}

/** Another one than who was asked and than who answered says that it is theirs now. */
function isTakenOver(one: Utterance, main: Utterance, after: readonly Utterance[]): boolean {
  if (one.speaker === '' || !isOther(main, one) || one.own['question']) return false;
  if (takesFrom.test(one.text)) return true;
  const isAskedFor = asksForIt.test(one.text);
  if (!takesIt.test(one.text) && !isAskedFor) return false;
  const before = after.filter(({ at, turn }) => at < one.at && turn > main.turn && turn < one.turn);
  const answered = before.some((answer) => isOther(answer, one) && isOther(answer, main));
  const yields = after.some(
    (next) => next.at > one.at && isOther(one, next) && lets.test(next.text),
  );
  return yields || (answered && !isAskedFor && !main.own['promisesVerb']);
}

const takesFrom =
  /\b(?:i['’]ll|i will|let me|i['’]d rather|i can) (?:take|do) (?:it|that|this) (?:from (?:you|him|her)|off (?:you|him|her)|instead|myself)\b|^(?:okay,? |ah,? )?then i (?:do|take|make) (?:it|that)\b/i;
const takesIt =
  /^(?:(?:no|okay|actually|then|wait|hang on)[,.]? )*(?:i['’]ll|i will|i['’]d|let me) (?!say|be|guess|think|have|like|rather|love|prefer|take (?:it|that) (?:back|home|away|with))\p{Ll}+ (?:it|them|that|those|this)\b/iu;
/** "Give me the bar, I know where it goes." */
const asksForIt = /^(?:no,? |okay,? )?give me (?:the|that|it|this)\b/i;
/** "All yours.", "Gladly." */
const lets =
  /^(?:all yours|(?:it['’]s )?yours|gladly|with pleasure|even better|take it|please do|then i['’]m (?:off|out|happily)|you can have it)\b/i;
