import { asText } from '../../../../../../shared/kernel/display.ts';
import type { Speaker } from '../../../../../../shared/meetings/results.ts';
import { transcriptLines } from '../../../../../../shared/meetings/transcript-text.ts';

/** A line of a transcript as it is shown: in one row, without what nobody sees. */
export interface Line {
  /** Who says it; empty where nobody is named. */
  readonly speaker: string;
  /** Whether it says so, and does not only go on with what was said before. */
  readonly begins: boolean;
  /** From the start of the line, when the transcript says it: `00:12:30`. */
  readonly time: string;
  readonly text: string;
}

const clock = /^[[(]?(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d{1,3})?[\])]?\s+/;

/** The lines of a transcript that say something. Who says them the service has read; without that nobody is named. */
export function linesOf(transcript: string, speakers: readonly Speaker[] = []): readonly Line[] {
  const named = new Map(speakers.flatMap(({ name, lines }) => lines.map((line) => [line, name])));
  const lines: Line[] = [];
  let speaker = '';
  for (const [at, raw] of transcriptLines(transcript).entries()) {
    speaker = named.get(at) ?? speaker;
    const flat = asText(raw).replace(/\s+/g, ' ').trim();
    if (flat !== '') lines.push(lineOf(flat, { speaker, begins: named.has(at) }));
  }
  return lines;
}

/** The name and the time stand beside the line, and not in it. */
function lineOf(flat: string, said: Pick<Line, 'speaker' | 'begins'>): Line {
  const [stamp = '', time = ''] = clock.exec(flat) ?? [];
  const words = flat.slice(stamp.length);
  const prefix = `${said.speaker}: `;
  const isNamed = said.begins && words.startsWith(prefix);
  return { ...said, time, text: isNamed ? words.slice(prefix.length) : words };
}
