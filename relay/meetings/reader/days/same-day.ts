import { hourWords, soon } from './day-words.ts';
import { dateOf, type Deadline } from './spoken-dates.ts';

/** What is done on the day of the meeting: at once, or at an hour of it (MTG-5). */

/** Who is asked until when, or says it of what they do, means an hour of that day: "by 11", "before the 14:00 one". */
const hour =
  /\b(?:by|before|until|till) (?:the )?\d{1,2}(?::\d\d| ?(?:am|pm|o['’]clock)|(?=[.,!?]*$))/i;

/** "I'm seeing him at two", "it's out before eight", "I've a call with them at half three". */
const spokenHour = new RegExp(
  `(?:^|\\b(?:i|i['’](?:m|ll|ve)|you['’]ll|it['’]s|it['’]ll) [^.;]*?)\\b(${hourWords})`,
  'i',
);

/** The day of the meeting, where a sentence says that it is done on it; an hour counts only in `isAnswer`. */
export function soonOf(sentence: string, nowMs: number, isAnswer: boolean): Deadline | undefined {
  const atHour = () => hour.exec(sentence)?.[0] ?? spokenHour.exec(sentence)?.[1];
  const words = soon.exec(sentence)?.[0] ?? (isAnswer ? atHour() : undefined);
  return words === undefined ? undefined : { day: dateOf(nowMs), words };
}
