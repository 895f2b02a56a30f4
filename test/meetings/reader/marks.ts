/** Transcripts with a careful reader's marks, and how results are held against them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface DecisionMark {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly files?: readonly string[];
}

interface ActionMark {
  readonly action: string;
  readonly assignee: string;
  readonly deadline?: string;
  readonly sentences: readonly string[];
}

interface Marks {
  readonly kind: string;
  readonly date: string;
  readonly participants: readonly string[];
  readonly decisions: readonly DecisionMark[];
  readonly action_items: readonly ActionMark[];
  readonly traps: readonly { readonly kind: string; readonly sentence: string }[];
}

export interface MarkedTranscript {
  readonly name: string;
  readonly text: string;
  readonly marks: Marks;
}

/** Those of a folder, by their names; none where there is no such folder. */
export function markedTranscripts(folder: string): MarkedTranscript[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -'.json'.length);
      const marks = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Marks;
      return { name, text: readFileSync(join(folder, `${name}.txt`), 'utf8'), marks };
    });
}

/** Whether one of two stretches of words is within the other, whatever marks stand between. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [plain(one), plain(other)];
  if (first === '' || second === '') return false;
  return ` ${first} `.includes(` ${second} `) || ` ${second} `.includes(` ${first} `);
}

/** Whether a text says at least half of the content words of another. */
export function saysHalf(text: string, wanted: string): boolean {
  const words = [...contentWords(wanted)];
  const said = contentWords(text);
  return words.length > 0 && words.filter((word) => said.has(word)).length >= words.length / 2;
}

function plain(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  ).join(' ');
}

const stopWords = new Set(
  `a an the and or but so of to in on at by for from with as is are was were be been being it its this that these those we us our i me my you your he she they them their his her will would shall should can could may might must do does did done have has had not no yes then than there here if when who what which how why also just only very too all any each every some more most other into out up down over under about after before until while because`.split(
    ' ',
  ),
);

function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_./-]*[\p{L}\p{N}]/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)).map(stem));
}

function stem(word: string): string {
  return word.length <= 4 ? word : word.replace(/(?:ings?|e[sd]|s|e)$/, '');
}
