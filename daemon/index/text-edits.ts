import type { Edit } from '../../shared/clients/common/edit.ts';
import { type ChunkEdit, withChunk } from './patch-chunks.ts';

export type { Edit };

export type EditedText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'inapplicable' };

type Replacement = Extract<Edit, { kind: 'replace' }>;

/** HOK-4: so many characters are searched and written for the edits of one call, some 30 ms of work; what takes more fits nothing. */
const maxCharacters = 32 * 1024 * 1024;

/**
 * The file after the edits, one after the other; `text` is `undefined` for a file that is not there.
 * `inapplicable` when an edit does not fit: its old text is missing, or not unique where it must be; or when there are too many
 * for a text of this length.
 */
export function applyEdits(text: string | undefined, edits: readonly Edit[]): EditedText {
  let current = text;
  let searched = 0;
  let passed = 0;
  for (const edit of edits) {
    searched += edit.kind === 'replace' ? (current?.length ?? 0) : 0;
    if (searched > maxCharacters) return { kind: 'inapplicable' };
    if (edit.kind === 'write') current = edit.content;
    else if (edit.kind === 'delete') current = undefined;
    else if (isChunk(edit)) {
      const patched = withChunk({ text: current ?? '', passed }, edit);
      if (patched === undefined) return { kind: 'inapplicable' };
      [current, passed] = [patched.text, patched.passed];
    } else {
      const replaced = textReplaced(current, edit);
      if (replaced === undefined) return { kind: 'inapplicable' };
      current = replaced;
    }
  }
  return current === undefined ? { kind: 'absent' } : { kind: 'text', text: current };
}

function isChunk(edit: Replacement): edit is ChunkEdit {
  return edit.chunk !== undefined;
}

function textReplaced(text: string | undefined, edit: Replacement): string | undefined {
  // Tools create a file by replacing nothing in it.
  if (edit.oldText === '') return text === undefined || text === '' ? edit.newText : undefined;
  if (text === undefined) return undefined;
  const { oldText, newText } = withLineEndingsOf(text, edit);
  const pieces = text.split(oldText);
  const isFit = edit.all ? pieces.length > 1 : pieces.length === 2;
  if (pieces.length * newText.length > maxCharacters) return undefined;
  return isFit ? pieces.join(newText) : undefined;
}

/**
 * The text before these edits, the last one undone first; undefined when it cannot be told: an edit overwrote or deleted
 * a text that it does not name, or its new text stands more than once or nowhere.
 */
export function undoEdits(text: string | undefined, edits: readonly Edit[]): string | undefined {
  const undone: Edit[] = [];
  for (const edit of edits) {
    if (edit.kind !== 'replace' || edit.newText === '' || edit.all) return undefined;
    const { oldText, newText, chunk } = edit;
    // Lines that were put between others are taken out with their end.
    const added = oldText === '' && chunk !== undefined ? `${newText}\n` : newText;
    undone.push({ kind: 'replace', oldText: added, newText: oldText, all: false });
  }
  const before = applyEdits(text, undone.reverse());
  return before.kind === 'text' ? before.text : undefined;
}

/** Tools show files with LF line ends and write back what the file had. */
function withLineEndingsOf(text: string, edit: Replacement): Replacement {
  if (!text.includes('\r\n') || edit.oldText.includes('\r')) return edit;
  // The file has both.
  if (edit.oldText.includes('\n') && text.includes(edit.oldText)) return edit;
  const toCrlf = (lines: string) => lines.replace(/\r?\n/g, '\r\n');
  return { ...edit, oldText: toCrlf(edit.oldText), newText: toCrlf(edit.newText) };
}
