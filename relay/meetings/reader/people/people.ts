import type { Word } from '../words/tagger.ts';

/** Somebody named in a sentence: how they are known, and at which words. */
export interface Named {
  readonly name: string;
  readonly at: number;
  readonly end: number;
}

/** The people of a meeting. They are called by their first names, by their whole names or as `@ann`. */
export class People {
  /** Each once, by the longest name. */
  readonly names: readonly string[];
  private readonly byWord = new Map<string, string[]>();
  private readonly byInitials: ReadonlyMap<string, string>;

  /** `byLetters` says whom letters mean that are nobody's initials. */
  constructor(given: Iterable<string>, byLetters: ReadonlyMap<string, string> = new Map()) {
    const all = [...given, ...byLetters.values()];
    this.byInitials = new Map([...initialsOf(all), ...byLetters]);
    const names = all.filter((name) => !this.byInitials.has(name));
    this.names = withoutDoubles(names.map(readable));
    for (const name of this.names) {
      const [first = ''] = plain(name)
        .split(' ')
        .filter((word) => !/^(?:dr|prof|mr|mrs|ms)$/.test(word));
      for (const word of new Set([first, ...plain(name).split(' ')]))
        if (word.length > 1) this.byWord.set(word, [...(this.byWord.get(word) ?? []), name]);
    }
  }

  /** The whole name of whom a word means; undefined when it is nobody's, or several have it. */
  known(word: string): string | undefined {
    const [only, another] = this.byWord.get(plain(word)) ?? [];
    return another === undefined ? only : undefined;
  }

  /** A speaker as they are shown: "ADAEZE" is Adaeze. */
  shown(speaker: string): string {
    const meant = this.byInitials.get(speaker);
    if (meant !== undefined) return meant;
    const found = plain(speaker)
      .split(' ')
      .map((word) => this.known(word))
      .find((name) => name !== undefined);
    return found ?? (speaker === '' ? '' : readable(speaker));
  }

  /** Everybody who is named, in the order of the words. */
  in(words: readonly Word[]): Named[] {
    const found: Named[] = [];
    for (const [at, { lower, text }] of words.entries()) {
      const name = this.known(lower) ?? this.byInitials.get(text.replace(/['’]s$/, ''));
      const last = found.at(-1);
      if (name === undefined) continue;
      if (last?.end === at && last.name === name)
        found[found.length - 1] = { ...last, end: at + 1 };
      else found.push({ name, at: at - (isInitialOf(words[at - 1], name) ? 1 : 0), end: at + 1 });
    }
    return found;
  }
}

/** The "S." of "S. Roth", who is Stefan Roth. */
function isInitialOf(word: Word | undefined, name: string): boolean {
  return word?.text.length === 1 && word.after === '.' && name.startsWith(word.text);
}

/** "AR" is Anand Raghunathan where somebody is written so, and nobody else has these initials. */
function initialsOf(names: readonly string[]): ReadonlyMap<string, string> {
  const meant = new Map<string, Set<string>>();
  for (const name of names) {
    if (!/^\p{Lu}\p{Ll}.* \p{Lu}/u.test(name)) continue;
    const initials = firstLettersOf(name);
    meant.set(initials, (meant.get(initials) ?? new Set()).add(name));
  }
  const written = names.filter((name) => /^\p{Lu}{2,3}$/u.test(name));
  return new Map(
    written.flatMap((initials) => {
      const [only, another] = meant.get(initials) ?? [];
      return only !== undefined && another === undefined ? [[initials, only] as const] : [];
    }),
  );
}

function firstLettersOf(name: string): string {
  const letters = name.split(/[\s-]+/u).map(([first = '']) => first);
  return letters.join('');
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^@/, '')
    .replace(/['’]s$/, '')
    .replace(/[._]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Names in capitals or small letters only are written as names. */
function readable(name: string): string {
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name;
  return name
    .toLowerCase()
    .replace(/(^|[\s-])(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase());
}

/** "Ann" or "Lee" and "Ann Lee" are one person when nobody else is called so. */
function withoutDoubles(names: readonly string[]): string[] {
  const unique = new Map(names.map((name) => [plain(name), name]));
  for (const whole of [...unique.keys()])
    if (title.test(whole) && unique.has(whole.replace(title, ''))) unique.delete(whole);
  const longer = new Map<string, number>();
  for (const whole of unique.keys())
    for (const part of partsOf(whole.replace(title, '')))
      longer.set(part, (longer.get(part) ?? 0) + 1);
  return [...unique].flatMap(([whole, name]) => (longer.get(whole) === 1 ? [] : [name]));
}

/** "Dr. Ann Lee" is Ann Lee. Without a first name it is a name of its own: "Mrs. Lee" may be another one. */
const title = /^(?:dr|prof|mr|mrs|ms) (?=\S+ )/;

/** Of "ann van lee" it is "ann", "ann van" and "lee". */
function partsOf(whole: string): string[] {
  const words = whole.split(' ');
  const begins = words.slice(1).map((_, at) => words.slice(0, at + 1).join(' '));
  return words.length === 1 ? [] : [...begins, words.at(-1) ?? ''];
}
