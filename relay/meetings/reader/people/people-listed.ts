import { labelKind } from '../../../../shared/meetings/label-kinds.ts';
import type { Turn } from '../../text/turn.ts';

/** The heading of notes is no longer. */
const maxLine = 300;
const list = /^[*_#\s-]*(\p{L}[\p{L} ]{1,30})[*_]*:[*_]*\s+(\S.*)$/u;
const between = /[,;/&+]|\band\b|(?<!\b(?:Dr|Mr|Ms|Mrs|Prof|Hr|Fr))\.(?=\s|$)|\s(?=@)/u;
const name = /^@?\p{L}[\p{L}\p{M}'’.-]+(?: \p{Lu}[\p{L}\p{M}'’.-]+){0,2}$/u;

/** Who was there by a line of its own: "Present: Ann, Bob Lee (from ten)", "attendees: @ann @bob". */
export function peopleListed(turns: readonly Turn[]): string[] {
  return linesOf(turns).flatMap((line) => {
    const [, label = '', rest = ''] = list.exec(line) ?? [];
    return labelKind(label) === 'people' ? namesIn(rest) : [];
  });
}

function namesIn(rest: string): string[] {
  return rest
    .replace(/\([^)]*\)/g, ' ')
    .split(between)
    .map((one) => one.trim())
    .filter((one) => name.test(one) && /^(?:@|\p{Lu})/u.test(one));
}

const pair =
  /(?<![\p{L}\p{N}])(\p{Lu}{1,3})\s?=\s?(\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)?)/gu;
const fewestPairs = 2;
const letter = /^\p{Lu}$/u;

/**
 * Whom letters mean: by a line such as "A = Ann, B = Bob", or where every speaker is one letter and just one of the people that are
 * `known` begins with it.
 */
export function peopleByLetters(
  turns: readonly Turn[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const explained = linesOf(turns).flatMap((line) => {
    const pairs = [...line.matchAll(pair)];
    return pairs.length < fewestPairs ? [] : pairs;
  });
  if (explained.length > 0)
    return new Map(explained.map(([, letters = '', whole = '']) => [letters, whole]));
  return new Map([...byInitials(turns, known), ...byFirstLetter(turns, known)]);
}

/** "DP does it": whose initials stand in the text and mean nothing else. */
function byInitials(
  turns: readonly Turn[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const said = new Set(turns.flatMap(({ text }) => text.match(wordInCapitals) ?? []));
  const whole = [...known].map((person) => [firstLettersOf(person), person] as const);
  return new Map(
    whole.filter(
      ([initials]) =>
        said.has(initials) &&
        !abbreviations.has(initials) &&
        whole.filter(([other]) => other === initials).length === 1,
    ),
  );
}

const wordInCapitals = /(?<![\p{L}\p{N}_/.-])\p{Lu}{2}(?![\p{L}\p{N}_/-])/gu;
const abbreviations = new Set(
  'AI AM AP API AU CA CD CE CI CL CP CS DB DC DM DR EU EV FE BE GA GB HR HQ ID IE IO IP IT JS KB LA MB ML MR MS NA NY OK OS PC PM PO PR PS QA RC SQL TB TS TV UI UK US UX VM VR'.split(
    ' ',
  ),
);

function firstLettersOf(person: string): string {
  return person
    .split(' ')
    .map(([first = '']) => first)
    .join('');
}

function byFirstLetter(
  turns: readonly Turn[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const letters = [...new Set(turns.map(({ speaker }) => speaker))].filter((one) => one !== '');
  const whole = [...known].filter((one) => !letter.test(one));
  const meant = letters.map((one) => whole.filter((person) => person.startsWith(one)));
  const isPlain =
    letters.every((one) => letter.test(one)) && meant.every(({ length }) => length === 1);
  return new Map(isPlain ? letters.map((one, at) => [one, meant[at]?.[0] ?? one]) : []);
}

function linesOf(turns: readonly Turn[]): string[] {
  return turns.flatMap(({ text }) => text.split('\n')).filter(({ length }) => length <= maxLine);
}
