import { asData } from '../kernel/display.ts';

/** A part of a transcript as a model or an agent reads it. */
export interface TranscriptPart {
  /** Between delimiters that no line of it can look like: each begins with a dash. */
  readonly text: string;
  /** Where it ends in the transcript, in characters. */
  readonly end: number;
}

export const transcriptBegin = '===== transcript =====';
export const transcriptEnd = '===== end of transcript =====';

const maxLineLength = 2_000;

/** The lines of a transcript, which `speakers` numbers. */
export function transcriptLines(transcript: string): string[] {
  return transcript.split(/\r\n|\r|\n/);
}

/** The transcript in parts of at most so many characters, each whole lines; a line that is too long is several. */
export function transcriptParts(transcript: string, maxLength: number): TranscriptPart[] {
  const parts: TranscriptPart[] = [];
  let lines: string[] = [];
  let length = 0;
  let at = 0;
  const close = () => {
    if (lines.length > 0) parts.push({ text: between(lines), end: at });
    lines = [];
    length = 0;
  };
  for (const piece of piecesOf(transcript)) {
    const shown = `- ${asData(piece, maxLineLength)}`;
    const isEmpty = shown.trim() === '-';
    if (length + shown.length + 1 > maxLength) close();
    if (!isEmpty) {
      lines.push(shown);
      length += shown.length + 1;
    }
    at += piece.length;
  }
  close();
  return parts;
}

function between(lines: readonly string[]): string {
  return [transcriptBegin, ...lines, transcriptEnd].join('\n');
}

/** Lines with their ends; long ones are cut behind a sentence, or else behind a word. */
function* piecesOf(transcript: string): Generator<string> {
  for (const [line] of transcript.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    let rest = line;
    while (rest.length > maxLineLength) {
      const head = rest.slice(0, maxLineLength);
      const cut = cutIn(head);
      yield rest.slice(0, cut);
      rest = rest.slice(cut);
    }
    yield rest;
  }
}

function cutIn(head: string): number {
  const behindSentence = Math.max(...['. ', '? ', '! '].map((end) => head.lastIndexOf(end))) + 2;
  if (behindSentence > maxLineLength / 2) return behindSentence;
  const behindWord = head.lastIndexOf(' ') + 1;
  if (behindWord > maxLineLength / 2) return behindWord;
  // A pair of surrogates stays together.
  return /[\uD800-\uDBFF]$/.test(head) ? head.length - 1 : head.length;
}
