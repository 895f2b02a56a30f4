import type { Named, People } from '../people/people.ts';
import type { Utterance } from '../signals/signals.ts';

/** The owners of a written action item: before its verb, behind `@`, in brackets or behind a dash. */
export function ownersIn(one: Utterance, people: People): string[] {
  const { words } = one;
  const named = people.in(words);
  const before = /^(?:[-*•]\s+)?\w+(?: \w+)?\s?\(([^)]{1,40})\)\s*:/u.exec(one.text)?.[1];
  if (before !== undefined && !ofUrgency.test(before))
    return [people.known(before) ?? before.replace(/^@/, '')];
  const marked = named.filter(({ at }) => words[at]?.text.startsWith('@'));
  if (marked.length > 0) return marked.map(({ name }) => name);
  const bracket = named.filter(({ at, end }) => {
    const word = words[at];
    const before = one.text.slice(0, word?.start).trimEnd().at(-1);
    return (
      /[([–—:-]/.test(before ?? '') ||
      (end === words.length && /[–—-]/.test(words[at - 1]?.after ?? ''))
    );
  });
  const [first] = bracket.length > 0 ? bracket : named.filter(({ at }) => at <= 4);
  if (first === undefined) {
    const unknown =
      forSomebody.exec(one.text)?.[1] ??
      /(?::|\]|\*)\s*@?(\p{Lu}[\p{L}'’-]+)(?:,|:(?!\s*to be\b)|\s+(?:to|will|should|and|updates?|\p{Ll}+s)\b)/u.exec(
        one.text,
      )?.[1];
    return unknown === undefined || nobody.test(unknown) ? [] : [unknown];
  }
  return [...new Set(row(named, first, words).map(({ name }) => name))];
}

/** "Action item for Carol: call the customer" */
const forSomebody = /^(?:[-*•]\s+)?(?:todo|ai|action(?: item)?) for @?(\p{Lu}[\p{L}'’-]+)\s?:/iu;

/** "The pages", "New tyres", "SMS costs" */
const nobody = /^(?:We|The|They|It|All|Everyone|Team|New|Old|Next|Last|First|\p{Lu}{2,})$/u;

/** "Action (high)" is nobody's. */
const ofUrgency = /^(?:high|medium|low|urgent|p\d|new|open|done|\d+)\b/i;

/** The names that stand in a row: "Ann, Bob and Cleo". */
export function row(named: readonly Named[], first: Named, words: Utterance['words']): Named[] {
  const found = [first];
  for (const one of named.slice(named.indexOf(first) + 1)) {
    const end = found.at(-1)?.end ?? 0;
    const between = words.slice(end, one.at).map(({ lower }) => lower);
    if (!between.every((word) => /^(?:and|&|\+|or)$/.test(word)) || between.length > 1) break;
    found.push(one);
  }
  return found;
}

/** "The legal team will send us the terms": as it is called; nobody of "the team", which is everybody. */
export function teamNamed({ text }: Utterance): string | undefined {
  const found = ofTeam.exec(text)?.[1];
  return found !== undefined && /^\p{L}+ \p{L}+$/u.test(found) ? '' : found;
}

const ofTeam =
  /^(?:(?:and|so|also|ok(?:ay)?|well),? )*((?:the|our|their) (?:\p{L}+ )?(?:team|department))(?:['’]ll| will| is going to)\b/iu;

/** Several as they are written: "Ann, Bob and Cleo". */
export function joined(names: readonly string[]): string {
  const unique = [...new Set(names)];
  return unique.length <= 1
    ? (unique[0] ?? '')
    : `${unique.slice(0, -1).join(', ')} and ${unique.at(-1)}`;
}

/** Who stands in what is written as a task; "- Bob: the notes" under "Action items" is what Bob says, and his; of "- Budget: to be cut" nobody is. */
export function ownerWritten(written: Utterance, people: People): string {
  const owners = ownersIn(written, people);
  const isTheirOwn = written.own['underHeading'] || ofOneself.test(written.text);
  if (/^(?:[-*•\s]*[^:]{1,40}:\s*)?to be\b/i.test(written.text)) return '';
  const isHis = owners.length === 0 && isTheirOwn && written.speaker !== '';
  return isHis ? people.shown(written.speaker) : joined(owners);
}

/** "TODO: the notes", "Action item: I write the notes" */
const ofOneself = /^(?:todo\b|(?:action(?: item)?|ai)\s*[:–—-]\s*i(?:['’]\p{L}+)?\s)/iu;
