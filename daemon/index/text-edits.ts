/** What an agent's tool is about to do to one file. `all` replaces every occurrence; otherwise there must be one. */
export type Edit =
  | {
      readonly kind: 'replace';
      readonly oldText: string;
      readonly newText: string;
      readonly all: boolean;
    }
  | { readonly kind: 'write'; readonly content: string }
  | { readonly kind: 'delete' };

export type EditedText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'inapplicable' };

/** UTF-16 offsets, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

type Replacement = Extract<Edit, { kind: 'replace' }>;

/**
 * The file after the edits, one after the other; `text` is `undefined` for a file that is not there.
 * `inapplicable` when an edit does not fit: its old text is missing, or not unique where it must be.
 */
export function applyEdits(text: string | undefined, edits: readonly Edit[]): EditedText {
  let current = text;
  for (const edit of edits) {
    if (edit.kind === 'write') current = edit.content;
    else if (edit.kind === 'delete') current = undefined;
    else {
      const replaced = textReplaced(current, edit);
      if (replaced === undefined) return { kind: 'inapplicable' };
      current = replaced;
    }
  }
  return current === undefined ? { kind: 'absent' } : { kind: 'text', text: current };
}

function textReplaced(text: string | undefined, edit: Replacement): string | undefined {
  // Tools create a file by replacing nothing in it.
  if (edit.oldText === '') return text === undefined || text === '' ? edit.newText : undefined;
  if (text === undefined) return undefined;
  const { oldText, newText } = withLineEndingsOf(text, edit);
  const pieces = text.split(oldText);
  const isFit = edit.all ? pieces.length > 1 : pieces.length === 2;
  return isFit ? pieces.join(newText) : undefined;
}

/**
 * The ranges of `text` that one edit really replaces: what the old and the new text share at both ends is left out.
 * Every place where the old text stands counts. `undefined` when it stands nowhere.
 */
export function replacedRanges(text: string, edit: Edit): TextRange[] | undefined {
  if (edit.kind === 'delete') return [{ start: 0, end: text.length }];
  if (edit.kind === 'write') return [changedRange(text, edit.content)];
  if (edit.oldText === '') return text === '' ? [{ start: 0, end: 0 }] : undefined;
  const { oldText, newText } = withLineEndingsOf(text, edit);
  const changed = changedRange(oldText, newText);
  const ranges: TextRange[] = [];
  for (let at = text.indexOf(oldText); at !== -1; at = text.indexOf(oldText, at + oldText.length))
    ranges.push({ start: at + changed.start, end: at + changed.end });
  return ranges.length > 0 ? ranges : undefined;
}

/** Tools show files with LF line ends and write back what the file had. */
function withLineEndingsOf(text: string, edit: Replacement): Replacement {
  if (!text.includes('\r\n') || edit.oldText.includes('\r') || text.includes(edit.oldText))
    return edit;
  const toCrlf = (lines: string) => lines.replace(/\r?\n/g, '\r\n');
  return { ...edit, oldText: toCrlf(edit.oldText), newText: toCrlf(edit.newText) };
}

function changedRange(before: string, after: string): TextRange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { start, end: before.length - tail };
}
