import { type Said, partsWithTables, saidInCsv } from './forms/tables.ts';
import { withFieldsJoined } from './forms/tasks.ts';
import { textOfHtml } from './forms/html.ts';
import { saidInJson } from './forms/json.ts';
import { mailsIn, type Written } from './forms/mail.ts';
import { withColons } from './repeated-names.ts';
import { isOfNobody, turnsOfLines } from './line-turns.ts';
import { shown } from './labels.ts';
import type { Turn } from './turn.ts';

/**
 * The turns of a transcript as people and tools write them: names before colons, lines with name and time, subtitles, chats that
 * were copied or exported, tables, JSON, pages.
 */
export function turnsIn(transcript: string): Turn[] {
  const said = saidInJson(transcript) ?? saidInCsv(transcript);
  if (said !== undefined) return turnsOf(said);
  const lines = (textOfHtml(transcript) ?? transcript)
    .split(/\r\n|\r|\n/)
    .filter((line) => !timeInWords.test(line.trim()));
  return mailsIn(withColons(lines)).flatMap(turnsOfMail);
}

/** "0 minutes 3 seconds": what a page has between a name and its time, for those who hear it read. */
const timeInWords = /^(?:\d{1,2} hours? )?\d{1,2} minutes? \d{1,2} seconds?$/;

/** In a mail who has written it says what is in no list and under nobody's name. */
function turnsOfMail({ writer, lines }: Written): Turn[] {
  const own = withFieldsJoined(writer === '' ? lines : ownLines(lines));
  const turns = partsWithTables(own).flatMap((part) =>
    'said' in part ? turnsOf(part.said) : turnsOfLines(part.lines, shown(writer)),
  );
  if (writer === '') return turns;
  const isTheirs = ({ speaker, text }: Turn) => speaker === '' && !isOfNobody(text);
  return turns.map((turn) => (isTheirs(turn) ? { ...turn, speaker: shown(writer) } : turn));
}

/** Without what is quoted, which another one has written. */
function ownLines(lines: readonly string[]): string[] {
  return lines.filter((line) => !/^\s*>/.test(line));
}

/** The turns behind so many characters; where the text is not made of lines, behind such a share of them. */
export function turnsBehind(transcript: string, from: number): Turn[] {
  const rest = transcript.slice(from);
  if (rest.trim() === '') return [];
  const said = saidInJson(transcript) ?? saidInCsv(transcript);
  if (said === undefined) return turnsIn(rest);
  return turnsOf(said.slice(Math.floor((said.length * from) / transcript.length)));
}

/** Who speaks on goes on with the same turn. */
function turnsOf(said: readonly Said[]): Turn[] {
  const turns: { speaker: string; texts: string[] }[] = [];
  for (const one of said) {
    const [speaker, text] = [shown(one.speaker), one.text.trim()];
    const last = turns.at(-1);
    if (text === '') continue;
    if (last?.speaker === speaker) last.texts.push(text);
    else turns.push({ speaker, texts: [text] });
  }
  return turns.map(({ speaker, texts }) => ({ speaker, text: texts.join('\n') }));
}

/** Everybody who speaks, each once, in the order of their first words. */
export function speakersOf(turns: readonly Turn[]): string[] {
  return [...new Set(turns.map(({ speaker }) => speaker))].filter((one) => one !== '');
}
