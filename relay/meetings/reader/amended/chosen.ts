import { weekday, months } from '../days/day-words.ts';
import * as plain from '../words/plain-lexicon.ts';
import type { Word } from '../words/tagger.ts';
import { leadOf } from '../words/word-forms.ts';

/** What a sentence chooses: how much, which day, or what by its name. */
export interface Chosen {
  readonly kind: 'number' | 'day' | 'name';
  /** As it is written. */
  readonly text: string;
  /** Where it stands in the text of the sentence. */
  readonly start: number;
  readonly end: number;
  /** What there are so many of, in its dictionary form; empty where only the number is said. */
  readonly unit: string;
}

const isDay = new RegExp(`^(?:${weekday}|${months})s?$`);
const isBehindChoice = /^(?:with|to|on|for)$/;
const ofName = /^(?:PROPN|NOUN|X)$/;

/** "Okay, thirty then.", "Thursdays it is.", "Let's use Postgres instead.": undefined where nothing or more than one is chosen. */
export function chosenIn(words: readonly Word[]): Chosen | undefined {
  const days = words.filter(({ lower }) => isDay.test(lower));
  const [day] = days;
  if (day !== undefined)
    return days.length === 1 ? chosenOf('day', withNumber(words, day)) : undefined;
  const numbers = words.filter(({ tag }) => tag === 'NUM');
  const [number] = numbers;
  if (number === undefined) return nameIn(words);
  if (numbers.length > 1 || /\p{L}-|-\p{L}/u.test(number.text)) return undefined;
  const next = number.after === '' ? words[words.indexOf(number) + 1] : undefined;
  const unit = next?.tag === 'NOUN' ? next.lemma : '';
  return { ...chosenOf('number', [number]), unit };
}

/** "January 15", "15 January": a month with its day beside it. */
function withNumber(words: readonly Word[], day: Word): readonly Word[] {
  const at = words.indexOf(day);
  const isOfMonth = (word: Word | undefined) => /^\d{1,2}(?:st|nd|rd|th)?$/.test(word?.lower ?? '');
  const [before, after] = [words[at - 1], words[at + 1]];
  if (after !== undefined && isOfMonth(after)) return [day, after];
  return before !== undefined && isOfMonth(before) ? [before, day] : [day];
}

function chosenOf(kind: Chosen['kind'], words: readonly Word[]): Chosen {
  const [first, last] = [words[0], words.at(-1)];
  const text = words.map((word) => word.text).join(' ');
  return { kind, text, start: first?.start ?? 0, end: last?.end ?? 0, unit: '' };
}

/** The name behind a verb of choosing, or the one that is all that is said: "Right, Postgres then." */
function nameIn(words: readonly Word[]): Chosen | undefined {
  const core = withoutTopic(words.slice(leadOf(words).length));
  const verb = core.slice(0, 4).findIndex(({ lower }) => plain.choosing.has(lower));
  if (verb === -1) return bareName(core);
  // "We drop Redis" chooses nothing that something else could come instead of.
  if (/^(?:drop|replace)$/.test(core[verb]?.lower ?? '')) return undefined;
  const behind = core.slice(verb + 1);
  const from = isBehindChoice.test(behind[0]?.lower ?? '') ? 1 : 0;
  return nameAt(behind, from);
}

/** Behind "For the mobile app," and "On second thought,". */
function withoutTopic(core: readonly Word[]): readonly Word[] {
  const end = core.findIndex(({ after }) => after === ',');
  return /^(?:for|on|in)$/.test(core[0]?.lower ?? '') && end !== -1 ? core.slice(end + 1) : core;
}

/** Up to two words of a name, behind an article. */
function nameAt(words: readonly Word[], from: number): Chosen | undefined {
  const start = /^(?:the|a|an)$/.test(words[from]?.lower ?? '') ? from + 1 : from;
  const rest = words.slice(start);
  const end = rest.findIndex((word) => !isOfName(word));
  const name = rest.slice(0, end === -1 ? rest.length : end);
  return name.length === 0 || name.length > 2 ? undefined : chosenOf('name', name);
}

/** Also "React", which the tagger takes for a verb, and the "A" of "option A". */
function isOfName({ tag, text, start }: Word): boolean {
  return ofName.test(tag) || (start > 0 && /^\p{Lu}(?:\p{Ll}|$)/u.test(text));
}

/** "Good point.", "Fair question." */
const noChoice = /^(?:points?|idea|call|question|catch|news|plan|thing|reason|job|work)$/i;

/** "Postgres", "REST it is then", "RabbitMQ, we know it". */
function bareName(core: readonly Word[]): Chosen | undefined {
  const name = nameAt(core, 0);
  if (name !== undefined && noChoice.test(name.text)) return undefined;
  const behind = core.filter(({ start }) => name !== undefined && start >= name.end);
  const isAll = behind.length === 0 || plain.itIs.at(behind, 0) !== undefined;
  const isMarked = core.some(({ end, after }) => end === name?.end && after !== '');
  return isAll || isMarked || /^(?:then|instead)$/.test(behind[0]?.lower ?? '') ? name : undefined;
}
