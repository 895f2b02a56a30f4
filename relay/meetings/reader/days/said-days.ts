import { months, ordinalFigure, ordinals, shortWeekdays, weekdays as names } from './day-words.ts';
import { dateOf, dayMs, type Deadline } from './spoken-dates.ts';

/** Days of a week that is named, and other ways of saying a day that the library does not know as a team means them. */

const weekday = `(${names.join('|')})day`;
const friday = 5;
const wednesday = 3;
const ofNextWeek = new RegExp(
  `\\bnext week,?(?: (?:on|like|say|so|by|until))?(?: the)? ${weekday}\\b|\\b${weekday},?(?: of)?(?: the)? next week\\b`,
  'i',
);
const afterThat = new RegExp(`\\b${weekday} week\\b(?!\\p{L})`, 'iu');
const nextWeek = /\bnext week\b/i;
const otherDay = new RegExp(
  `\\b${weekday}\\b|\\b${ordinalFigure}\\b|\\b(?:today|tomorrow)\\b`,
  'i',
);
/** A weekday before figures tells which of them is the month: "by Wed 7/10". */
const withFigures = new RegExp(
  `\\b(?:(${shortWeekdays.join('|')})[a-z]*,? |by |until |till |before |due )(?:the )?(\\d{1,2})/(\\d{1,2})(?![\\w/])`,
  'i',
);

/**
 * Day and month, and no version: "until 5.12", "by 30.11" and "by 05.12", but not "fixed by 2.4". The second full stop is often
 * left out.
 */
const withDots =
  /\b(?:(?:until|till|due(?: on)?)\s+(?:the\s+)?(\d{1,2})\.(\d{1,2})|(?:by|before|on)\s+(?:the\s+)?(0\d|1[3-9]|[23]\d|\d{1,2}(?=\.0\d))\.(\d{1,2}))\.?(?![\w.]*\w)/i;

/** "Next week, Wednesday", "Saturday week", "by Wed 7/10", "by 30.11"; who answers "next week" means its end. */
export function saidDay(sentence: string, nowMs: number, isAnswer: boolean): Deadline | undefined {
  return (
    inNextWeek(sentence, nowMs, isAnswer) ?? inFigures(sentence, nowMs) ?? dotted(sentence, nowMs)
  );
}

function inNextWeek(sentence: string, nowMs: number, isAnswer: boolean): Deadline | undefined {
  const today = new Date(nowMs).getUTCDay();
  const monday = nowMs + (((1 - today + 7) % 7) + (today === 1 ? 7 : 0)) * dayMs;
  const [words, second, first] = ofNextWeek.exec(sentence) ?? [];
  const named = numberOf(second ?? first);
  if (words !== undefined) return { day: dateOf(monday + ((named + 6) % 7) * dayMs), words };
  const [said, which] = afterThat.exec(sentence) ?? [];
  if (said !== undefined) {
    const away = (numberOf(which) - today + 7) % 7 || 7;
    return { day: dateOf(nowMs + (away + 7) * dayMs), words: said };
  }
  const [week] = nextWeek.exec(sentence) ?? [];
  const isMiddle = /\b(?:middle of|mid) next week\b/i.test(sentence);
  return week === undefined || !isAnswer || otherDay.test(sentence)
    ? undefined
    : { day: dateOf(monday + ((isMiddle ? wednesday : friday) - 1) * dayMs), words: week };
}

function numberOf(name = ''): number {
  return names.indexOf(name.toLowerCase());
}

/** Month and day as the weekday says; a day behind which no month can stand comes first. Without either it is left open. */
function inFigures(sentence: string, nowMs: number): Deadline | undefined {
  const [words, name, one, other] = withFigures.exec(sentence) ?? [];
  if (words === undefined) return undefined;
  const wanted =
    name === undefined ? -1 : names.findIndex((each) => each.startsWith(name.toLowerCase()));
  const [first, second] = [Number(one), Number(other)];
  const pairs = [
    [first, second],
    [second, first],
  ] as const;
  for (const [day, month] of pairs) {
    const found = nextDay(month, day, nowMs);
    const isMeant = wanted === -1 ? day > 12 : new Date(found ?? '').getUTCDay() === wanted;
    if (found !== undefined && isMeant) return { day: found, words };
  }
  return undefined;
}

function dotted(sentence: string, nowMs: number): Deadline | undefined {
  const [words, ...figures] = withDots.exec(sentence) ?? [];
  const [day, month] = figures.filter((one) => one !== undefined).map(Number);
  if (words === undefined || day === undefined || month === undefined) return undefined;
  const found = nextDay(month, day, nowMs);
  return found === undefined ? undefined : { day: found, words: words.replace(/\.$/, '') };
}

function nextDay(month: number, day: number, nowMs: number): string | undefined {
  const year = new Date(nowMs).getUTCFullYear();
  for (const of of [year, year + 1]) {
    const date = new Date(Date.UTC(of, month - 1, day));
    const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    if (isReal && dateOf(date.getTime()) >= dateOf(nowMs)) return dateOf(date.getTime());
  }
  return undefined;
}

