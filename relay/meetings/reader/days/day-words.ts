import { anyOf } from '../words/any-of.ts';

/** Weekdays without "day", Sunday first, as `getUTCDay` counts them. */
export const weekdays = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'];
/** The months as a regular expression has them. */
export const months =
  'january|february|march|april|may|june|july|august|september|october|november|december';

/** The months as they are written short. */
export const shortMonths = months
  .split('|')
  .map((month) => month.slice(0, 3))
  .join('|');
/** The weekdays as they are written short, Sunday first. */
export const shortWeekdays = weekdays.map((name) => name.slice(0, 3));
/** A weekday, as a part of a regular expression. */
export const weekday = `(?:${weekdays.join('|')})day`;
export const aWeekday = new RegExp(`\\b${weekday}\\b`, 'i');
/** "28th", as a part of a regular expression. */
export const ordinalFigure = '\\d{1,2}(?:st|nd|rd|th)';
/** The days of a month in words. */
export const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  );

const numberWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** How many "two" or "12" are; one where it says "a", or nothing. */
export function countOf(word = ''): number {
  return Number(word) || Math.max(1, numberWords.indexOf(word.toLowerCase()) + 1);
}

/** An hour that is spoken, where it ends what is said. */
export const hourWords = `(?:(?<=\\b(?:see|seeing|meet|meeting|call|calling|phone|ring) [^.;,]{1,30} )at|(?<=\\b(?:with|on the phone) [^.;,]{0,20}?)at|before|by(?= half| quarter)) (?:half |(?:quarter|twenty) (?:to|past) )?(?:${numberWords.join('|')})(?=[,.;!?]|$| about\\b)`;

/** What is done on the day of the meeting: at once, or in a while. */
export const soon = anyOf([
  'today',
  'tonight',
  'right now',
  'right away',
  'straight away',
  'immediately',
  '(?:right |straight )?after (?:this|the)(?: call| meeting)?(?=[.,!?;]|$)',
  'after (?:this|the) (?:call|meeting|chat)',
  String.raw`after this(?= and\b| like\b)`,
  'straight after this',
  String.raw`before (?:i|we|you|he|she|they) (?:goe?s? home|eats?|leaves?(?=[,.!;]|$| (?:this|the) (?:call|meeting)\b)|logs? off|hangs? up|goe?s? to (?:bed|sleep)|sleeps?(?=[,.!;]|$)|closes? the laptop)`,
  String.raw`(?:i['’]ll|going to) [^.;?]{2,30}(?<!\bfor) now(?=[,.!;]|$| so\b)`,
  "(?:i['’]ll|going to) [^.;?]{2,30}, now(?=[,.!;]|$)",
  "(?:as soon as|when|once|before|by the time|the (?:second|moment|minute)) (?:(?:we|you|i) hang up|we(?:['’]re| are) (?:done|off|through|finished|out of)(?: here)?(?=[.,;!?]|$)|(?:this|the (?:call|meeting))(?:['’]s| is) (?:over|done|finished))",
  'this (?:second|instant|minute)',
  'now, this minute',
  String.raw`\b(?:i|should|must|please) [a-z]+ (?:it|that|this|them)(?: [a-z]+){0,2} now(?=[,.!;]|$)`,
  'this (?:morning|afternoon|evening|noon)',
  'in the (?:afternoon|evening)',
  '(?:by|at) noon',
  '(?:before|after|over|at|by) (?:my |the |your )?lunch',
  'before (?:my |your )?(?:dinner|supper|tea)(?=[.,!?;]|$)',
  'by the evening',
  'on (?:my|his|her|their) way (?:out|home)',
  'right after(?=[.,!?;]|$)',
  String.raw`now(?= because\b)`,
  '(?:in|give me) (?:a|one|two|five|ten|a few|a couple of) minutes?',
  'in (?:like |about )?(?:(?:half )?an|one) hour',
  'within the hour',
  'during (?:the|this) (?:meeting|call)',
  'straight after(?=[.,!?;]|$)',
  'while (?:we|you) (?:speak|talk|type|argue|go on)',
  "while (?:we|you)['’]?re (?:all )?(?:still )?(?:sitting here|talking|typing|on the call)",
  'as we speak',
  '(?:doing|do) (?:it|that|this) now',
]);

/** Without one of these, or of those of the same day, no day is named in words. */
const dayWords = anyOf(
  [
    'tomorrow',
    'noon',
    'morning',
    'afternoon',
    'evening',
    'days?',
    'weeks?',
    'weekend',
    'next wk',
    'tues',
    'months?',
    'years?',
    'fortnight',
    'next',
    'after (?:this|the call|the meeting)',
    'before (?:i|we|you) (?:go home|eat|leave|log off|go to)',
    'the first of the month',
    'hang up',
    'lunch',
    'an hour',
    'minutes?',
    'while (?:we|you)',
    'straight after',
    'eod',
    'eow',
    weekday,
    String.raw`\d{1,2}\/\d{1,2}`,
    String.raw`\d{1,2}\.\d{1,2}(?=\.)`,
    String.raw`\d{1,2}-\d{1,2}-\d{2}`,
    shortMonths,
    'mon',
    'tue',
    'wed',
    'thu',
    'fri',
    months,
    'sept',
    ordinalFigure,
    '(?:on|by|until|till|before) the (?:first|second|third)(?=[.,!?;]|$)',
    '(?:by|until|till|before|due) (?:the )?(?:good friday|easter|christmas|xmas|new year|thanksgiving|black friday|cyber monday)',
    String.raw`(?:by|until|till|before|on|due) (?:the )?\d{1,2}\.\d{1,2}(?!\.?\d)`,
    'tmrw',
    'tmr',
    'tmw',
    '2moro',
    String.raw`(?:by|before|until|till) (?:the )?\d{1,2}(?::\d\d| ?(?:am|pm|o['’]clock)|(?=[.,!?]*$))`,
    `the (?:${ordinals.slice(3).join('|').replaceAll('-', '[- ]')})`,
    String.raw`\d{4}-\d{2}-\d{2}`,
  ],
  { flags: 'iu' },
);

const spokenHour = new RegExp(`\\b${hourWords}`, 'i');

/** Whether a text may name a day; cheap, and true of some texts that do not. */
export function mayNameDay(text: string): boolean {
  return dayWords.test(text) || soon.test(text) || spokenHour.test(text);
}
