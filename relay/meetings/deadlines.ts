const dayMs = 86_400_000;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const friday = 5;
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const isoDate = /\b(\d{4}-\d{2}-\d{2})\b/;
const relative =
  /\b(?:by|until|before|on|due|for)?\s*(today|tonight|tomorrow|end of (?:the )?(?:day|week)|next week)\b/i;
const weekday = new RegExp(
  `\\b(?:by|until|before|on|due|next|this)\\s+(${weekdays.join('|')})\\b`,
  'i',
);
const monthDay = new RegExp(`\\b(${months.join('|')})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b`, 'i');
const dayMonth = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${months.join('|')})\\b`,
  'i',
);

/** The day that a sentence names as its end, `YYYY-MM-DD` in UTC; undefined when it names none. */
export function deadlineIn(sentence: string, nowMs: number): string | undefined {
  const written = isoDate.exec(sentence)?.[1];
  if (written !== undefined && !Number.isNaN(Date.parse(written))) return written;
  const word = relative.exec(sentence)?.[1]?.toLowerCase();
  if (word !== undefined) return dateOf(nowMs + daysUntil(word, nowMs) * dayMs);
  const day = weekday.exec(sentence)?.[1]?.toLowerCase();
  if (day !== undefined)
    return dateOf(nowMs + daysUntilWeekday(weekdays.indexOf(day), nowMs) * dayMs);
  const [, month = '', number = ''] = monthDay.exec(sentence) ?? swapped(dayMonth.exec(sentence));
  return month === ''
    ? undefined
    : dayOfYear(months.indexOf(month.toLowerCase()), Number(number), nowMs);
}

function swapped(found: RegExpExecArray | null): readonly string[] {
  return found === null ? [] : ['', found[2] ?? '', found[1] ?? ''];
}

function daysUntil(word: string, nowMs: number): number {
  if (word === 'tomorrow') return 1;
  if (word === 'next week') return 7;
  return word.endsWith('week') ? (friday - weekdayOf(nowMs) + 7) % 7 : 0;
}

/** Who says "by Monday" on a Monday means the next one. */
function daysUntilWeekday(day: number, nowMs: number): number {
  return ((day - weekdayOf(nowMs) + 6) % 7) + 1;
}

function weekdayOf(ms: number): number {
  return new Date(ms).getUTCDay();
}

/** This year, unless that day is over. */
function dayOfYear(month: number, day: number, nowMs: number): string | undefined {
  const year = new Date(nowMs).getUTCFullYear();
  const [here, next] = [Date.UTC(year, month, day), Date.UTC(year + 1, month, day)];
  const at = here + dayMs > nowMs ? here : next;
  return new Date(at).getUTCDate() === day ? dateOf(at) : undefined;
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
