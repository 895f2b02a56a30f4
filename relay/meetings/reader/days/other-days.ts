import { months, ordinalFigure, weekday } from './day-words.ts';

/** Days that a sentence names as something else than its end, so that they are no deadlines (MTG-5). */

const day = `(?:today|tonight|tomorrow|(?:this|next) (?:week|month|sprint)|(?:next |this )?${weekday}|the ${ordinalFigure})`;
const dayOfMonth = `(?:${ordinalFigure}|(?:[a-z]+[- ])?[a-z]+(?:st|nd|rd|th))\\b`;

const others: readonly RegExp[] = [
  // Not then: "it won't be this week", "not today", "I've no more energy today".
  new RegExp(`\\b(?:won['’]?t be|not|isn['’]?t|can['’]?t)(?: on| by| for)? ${day}`, 'gi'),
  /\b(?:won['’]t|needn['’]t) (?:\p{L}+ ){1,5}today\b/giu,
  new RegExp(`\\bno (?:more )?\\p{L}+ ${day}`, 'giu'),
  // Who has no time then, and from when on something else is: "not me this week", "on leave from the 23rd", "here until Friday".
  new RegExp(`\\bnot me,? ${day}`, 'gi'),
  new RegExp(`\\b(?:on|off on) (?:\\p{L}+ )?(?:leave|holiday) from ${day}`, 'giu'),
  new RegExp(`\\bi['’]?m (?:only |still )?here (?:until|till) ${day}`, 'gi'),
  /(?<!\b(?:days?|weeks?|months?|say|so) )\bfrom (?:today|tomorrow)\b/gi,
  // What is told, not when: "I'll write them that it moves to Tuesday".
  new RegExp(`\\bthat \\p{L}+(?: \\p{L}+)? moves? to ${day}`, 'giu'),
  // No room then: "this week is full", "Thursday's a holiday".
  new RegExp(
    `\\b${day}(?:['’]?s| is| are) (?:too |already |also )?(?:full|taken|busy|booked|gone|bad|tight|a holiday|out)\\b`,
    'gi',
  ),
  // What day it is: "what's today, Friday".
  /\bwhat(?:['’]s| is) today,? ?\p{L}*/giu,
  // Where somebody is on another day than that which they say: "I'll ring them on Thursday, tomorrow I'm in Bergen".
  new RegExp(
    `(?<=${day}[^.;]*,\\s*)${day},? i['’]m (?:in|at|away|off|out)\\b(?![^.;,]*\\bthen\\b)[^.;,]*`,
    'gi',
  ),
  // Another thing that is on that day: "the review's on the 26th", "I have a call on Thursday".
  new RegExp(
    `\\b(?:the|our|my|their) [\\p{L}-]+(?: [\\p{L}-]+)?(?:['’]s| is| are) on ${day}`,
    'giu',
  ),
  new RegExp(
    `\\b(?!i have the meeting with (?:them|him|her)\\b)(?:i have|i['’]ve(?: got)?|we have|there(?:['’]s| is)) (?:an? |the |my )?(?:call|meeting|appointment|course|training|holiday|interview|audit|exam|flight|dentist)\\b(?![^.;]*, i['’]ll \\p{L}+ (?:it|them|him|her|that|then|this)\\b)[^.;]*`,
    'giu',
  ),
  new RegExp(
    `\\bi['’]?m (?:giving (?!him|her|them)|teaching|away|off|out|travelling|traveling|on leave|on holiday)\\b[^.;,]*${day}`,
    'gi',
  ),
  // What comes after it: "who runs support after Friday".
  new RegExp(`\\bafter (?:next )?${weekday}\\b`, 'gi'),
  // What holds from then on: "quarter past nine from Monday".
  new RegExp(
    `(?<=\\S )(?<!\\b(?:days?|weeks?|months?|say|so) )\\bfrom (?:next week|(?:next )?${weekday}|the ${dayOfMonth})\\b(?: on\\b)?`,
    'gi',
  ),
  // How it is then: "today they run on my notebook", "tomorrow they've half day".
  /(?:^|(?<=[,;] ))(?:today|tomorrow) (?:they|he|she|it)(?!['’]ll| will|['’]s (?:live|in|out|there|done|on|gone|up))\b[^,;.]*/gi,
  /\b(?:\p{L}+days? )?like today\b|\bthat['’]s an? \p{L}+day\b/giu,
  // What ends by itself: "the certificate runs out on Wednesday".
  new RegExp(`\\b(?:runs? out|expires?|closes|opens|ends) (?:on )?${day}`, 'gi'),
  // What was done: "what I shared on Friday".
  /\bi (?!need\b)\p{L}+ed (?:it |that )?on \p{L}+day\b/giu,
  // Who takes a day back: "until Friday, no, wait".
  new RegExp(`${day}[^,;.]{0,20}, (?:no|wait|no,? wait),`, 'gi'),
  // A month that says which of several: "the July round".
  new RegExp(`(?<=\\bthe )(?:${months}) (?!of |and |or |to )(?=[a-z])(?!${dayOfMonth})`, 'gi'),
  // How often: "ten times a day"; and since when: "as of this morning".
  /\b(?:times|seconds|minutes|hours|days) (?:in )?an? (?:day|week|month)\b/gi,
  /\b(?:as of|since|earlier) this (?:morning|afternoon)\b/gi,
  // What is told, and how long it takes others: "I'll ring them and say next week", "it takes them a few days".
  new RegExp(`\\band (?:say|tell \\p{L}+) ${day}`, 'giu'),
  /\btakes? (?:them|him|her|you) (?:\p{L}+ ){0,3}(?:days?|weeks?|months?)\b/giu,
  // How long after something else: "one time after a day".
  /\bafter (?:an?|one|two|three|\d+) (?:days?|weeks?|months?)\b/gi,
  // A day that is counted from another one.
  new RegExp(`\\bthe ${weekday} before that\\b`, 'gi'),
];

/** Why: "because the clinic opens on the 27th", "so that we can look at it on Monday". A sentence may also begin with it. */
const reason =
  /\b(?:because|so that(?!['’]ll))\b(?:(?!\bi['’]ll\b|,|;| so | by |(?<!the) end of ).)*/giu;
/** What it is good for, behind the day: "tomorrow morning, so that it's up by the weekend". */
const purpose = new RegExp(`(?<=\\b${day}.*)\\bso that (?!['’]?ll\\b)[^,;]*`, 'gi');
const leastBefore = 4;
/** Longer ones are looked through for days as they are, which takes no longer the stranger they are. */
const maxLength = 1_000;

/** The sentence without the words that name such days. */
export function withoutOtherDays(sentence: string): string {
  if (sentence.length > maxLength) return sentence;
  const first = sentence
    .replace(purpose, ' ')
    .replace(reason, (words, at: number) =>
      at < leastBefore && !/^because of\b/i.test(words) ? words : ' ',
    );
  return others.reduce((text, other) => text.replace(other, ' '), first);
}