/** "This week, until Wednesday" ends on that day. */
const ofThisWeek = new RegExp(
  `\\bthis week,? (?=(?:(?:until|till|by|on|so|say) )*${weekday})`,
  'gi',
);
/** "Sunday the second of May" is known without its weekday. */
const weekdayOfDate = new RegExp(`\\b${weekday},? (?:the )?(?=[a-z-]+ of (?:${months})\\b)`, 'gi');

/** "Twenty first". */
const spokenTens = new RegExp(
  `\\b(twenty|thirty) (?=(?:${ordinals.slice(0, 9).join('|')})\\b)`,
  'gi',
);

/** How a day is written short or was taken down from speech, and of two days in a row the last: "today or tomorrow". */
export function inFull(sentence: string): string {
  return sentence
    .replace(spokenTens, '$1-')
    .replace(/\b(?:tmrw|tmr|tmw|tomorow|2moro)\b/gi, 'tomorrow')
    .replace(/\b(?:a|(next)) fortnight(?:['’]s)?\b/gi, (_, next = '') => `${next} two weeks`.trim())
    .replace(/(?<!\bthe )\bday after tomorrow\b/gi, 'the day after tomorrow')
    .replace(/\bnext wk\b/gi, 'next week')
    .replace(/(?<=\b(?:by|on|till?|until|next) )tues\b/gi, 'tuesday')
    .replace(/(?<!\w)['’]?til(?= \w)/gi, 'till')
    .replace(ofThisWeek, '')
    .replace(weekdayOfDate, 'the ')
    .replace(/\btoday ?\/ ?tomorrow\b/gi, 'tomorrow')
    .replace(
      /\b(?:today|tonight),? (?:and|or),? (?:(?:maybe|(?:at the |at )?latest|by) )?tomorrow\b/gi,
      'tomorrow',
    );
}

const dayWord = `(?:(?<!from )(?:next |on |by )?${weekday}|(?<!from )(?:tomorrow|tonight|today)|the \\d|the [a-z-]+(?:st|nd|rd|th)\\b|\\d)`;
/** What somebody ends with: "three weeks or so, till the 17th", "so you'd hear from me on Thursday", "Friday at the latest". */
const conclusions: readonly RegExp[] = [
  new RegExp(
    `(?:,|\\band|\\bthen)?\\s*(?:next week,? )?(?:by |on )?${dayWord}[^,;]*?\\b(?:at|is) the latest\\b`,
    'i',
  ),
  new RegExp(
    `(?:,|[.])\\s*(?:so|say|(?:let me|let['’]s|i['’]d) say|till|until|i\\.?e\\.?|that is)[ ,](?=(?:[^,;]{0,30} )?${dayWord}).*`,
    'i',
  ),
  /,\s*the (?:\d{1,2}(?:st|nd|rd|th)|[a-z-]+(?:st|nd|rd|th))(?:,? (?:say|then|i think|i['’]d say))?[.!?]*$/i,
  new RegExp(
    `(?:,|\\band)\\s+(?:(?:the )?(?:numbers|results|figures|rest)|the \\p{L}+) ${dayWord}.*`,
    'iu',
  ),
  // When it is handed over, behind when it is begun or where somebody is then: "I'm there on Monday, you'll get it by Tuesday".
  new RegExp(
    `(?<=${dayWord}[^;]*)\\b(?:you|they|he|she|it)(?:['’]ll| will)? (?:have|get|see|goes? out|be (?:out|live|there|done|in))\\b[^;]*${dayWord}.*`,
    'i',
  ),
  // Of several days the one until which: "what they send today, I'll hear from them by Monday".
  new RegExp(`(?<=${dayWord}.*|, no, .*|\\bthe week after,? )\\bby ${dayWord}.*`, 'i'),
  new RegExp(`\\bso (?:by |on )?${weekday}[.!?]*$`, 'i'),
  /\bin (?:half an|an?|one|two|three) hours?\b/i,
];
/** "The end of October, the thirtieth": a day of the month before it. */
const dayOfEnd = new RegExp(
  `\\b(?:end|middle|beginning|start) of (the month|${months}),? (?:(?:so|say|like|that['’]s),? )*(?:${weekday},? )?(the (?:\\d{1,2}(?:st|nd|rd|th)|(?:[a-z]+-)?[a-z]+(?:st|nd|rd|th)))\\b`,
  'i',
);

/** "Until the middle of January, the fifteenth" is read as a whole. */
const month = new RegExp(`\\b(?:${months})\\b`, 'i');

/** The part of a sentence that says the day in the end; undefined when it has none. */
export function conclusionOf(sentence: string): string | undefined {
  const [, ofMonth, , day] = dayOfEnd.exec(sentence) ?? [];
  if (ofMonth !== undefined && day !== undefined)
    return month.test(ofMonth) ? `${day} of ${ofMonth}` : day;
  for (const one of conclusions) {
    const found = one.exec(sentence)?.[0];
    if (found === undefined || found.length === sentence.length) continue;
    const isOfMonth = month.test(sentence) && !month.test(found);
    if (!isOfMonth && !/\bso that\b/i.test(found)) return found.replace(/^[\s,.]+/, '');
  }
  return undefined;
}
