import { hourWords } from './day-words.ts';
import { dateOf, type Deadline } from './spoken-dates.ts';

/** What is done on the day of the meeting: at once, or at an hour of it (MTG-5). */

const soon =
  /\b(?:today|tonight|right now|right away|straight away|immediately|(?:right |straight )?after (?:this|the)(?: call| meeting)?(?=[.,!?;]|$)|after (?:this|the) (?:call|meeting|chat)|after this(?= and\b| like\b)|straight after this|before (?:i|we|you) (?:go home|eat|leave(?=[,.!;]|$)|log off|hang up|go to (?:bed|sleep)|close the laptop)|(?:i['’]ll|going to) [^.;?]{2,30}(?<!\bfor) now(?=[,.!;]|$| so\b)|(?:i['’]ll|going to) [^.;?]{2,30}, now(?=[,.!;]|$)|(?:as soon as|when|once|before|by the time|the (?:second|moment|minute)) (?:(?:we|you|i) hang up|we['’]re done|this is over)|this (?:second|instant)|now, this minute|\b(?:i|should|must|please) [a-z]+ (?:it|that|this|them)(?: [a-z]+){0,2} now(?=[,.!;]|$)|this (?:morning|afternoon|evening|noon)|in the (?:afternoon|evening)|(?:by|at) noon|(?:before|after|over|at|by) (?:my |the )?lunch|right after(?=[.,!?;]|$)|now(?= because\b)|(?:in|give me) (?:a|one|two|five|ten|a few|a couple of) minutes?|in (?:like |about )?(?:half )?an hour|during (?:the|this) (?:meeting|call)|straight after(?=[.,!?;]|$)|while (?:we|you) (?:speak|talk|type|argue|go on)|while (?:we|you)['’]?re (?:all )?(?:still )?(?:sitting here|talking|typing|on the call)|as we speak|(?:doing|do) (?:it|that|this) now)\b/i;
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
