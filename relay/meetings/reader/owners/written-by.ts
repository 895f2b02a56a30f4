import type { Utterance } from '../signals/signals.ts';
import { sayVerbs } from '../words/lexicon.ts';
import type { People } from '../people/people.ts';
import { row } from './owners.ts';

/** So many sentences before, a pronoun or "I" of minutes may have its name. */
const before = 3;

/**
 * Whose it is in minutes where the sentence itself names nobody: "I'm ordering it. (Ann)", "I (Ann) said I'd do it. Give me till
 * Monday.", "Ann: "I'll take them down."", "Ann has them. She'll send them."
 */
export function writtenBy(
  all: readonly Utterance[],
  main: Utterance,
  people: People,
): string | undefined {
  if (saysHe.test(main.text)) return namedBefore(all, main, people);
  if (main.speaker !== '' || !saysI.test(main.text)) return undefined;
  const next = all[main.at + 1];
  const signed = next?.turn === main.turn ? inBrackets(next, people) : undefined;
  const writer = people.in(main.words).length === 0 ? writerOf(all, people) : undefined;
  const own = [main, ...itemBefore(all, main)].map((one) => selfIn(one, people));
  return signed ?? own.find((name) => name !== undefined) ?? writer;
}

/** Who stands at the beginning of a sentence as who does it: "Ann changes it tomorrow.", "5.2 Ms Ek to ask the bank." */
export function ownersBeforeVerb({ speaker, words, own }: Utterance, people: People): string[] {
  const named = people.in(words);
  const [first] = named;
  if (first === undefined || first.name === people.shown(speaker)) return [];
  const before = words.slice(0, first.at);
  if (!before.every(({ lower }) => beforeName.test(lower))) return [];
  if (!/^\p{Lu}/u.test(words[first.at]?.text ?? '')) return [];
  const names = row(named, first, words);
  const next = words[names.at(-1)?.end ?? first.end];
  // The tagger takes "changes" for a noun, too.
  const isVerb = next?.tag === 'VERB' || own['day'];
  const isDone =
    isVerb &&
    /[^s'’]s$/.test(next?.lower ?? '') &&
    !sayVerbs.has(next?.lemma ?? '') &&
    !goesOrComes.test(next?.lower ?? '');
  const isDuty =
    /^(?:will|to)$/.test(next?.lower ?? '') || isUndertaken(words, names.at(-1)?.end ?? 0);
  return isDone || isDuty ? names.map(({ name }) => name) : [];
}

/** "Ben promised to write the docs", "Ben's task is to write them". */
function isUndertaken(words: Utterance['words'], at: number): boolean {
  return undertaken.test(
    words
      .slice(at - 1, at + 4)
      .map(({ lower }) => lower)
      .join(' '),
  );
}

const undertaken =
  /^\S+ (?:promised|agreed|offered|volunteered|was asked) to |^\S+['’]s (?:task|job) is to |^\S+ is (?:responsible|in charge)\b/;

/** The number of an item, or a title. */
const beforeName = /^(?:[\d.]+|[-–*•→■<]|mr|ms|mrs|dr|prof|and|so)\.?$/;

/** "Ann leaves on Friday" is no work. */
const goesOrComes = /^(?:leaves|returns|joins|comes|goes|starts|arrives)$/;

/** Who has written the minutes is "I" in them: "Notes by Ann", "Minutes: Ann", "typed by Ann". */
function writerOf(all: readonly Utterance[], people: People): string | undefined {
  for (const { words } of all.slice(0, ofHeading)) {
    const writer = people.in(words).find(({ at }) => {
      const [last, first] = [words[at - 1], words[at - 2]];
      const isBy = last?.lower === 'by' && ofWriting.test(first?.lower ?? '');
      return isBy || (ofNotes.test(last?.lower ?? '') && /:/.test(last?.after ?? ''));
    });
    if (writer !== undefined) return writer.name;
  }
  return undefined;
}

/** So many sentences at the beginning tell who writes. */
const ofHeading = 15;
const ofNotes = /^(?:notes|minutes|scribe|note-?taker|minute-?taker)$/;
const ofWriting = /^(?:notes|minutes|typed|written|taken|kept)$/;

const saysHe =
  /^(?:[-*•] )?(?:and |so )?(?:s?he|s?he['’]ll) (?:will |is going to |['’]ll )?\p{Ll}+/iu;
const saysI = /\b(?:I|me|my)\b/;

/** The sentences before it of the same item, the nearest first. */
function itemBefore(all: readonly Utterance[], main: Utterance): Utterance[] {
  if (main.own['listed']) return [];
  const near = all.slice(Math.max(0, main.at - before), main.at).toReversed();
  const start = near.findIndex(({ own }) => own['listed']);
  const item = start === -1 ? near : near.slice(0, start + 1);
  return item.filter(({ turn }) => turn === main.turn);
}

function namedBefore(
  all: readonly Utterance[],
  main: Utterance,
  people: People,
): string | undefined {
  if (main.speaker !== '') return undefined;
  return itemBefore(all, main)
    .map((one) => people.in(one.words)[0]?.name)
    .find((name) => name !== undefined);
}

/** "(Ann)" alone. */
function inBrackets({ text, words }: Utterance, people: People): string | undefined {
  const [first] = /^\(.*\)\.?$/u.test(text.trim()) ? people.in(words) : [];
  return first?.end === words.length ? first.name : undefined;
}

/** "I (Ann)", and what is quoted: "Ann: "I'll do it."" */
function selfIn({ text, words }: Utterance, people: People): string | undefined {
  const [first] = people.in(words);
  if (first === undefined) return undefined;
  const isI = /\bI \(\p{Lu}[\p{L} ]+\)/u.test(text) && words[first.at - 1]?.lower === 'i';
  const isQuoted = first.at === 0 && /^(?:[-*•] )?\p{Lu}[\p{L} ]*: ["“]I\b/u.test(text);
  return isI || isQuoted ? first.name : undefined;
}

/** "It will be written by Mr Ek." */
export function isDoneBy(words: Utterance['words'], at: number): boolean {
  const place = /^(?:mr|mrs|ms|dr|prof)\.?$/.test(words[at - 1]?.lower ?? '') ? at - 2 : at - 1;
  const before = words.slice(Math.max(0, place - 3), place);
  const isPassive = before.some(({ lower }) => lower === 'be') && before.at(-1)?.tag === 'VERB';
  return words[place]?.lower === 'by' && isPassive;
}
