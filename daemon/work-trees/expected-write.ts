import type { ConversationKey } from '../../shared/sessions/rules.ts';
import { applyEdits, type Edit, undoEdits } from '../index/text-edits.ts';
import { touch } from '../../shared/reservations/lines.ts';
import { diffLines, type Hunk, oldLines } from '../lines/line-diff.ts';
import { linesOf, type TextLines } from '../lines/text-lines.ts';

/** A file at one moment; `undefined` when it was not there. */
export type Text = string | undefined;

/** What one tool call changed of a file. */
export interface Change {
  readonly before: Text;
  readonly after: Text;
  /** It was reported before, so this is no other change. */
  readonly isToldAgain?: true;
}

/** What tells the tool call that writes from others. */
export interface WriteCall {
  readonly conversation: ConversationKey;
  readonly toolUseId?: string | undefined;
}

/** A write that was allowed and is not reported yet. */
export interface Expected {
  readonly call: WriteCall;
  readonly edits: readonly Edit[] | undefined;
  readonly atMs: number;
  /** The file when the write was allowed. */
  readonly checked: Text;
  /** The same, with what other calls have reported since. */
  before: Text;
  /** What this write changed, where that was seen before anyone else could have written. */
  seen: Change | undefined;
}

/** The same writer, and nothing that tells the calls apart. */
export function isSameWriter(one: WriteCall, other: WriteCall): boolean {
  const isSame =
    one.conversation.conversationId === other.conversation.conversationId &&
    one.conversation.agentId === other.conversation.agentId;
  const areBothNamed = one.toolUseId !== undefined && other.toolUseId !== undefined;
  return isSame && (!areBothNamed || one.toolUseId === other.toolUseId);
}

export function isSameCall(one: WriteCall, other: WriteCall): boolean {
  return (
    one.toolUseId !== undefined && one.toolUseId === other.toolUseId && isSameWriter(one, other)
  );
}

/** Asked about once more: the first time nothing was written. */
export function isRepeated(
  { call, edits }: Expected,
  again: WriteCall,
  editsAgain: readonly Edit[] | undefined,
): boolean {
  return isSameWriter(call, again) && areSame(edits, editsAgain);
}

export function areSame(
  ones: readonly Edit[] | undefined,
  others: readonly Edit[] | undefined,
): boolean {
  return JSON.stringify(ones) === JSON.stringify(others);
}

/** Whether the call's write can be in the text; one that does not say what it writes can be in any. */
export function canHave(expected: Expected | undefined, text: Text): boolean {
  const edits = expected?.edits;
  // The lines of a chunk may stand elsewhere too.
  if (
    expected !== undefined &&
    edits?.some((edit) => edit.kind === 'replace' && edit.chunk !== undefined)
  )
    return mayHaveMade(expected, text);
  if (edits === undefined || edits.some((edit) => edit.kind === 'replace' && edit.newText === ''))
    return true;
  return edits.every((edit) => edit.kind === 'replace')
    ? undoEdits(text, edits) !== undefined
    : textOf(undefined, edits)?.text === text;
}

/** Whether the file can have become this text by the call's write, others' changes in it or not. */
export function mayHaveMade({ edits }: Pick<Expected, 'edits'>, text: Text): boolean {
  if (edits === undefined) return true;
  const last = edits.at(-1);
  if (last?.kind === 'write') return last.content === text;
  if (last?.kind === 'delete') return text === undefined;
  const found = text?.replaceAll('\r\n', '\n') ?? '';
  return edits.every((edit) => edit.kind !== 'replace' || isReplacedIn(found, edit));
}

/** What is only removed leaves no text of its own. */
function isReplacedIn(text: string, { oldText, newText }: Extract<Edit, { kind: 'replace' }>) {
  const [removed, put] = [oldText, newText].map((one) => one.replaceAll('\r\n', '\n'));
  return put === '' ? !text.includes(removed ?? '') : text.includes(put ?? '');
}

export function forward(before: Text, edits: readonly Edit[]): Change | undefined {
  const after = textOf(before, edits);
  return after && { before, after: after.text };
}

/**
 * RSV-1: whether nothing shows that the edits have reached the disk. A whole text that replaced one which was never read here may have been
 * formatted since: there the commit tells more.
 */
export function mayBeAwaited(
  said: readonly Edit[],
  { last, now }: { last: { text: Text } | undefined; now: Text },
): boolean {
  return last === undefined ? said.every(({ kind }) => kind === 'replace') : last.text === now;
}

/** What edits will change that the file does not show yet; undefined where it has them, they do not fit it, or change nothing. */
export function pending(text: Text, edits: readonly Edit[]): Change | undefined {
  const undone = undoEdits(text, edits);
  const isMade = undone !== undefined && textOf(undone, edits)?.text === text;
  const change = isMade ? undefined : forward(text, edits);
  return change?.after === text ? undefined : change;
}

export function textOf(before: Text, edits: readonly Edit[]): { text: Text } | undefined {
  const edited = applyEdits(before, edits);
  if (edited.kind === 'inapplicable') return undefined;
  return { text: edited.kind === 'text' ? edited.text : undefined };
}

/** The text with another call's change in it. */
export function merged(text: Text, { before, after }: Change): Text {
  if (text === before) return after;
  if (text === undefined || before === undefined || after === undefined) return text;
  return withChange(text, before, after);
}

/** A hunk, with the lines that it brings. */
interface Replacement {
  readonly hunk: Hunk;
  readonly lines: readonly string[];
}

/**
 * `text` with what leads from `before` to `after` done to it too; all three are states of one file. What `text` already
 * has is not done again, and where it has something else in the same lines it stays as it is.
 */
export function withChange(text: string, before: string, after: string): string {
  if (text === before) return after;
  if (text === after || before === after) return text;
  const base = linesOf(before);
  const own = replacements(base, linesOf(text));
  const added = replacements(base, linesOf(after)).filter(
    ({ hunk }) => !own.some((one) => touch(oldLines(one.hunk), oldLines(hunk))),
  );
  return applied(
    base.lines,
    [...own, ...added].toSorted((a, b) => a.hunk.start - b.hunk.start),
  );
}

function replacements(base: TextLines, changed: TextLines): Replacement[] {
  return diffLines(base, changed).map((hunk) => ({
    hunk,
    lines: changed.lines.slice(hunk.newStart, hunk.newEnd),
  }));
}

function applied(base: readonly string[], changes: readonly Replacement[]): string {
  let pieces = '';
  let at = 0;
  for (const { hunk, lines } of changes) {
    pieces += base.slice(at, hunk.start).join('') + lines.join('');
    at = hunk.end;
  }
  return pieces + base.slice(at).join('');
}
