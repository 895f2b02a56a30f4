import type { Speaker } from '../../../shared/meetings/results.ts';
import { type Said, partsWithTables, saidInCsv } from './forms/tables.ts';
import { withFieldsJoined } from './forms/tasks.ts';
import { textOfHtml } from './forms/html.ts';
import { saidInJson } from './forms/json.ts';
import { mailsIn, type Written } from './forms/mail.ts';
import { withColons } from './repeated-names.ts';
import { isOfNobody, turnsOfLines } from './line-turns.ts';
import { shown } from './labels.ts';
import type { Line, PlacedTurn, Turn } from './turn.ts';
import { transcriptLines } from '../../../shared/meetings/transcript-text.ts';

/**
 * The turns of a transcript as people and tools write them: names before colons, lines with name and time, subtitles, chats that
 * were copied or exported, tables, JSON, pages.
 */
export function turnsIn(transcript: string): Turn[] {
  return placedTurnsIn(transcript).map(withoutPlace);
}

function withoutPlace({ lines: _lines, ...turn }: PlacedTurn): Turn {
  return turn;
}

/** The same with the lines of the transcript in which they begin. */
export function placedTurnsIn(transcript: string): PlacedTurn[] {
  const said = saidInJson(transcript) ?? saidInCsv(transcript);
  if (said !== undefined) return turnsOf(said);
  const page = textOfHtml(transcript);
  const turns = mailsIn(linesOf(page ?? transcript)).flatMap(turnsOfMail);
  // The lines of a page are not those of its source.
  return page === undefined ? turns : turns.map((turn) => ({ ...turn, lines: [] }));
}

function linesOf(text: string): Line[] {
  const lines = transcriptLines(text).map((line, at) => ({ at, text: line }));
  const spoken = lines.filter((line) => !timeInWords.test(line.text.trim()));
  const written = withColons(spoken.map((line) => line.text));
  return spoken.map(({ at }, place) => ({ at, text: written[place] ?? '' }));
}

/** "0 minutes 3 seconds": what a page has between a name and its time, for those who hear it read. */
const timeInWords = /^(?:\d{1,2} hours? )?\d{1,2} minutes? \d{1,2} seconds?$/;

/** In a mail who has written it says what is in no list and under nobody's name. */
function turnsOfMail({ writer, lines }: Written): PlacedTurn[] {
  const own = withFieldsJoined(writer === '' ? lines : ownLines(lines));
  const turns = partsWithTables(own).flatMap((part) =>
    'said' in part ? turnsOf(part.said) : turnsOfLines(part.lines, shown(writer)),
  );
  if (writer === '') return turns;
  const isTheirs = ({ speaker, text }: Turn) => speaker === '' && !isOfNobody(text);
  return turns.map((turn) => (isTheirs(turn) ? { ...turn, speaker: shown(writer) } : turn));
}

/** Without what is quoted, which another one has written. */
function ownLines(lines: readonly Line[]): Line[] {
  return lines.filter(({ text }) => !/^\s*>/.test(text));
}

/** The turns behind so many characters; where the text is not made of lines, behind such a share of them. */
export function turnsBehind(transcript: string, from: number): Turn[] {
  const rest = transcript.slice(from);
  if (rest.trim() === '') return [];
  const said = saidInJson(transcript) ?? saidInCsv(transcript);
  if (said === undefined) return turnsIn(rest);
  const unread = said.slice(Math.floor((said.length * from) / transcript.length));
  return turnsOf(unread).map(withoutPlace);
}

/** Who speaks on goes on with the same turn. */
function turnsOf(said: readonly Said[]): PlacedTurn[] {
  const turns: { speaker: string; texts: string[]; lines: number[] }[] = [];
  for (const one of said) {
    const [speaker, text] = [shown(one.speaker), one.text.trim()];
    if (text === '') continue;
    if (turns.at(-1)?.speaker !== speaker) turns.push({ speaker, texts: [], lines: [] });
    turns.at(-1)?.texts.push(text);
    if (one.line !== undefined) turns.at(-1)?.lines.push(one.line);
  }
  return turns.map(({ texts, ...turn }) => ({ ...turn, text: texts.join('\n') }));
}

/** Everybody who speaks, each once, in the order of their first words. */
export function speakersOf(turns: readonly Turn[]): string[] {
  return [...new Set(turns.map(({ speaker }) => speaker))].filter((one) => one !== '');
}

/** Who speaks from which lines on: each speaker once, and nobody as an empty name, where who spoke before does so no more. */
export function speakersByLine(turns: readonly PlacedTurn[]): Speaker[] {
  const lines = new Map<string, number[]>();
  for (const turn of turns)
    // One by one: as many arguments as a turn may have lines end a call.
    for (const line of turn.lines) {
      const known = lines.get(turn.speaker);
      if (known === undefined) lines.set(turn.speaker, [line]);
      else known.push(line);
    }
  return [...lines].map(([name, begun]) => ({ name, lines: begun }));
}
