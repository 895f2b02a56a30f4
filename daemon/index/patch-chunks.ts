import type { Edit } from '../../shared/clients/common/edit.ts';

/** A chunk of a patch, as an edit. */
export type ChunkEdit = Extract<Edit, { kind: 'replace' }> & Required<Pick<EditOfText, 'chunk'>>;
type EditOfText = Extract<Edit, { kind: 'replace' }>;

/** A text by its lines, and how many of them the chunks so far have passed. */
export interface PatchedText {
  readonly text: string;
  readonly passed: number;
}

/**
 * The text with the chunk in it, behind the chunks before: its lines replaced where they first come behind its headings.
 * Undefined where it does not fit. As the tools do it (codex-rs/apply-patch), without their tolerance for other white space.
 */
export function withChunk(before: PatchedText, edit: ChunkEdit): PatchedText | undefined {
  const ending = before.text.includes('\r\n') ? '\r\n' : '\n';
  const lines = before.text.split(/\r?\n/);
  const [old, added] = [linesOf(edit.oldText), linesOf(edit.newText)];
  const start = behindHeadings(lines, edit.chunk.headings, before.passed);
  if (start === undefined) return undefined;
  const at = placeOf(lines, old, { start, isAtEnd: edit.chunk.additions === 'atEnd' });
  if (at === undefined) return undefined;
  const patched = lines.slice(0, at).concat(added, lines.slice(at + old.length));
  // What is put at the end moves no later chunk there.
  const passed = at === start || old.length > 0 ? at + added.length : start;
  return { text: patched.join(ending), passed };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/);
}

function behindHeadings(
  lines: readonly string[],
  headings: readonly string[],
  from: number,
): number | undefined {
  let start = from;
  for (const heading of headings) {
    const at = lines.findIndex((line, index) => index >= start && line.trim() === heading);
    if (at === -1) return undefined;
    start = at + 1;
  }
  return start;
}

function placeOf(
  lines: readonly string[],
  old: readonly string[],
  { start, isAtEnd }: { readonly start: number; readonly isAtEnd: boolean },
): number | undefined {
  // The end of the last line is no line of its own.
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (old.length === 0) return isAtEnd ? end : Math.min(start, end);
  for (let at = start; at + old.length <= lines.length; at += 1)
    if (old.every((line, index) => lines[at + index] === line)) return at;
  return undefined;
}
