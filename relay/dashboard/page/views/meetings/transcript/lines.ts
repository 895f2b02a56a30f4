import { asText } from '../../../../../../shared/kernel/display.ts';

/** A line of a transcript as it is shown: in one row, without what nobody sees. */
export interface Line {
  /** Who says it; empty where the line goes on with what was said before, or names nobody. */
  readonly speaker: string;
  /** From the start of the line, when the transcript says it: `00:12:30`. */
  readonly time: string;
  readonly text: string;
}

const clock = /^[[(]?(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d{1,3})?[\])]?\s+/;
/** As the reader of meetings takes it: up to four words before a colon. */
const spoken = /^(\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,3})\s*:\s+/u;
const longestName = 40;

/** The lines of a transcript that say something. */
export function linesOf(transcript: string): readonly Line[] {
  const lines: Line[] = [];
  for (const raw of asText(transcript).split('\n')) {
    const flat = raw.replace(/\s+/g, ' ').trim();
    if (flat !== '') lines.push(lineOf(flat));
  }
  return lines;
}

function lineOf(flat: string): Line {
  const [stamp = '', time = ''] = clock.exec(flat) ?? [];
  const said = flat.slice(stamp.length);
  const [prefix = '', speaker = ''] = spoken.exec(said.slice(0, 2 * longestName)) ?? [];
  if (speaker.length > longestName) return { speaker: '', time, text: said };
  return { speaker, time, text: said.slice(prefix.length) };
}
