import { isPersonsName, maxNameLength, withoutTime } from './labels.ts';

/**
 * Forms in which only repetition tells that a line begins with a name, or is one: `Ann — ...`, `Ann | ...`, and `### Ann` over what
 * Ann says. A list of other things has each of them once.
 */
const marks = ['— ', '– ', ' - ', '| ', '> ', ';', '\t'] as const;
/** Without a mark, a name stands at the beginning of a paragraph. */
const bare = /^([^\s#*_].*)$/;
const headings = [/^#{1,6}\s+(.+)$/, /^(?:\*\*|__)(.+?):?(?:\*\*|__):?$/, bare];

/** No name with its mark is longer, in characters. */
const maxStart = 100;
const nearlyAll = 0.75;
/** Such a share of the lines begins with a name behind which the mark stands, or of the paragraphs with a line that is one. */
const leastShare = { lines: 0.4, paragraphs: 0.8 };

/** The lines with a colon behind the name that each begins with, where one of the marks stands there. */
export function withColons(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const mark = marks.find((one) => {
    const names = filled.flatMap((line) => partedAt(one, line)?.name ?? []);
    return isOfTwo(names, filled, leastShare.lines);
  });
  if (mark === undefined) return lines;
  return lines.map((line) => {
    const found = partedAt(mark, line);
    return found === undefined ? line : `${found.name}: ${found.text}`;
  });
}

/** A name, and what it says behind the mark; a time there is of a form of its own. */
function partedAt(mark: string, line: string): { name: string; text: string } | undefined {
  const said = withoutTime(line);
  const at = said.slice(0, maxStart).indexOf(mark);
  const [name, text] = [said.slice(0, at).replace('@', '').trim(), said.slice(at + mark.length)];
  const isSaid = at > 0 && /^\s*(?!\d{1,2}:\d{2})\S/.test(text);
  return isSaid && isNameAlone(name) ? { name, text: text.trim() } : undefined;
}

/** Answers whose words stand below a line, where names stand on lines of their own without a time. */
export function namesOverLines(lines: readonly string[]): (line: string) => string | undefined {
  const first = lines.filter(
    (line, at) => line !== '' && (lines[at - 1] ?? '') === '' && (lines[at + 1] ?? '') !== '',
  );
  for (const heading of headings) {
    const heads = heading === bare ? first : lines.filter((line) => heading.test(line));
    const names = heads.flatMap((line) => nameIn(line, heading) ?? []);
    if (!isOfTwo(names, heads, leastShare.paragraphs)) continue;
    const known = new Set(names);
    return (line) => {
      const name = nameIn(line, heading);
      return name !== undefined && known.has(name) ? name : undefined;
    };
  }
  return () => undefined;
}

/** Whether so many of the lines have a name, and two of the names are there twice, or one where nearly all lines have one. */
function isOfTwo(names: readonly string[], lines: readonly string[], share: number): boolean {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const name of names) (seen.has(name) ? repeated : seen).add(name);
  const least = names.length >= lines.length * nearlyAll ? 1 : 2;
  return names.length >= lines.length * share && seen.size > 1 && repeated.size >= least;
}

function nameIn(line: string, heading: RegExp): string | undefined {
  const name = heading.exec(line.slice(0, maxStart))?.[1]?.trim();
  return name !== undefined && isNameAlone(name) ? name : undefined;
}

/** "Agreed." on a line of its own is said. */
function isNameAlone(text: string): boolean {
  return (
    text.length <= maxNameLength && /^\p{Lu}.*[\p{L}\p{N}]$/u.test(text) && isPersonsName(text)
  );
}
