import type { Turn } from '../../text/turn.ts';
import { isLabel } from '../../text/labels.ts';
import { dayWords } from '../words/work-lexicon.ts';

const name = "(\\p{Lu}[\\p{L}\\p{M}'’-]+(?: \\p{Lu}[\\p{L}\\p{M}'’-]+)?)";
const bullet = '(?:[-*•]\\s+|\\d{1,2}[.)]\\s+)?(?:\\[[ xX]?\\]\\s*)?';
const announced =
  '(?:[Tt]o[Dd]o|TODO|AI|[Aa]ction(?: [Ii]tem)?|ACTION|[Tt]ask|TASK|[Nn]ext [Ss]tep|[Ff]ollow-?[Uu]p)s?';
const label = `(?:\\*\\*)?(?:${announced}(?:\\*\\*)?:?(?:\\*\\*)?\\s+)?`;
const task = `(?=[-*•\\d]|${announced}\\b)`;
const labelled = new RegExp(`^${bullet}(?:\\*\\*)?${announced}\\b`, 'u');
const patterns: readonly RegExp[] = [
  // "@ann fix the test", "- [ ] @ann: the test"; "@types/node" is a package.
  new RegExp(`^${bullet}${label}@([\\p{L}][\\p{L}\\p{N}_.-]{1,30})(?![\\p{L}\\p{N}/])`, 'u'),
  // "Ann -> runbook", "TODO Bob: rotate the keys".
  new RegExp(`^${bullet}${name}\\s*(?:->|→|=>)`, 'u'),
  new RegExp(`^${bullet}(?:TODO|AI|[Aa]ction(?: [Ii]tem)?:?)\\s+${name}\\s*:`, 'u'),
  // "Bob to add a limit", "- Bob writes the migration by Monday", "Bob will write it by Friday".
  new RegExp(`^${bullet}${label}${name} to \\p{Ll}{2,}`, 'u'),
  new RegExp(
    `^${bullet}${label}${name} (?:will \\p{Ll}+|\\p{Ll}+s) .*\\b(?:by|until|before|on|tomorrow|today)\\b`,
    'u',
  ),
  // "Action: Chiara tells the translators", "AI: Greg - profile the resizer".
  new RegExp(`^${bullet}${announced}:\\s+${name} \\p{Ll}+s \\p{L}`, 'u'),
  new RegExp(`^${bullet}${announced}:?\\s+${name}\\s+[-–—]\\s`, 'u'),
  // "2. Cleo: update the dashboards", "- Cleo: the dashboards".
  new RegExp(`^(?:\\d{1,2}[.)]|[-*•])\\s+${name}:\\s`, 'u'),
  // "2. Ben and Cem: call the vendor", "- [Cem] call the vendor".
  new RegExp(`^(?:\\d{1,2}[.)]|[-*•])\\s+${name} (?:and|[&+]) \\p{Lu}\\p{L}+:\\s`, 'u'),
  new RegExp(`^(?:\\d{1,2}[.)]|[-*•])\\s+\\p{Lu}\\p{L}+ (?:and|[&+]) ${name}:\\s`, 'u'),
  new RegExp(`^${bullet}\\[${name}\\]\\s`, 'u'),
  // "Fix the leak - @ravi - high prio", "Fix the leak (@ravi)".
  new RegExp(`^${task}.*\\s(?:[-–—]\\s+|\\()@([\\p{L}][\\p{L}\\p{N}_.-]{1,30})\\b`, 'u'),
  // Behind the task: "Write the runbook (Ann, by Friday)", "Update the README - Bob".
  new RegExp(`^${task}.*\\((?:[Oo]wner:\\s*)?${name}(?:, [^)]*)?\\)[.!]?$`, 'u'),
  new RegExp(`^${task}.* (?:[-–—]|->|→|=>) ${name}(?:,[^,]*| [-–—(].*)?$`, 'u'),
];

/** "Ann Lee (AL, chair)". */
const withInitials =
  /(?<!\p{L})(?=(\p{Lu})[\p{L}'’-]+ (\p{Lu})\p{L})[\p{L}'’-]+ [\p{L}'’-]+ \((?=\1\2[,;:)])(\p{Lu}{2})/gu;
const nobody =
  /^(?:no|yes|ok|okay|new|old|more|all|we|i|you|it|he|she|they|this|that|these|those|the|all|everyone|everybody|someone|somebody|nobody|anyone|team|who|what|there|here|done|open|high|low|medium|urgent|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b/i;
/** "Fourteen pallets wait for a ship on Saturday." */
const numeral =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b/i;
const maxLine = 300;

/** The names that are written before or behind a task where nobody of that name speaks: "- [ ] @ann fix the test". */
export function namesWritten(turns: readonly Turn[]): string[] {
  const found = new Set<string>();
  for (const { speaker, text } of turns) {
    for (const line of text.split('\n')) {
      if (line.length > maxLine || (speaker !== '' && !labelled.test(line))) continue;
      for (const [, , , short = ''] of line.matchAll(withInitials)) found.add(short);
      for (const pattern of patterns) {
        const written = pattern.exec(line)?.[1];
        if (written !== undefined && isName(written)) found.add(written);
      }
    }
  }
  return [...found].filter((written) => !isCommonWord(written, turns));
}

/** "So will you go on with it by Friday?": what is also written small in the same text is no name, "Text messages" neither. */
function isCommonWord(written: string, turns: readonly Turn[]): boolean {
  if (!/^\p{Lu}[\p{Ll}'’-]+$/u.test(written)) return false;
  const small = new RegExp(
    `(?<![\\p{L}\\p{N}@._/-])${written.toLowerCase()}(?![\\p{L}\\p{N}._/-]\\p{L})\\b`,
    'u',
  );
  return turns.some(({ text }) => small.test(text));
}

/** "EOD Tuesday" behind a task is nobody. */
function isName(written: string): boolean {
  const words = written.toLowerCase().split(/[\s.]+/);
  return (
    !nobody.test(written) &&
    !numeral.test(written) &&
    !isLabel(written) &&
    !words.every((word) => dayWords.has(word))
  );
}
