import type { Line } from '../turn.ts';

/** Lines that one person has written; nobody's name is known where there is none. */
export interface Written {
  readonly writer: string;
  readonly lines: readonly Line[];
}

const from = /^(?:\*\*)?From:(?:\*\*)?\s+(\S.{0,200})/;
const field = /^(?:\*\*)?(?:From|To|Cc|Bcc|Date|Sent|Subject|Reply-To):(?:\*\*)?(?:\s|$)/;

/** The mails of a text, each with who has written it and without its head; any other text is one part without a writer. */
export function mailsIn(lines: readonly Line[]): Written[] {
  const parts: { writer: string; lines: Line[] }[] = [{ writer: '', lines: [] }];
  let isInHead = false;
  for (const [at, line] of lines.entries()) {
    const text = line.text.trim();
    const writer = writerOf(from.exec(text)?.[1] ?? '');
    // "From: 14:00", "To: 15:30" are hours.
    const isHead = /\p{L}/u.test(writer) && field.test(lines[at + 1]?.text.trim() ?? '');
    if (isHead) parts.push({ writer, lines: [] });
    isInHead = isHead || (isInHead && field.test(text));
    if (!isInHead) parts.at(-1)?.lines.push(line);
  }
  return parts.filter((part) => part.lines.length > 0);
}

/** `"Lee, Ann" <ann@example.org>` is Ann Lee, `ann.lee@example.org` is ann lee. */
function writerOf(sender: string): string {
  const shown = sender
    .replace(/[<([].*$/, '')
    .replaceAll('"', '')
    .trim();
  const name = shown === '' ? sender.replace(/^[<([]+/, '') : shown;
  return inOrder(name.replace(/@.*$/, '')).replace(/[._]/g, ' ').trim();
}

/** `Lee, Ann` is Ann Lee. */
export function inOrder(written: string): string {
  return written.replace(/^([^,]+), ([^,]+)$/, '$2 $1');
}
