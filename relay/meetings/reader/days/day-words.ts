/** Weekdays without "day", Sunday first, as `getUTCDay` counts them. */
export const weekdays = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'];
/** The months as a regular expression has them. */
export const months =
  'january|february|march|april|may|june|july|august|september|october|november|december';

const numberWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** How many "two" or "12" are; one where it says "a", or nothing. */
export function countOf(word = ''): number {
  return Number(word) || Math.max(1, numberWords.indexOf(word.toLowerCase()) + 1);
}

/** An hour that is spoken, where it ends what is said. */
export const hourWords = `(?:(?<=\\b(?:see|seeing|meet|meeting|call|calling|phone|ring) [^.;,]{1,30} )at|(?<=\\b(?:with|on the phone) [^.;,]{0,20}?)at|before|by(?= half| quarter)) (?:half |(?:quarter|twenty) (?:to|past) )?(?:${numberWords.join('|')})(?=[,.;!?]|$| about\\b)`;

/** Without one of these no day is named in words. */
const dayWords =
  /\b(?:today|tonight|tomorrow|noon|morning|afternoon|evening|days?|weeks?|weekend|next wk|tues|months?|years?|fortnight|next|right now|right away|straight away|immediately|after (?:this|the call|the meeting)|before (?:i|we|you) (?:go home|eat|leave|log off|go to)|the first of the month|hang up|during the (?:meeting|call)|lunch|this (?:second|instant)|(?:i|should|must|please) [a-z]+ (?:it|that|this|them)(?: [a-z]+)? now(?=[,.!;]|$)|an hour|minutes?|while (?:we|you)|as we speak|(?:doing|do) (?:it|that|this) now|straight after|(?:i['’]ll|going to) [^.;?]{2,30}(?<!\bfor) now(?=[,.!;]|$| so\b)|eod|eow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:till?|by) \d{1,2}\/\d{1,2}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|january|february|march|april|june|july|august|sept(?:ember)?|october|november|december|\d{1,2}(?:st|nd|rd|th)|(?:on|by|until|till|before) the (?:first|second|third)(?=[.,!?;]|$)|(?:by|until|till|before|due) (?:the )?(?:good friday|easter|christmas|xmas|new year)|(?:by|until|till|before|on|due) (?:the )?\d{1,2}\.\d{1,2}(?!\.?\d)|tmrw|tmr|(?:by|before|until|till) (?:the )?\d{1,2}(?::\d\d| ?(?:am|pm|o['’]clock)|(?=[.,!?]*$))|the (?:fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|twenty[- ]\p{L}+|thirtieth|thirty[- ]first)|\d{4}-\d{2}-\d{2})\b/iu;

const spokenHour = new RegExp(`\\b${hourWords}`, 'i');

/** Whether a text may name a day; cheap, and true of some texts that do not. */
export function mayNameDay(text: string): boolean {
  return dayWords.test(text) || spokenHour.test(text);
}
