import type { Turn } from '../../text/turn.ts';
import * as work from '../words/work-lexicon.ts';
import { isLeadWord } from '../words/word-forms.ts';

const name =
  "(?<name>(?:(?:Mr|Ms|Mrs|Dr)\\. )?\\p{Lu}[\\p{Ll}\\p{M}'’-]+(?: \\p{Lu}[\\p{Ll}\\p{M}'’-]+)?)";
const start =
  '(?<=^|(?<!(?:^|\\s)\\p{Lu})[.!?:;,→>]\\s+|[-*•] |\\d[.)] |\\b(?:[Aa]nd|[Ww]hile|[Tt]hen|[Ss]o|[Aa]lso) )@?';
/** A name behind "@" is also written small. */
const handle = "(?<name>\\p{L}[\\p{L}\\p{M}'’-]+)";
const modal = '(?:will|should|shall|must|can|to|is going to|is to|needs to|has to)';
const patterns: readonly RegExp[] = [
  // "Bob will add the library", "Tom is going to change it", "Ann and Bob will test it".
  new RegExp(
    `${start}${name}(?: and \\p{Lu}\\p{Ll}+)? ${modal} (?:also )?(?<verb>\\p{Ll}+)`,
    'gmu',
  ),
  // "Who writes the docs?" "Cleo will."
  new RegExp(`${start}${name} (?:will|does)(?=[.!]?$)`, 'gmu'),
  new RegExp(`(?<=\\p{Lu}\\p{Ll}+ and )${name} ${modal} (?<verb>\\p{Ll}+)`, 'gmu'),
  // "Ben promised to write the docs", "Ann asked Ben to write them", "written by Ben", "Ben's task is".
  new RegExp(
    `${start}${name} (?:promised|agreed|offered|volunteered|was asked) to (?<verb>\\p{Ll}+)`,
    'gmu',
  ),
  new RegExp(`\\basked ${name} to (?<verb>\\p{Ll}+)`, 'gmu'),
  new RegExp(`\\b(?:done|written|made|built|fixed|prepared|reviewed) by ${name}\\b`, 'gmu'),
  new RegExp(`${start}${name}['’]s (?:task|job) is to (?<verb>\\p{Ll}+)`, 'gmu'),
  new RegExp(`${start}${name} is (?:in charge of|responsible for)\\b`, 'gmu'),
  // "The review stays with Yosef".
  new RegExp(`\\b(?:stays|is|remains) with ${name}\\b`, 'gmu'),
  // "Bob, fix the login by Friday", "Bob and Carla, could you prepare it?", "I'd like Bob to fix it".
  new RegExp(`${start}${name}, (?<verb>\\p{Ll}+) \\p{L}`, 'gmu'),
  new RegExp(
    `${start}${name} and \\p{Lu}\\p{Ll}+, (?:please|(?:can|could|will|would) you)\\b`,
    'gmu',
  ),
  new RegExp(`\\b[Ii](?:['’]d like| want| need) ${name} to (?<verb>\\p{Ll}+)`, 'gmu'),
  // "@bob please update it", "@bob can you review it?", "@bob fix the login"
  new RegExp(`(?<![^\\s,;(])@${handle}[,:]? (?:please|(?:can|could|will|would) you)\\b`, 'gmu'),
  new RegExp(`(?<![^\\s,;(])@${handle}[,:]? (?<verb>\\p{Ll}+) \\p{L}`, 'gmu'),
  // "Bob, please update it", "Bob, can you review it?", "Could you review it, Bob?"
  new RegExp(`${start}${name}, (?:please|(?:can|could|will|would) you)\\b`, 'gmu'),
  new RegExp(
    `\\b(?:[Pp]lease|(?:[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould) you) [^.?!\\n]*, ${name}[.?!]`,
    'gmu',
  ),
];

/** "Wanda takes the ticket". "Region makes joins hard" is of a thing that the talk names elsewhere. */
const doing = new RegExp(`${start}${name} (?<verb>\\p{Ll}+)s `, 'gmu');

/** The people whom a talk names as who does something, or asks for it, and who do not speak themselves. */
export function peopleWithWork(turns: readonly Turn[]): string[] {
  const found = new Set<string>();
  const smallWords = new Set(turns.flatMap(({ text }) => text.match(/(?<!\p{L})\p{Ll}+/gu) ?? []));
  for (const { text } of turns)
    for (const pattern of [...patterns, doing])
      for (const { groups = {} } of text.matchAll(pattern)) {
        const person = withoutLead(groups['name'] ?? '');
        const isThing = pattern === doing && smallWords.has(person.toLowerCase());
        if (!isThing && isPerson(person) && isWork(groups['verb'])) found.add(person);
      }
  return [...found];
}

/** "And Cleo will write it" begins with no name of two words. */
function withoutLead(found: string): string {
  const [first = '', second] = found.split(' ');
  return second !== undefined && isLeadWord(first.toLowerCase()) ? second : found;
}

function isPerson(found: string): boolean {
  const words = found.toLowerCase().split(' ');
  return !words.some((word) => isLeadWord(word) || work.noNames.has(word));
}

/** "Redis will expire them" and "Sessions will last" are nobody's work. */
function isWork(verb: string | undefined): boolean {
  return [verb, verb?.replace(/e$/, '')].some(
    (one) => one === undefined || one === 'do' || work.handiwork.has(one),
  );
}
