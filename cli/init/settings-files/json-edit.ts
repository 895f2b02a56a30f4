import type { Json } from '../../../shared/clients/common/settings-entries.ts';
import {
  itemOf,
  readSpans,
  withoutComments,
  type JsonContainer,
  type JsonItem,
  type JsonNode,
} from './json-text.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';

/** Keys and positions from the root. At the end of a path to insert at, `-` means: after the last element. */
export type JsonPath = readonly (string | number)[];

/** What an insertion did besides adding its value, so that it can be undone exactly. */
export interface Insertion {
  text: string;
  /** Pointers of the containers that had to be made. */
  created: string[];
  /** The pointer of the container that was empty before, and the white space and comments that it held. */
  filled?: { pointer: string; space: string };
}

/**
 * Adds a value at a path of keys, makes the containers that are missing on the way, and copies the indentation
 * and line ends around it. Every other character of the text stays. Refused where the path meets another kind of
 * value.
 */
export function insertAt(text: string, path: readonly string[], value: Json): Insertion | Refusal {
  const root = readSpans(text);
  let node = root;
  let depth = 0;
  for (; depth < path.length - 1; depth += 1) {
    const next = itemOf(node, path[depth] ?? '');
    if (next === undefined) break;
    node = next.value;
  }
  const key = path[depth] ?? '';
  if (node.kind !== (key === '-' ? 'array' : 'object')) return wrongKind(path.slice(0, depth), key);
  const wrapped = wrap(path.slice(depth + 1), value);
  const created = path
    .slice(depth, -1)
    .map((_, index) => pointerOf(path.slice(0, depth + index + 1)));
  const next = append(text, { root, node, key, value: wrapped });
  if (node.items.length > 0) return { text: next, created };
  const filled = { pointer: pointerOf(path.slice(0, depth)), space: insideOf(text, node) };
  return { text: next, created, filled };
}

/** Takes the item at a path out again; `space` is left in a container that becomes empty. */
export function removeAt(text: string, path: JsonPath, space: string): string {
  const parent = nodeAt(text, path.slice(0, -1));
  const index = indexOf(parent, path.at(-1));
  const item = parent.items[index];
  const before = parent.items[index - 1];
  const after = parent.items[index + 1];
  if (item === undefined) throw new Error(`There is nothing at ${pointerOf(path)}`);
  if (before !== undefined) return removeBehind(text, { before, item, until: parent.end - 1 });
  if (after !== undefined) return removeFirst(text, item, parent.end - 1);
  return removeOnly(text, { parent, item, space });
}

/** Comments between the two stay, and so does the comma where another follows. */
function removeBehind(text: string, { before, item, until }: Between): string {
  const { end } = item.value;
  const start = endOfText(text, item.start);
  const next = commaAfter(text, end, until);
  if (next < until) return text.slice(0, start) + text.slice(end, next) + text.slice(next + 1);
  const comma = commaAfter(text, before.value.end, until);
  return text.slice(0, comma) + text.slice(comma + 1, Math.max(comma + 1, start)) + text.slice(end);
}

interface Between {
  before: JsonItem;
  item: JsonItem;
  /** Where the container's items can end at the latest. */
  until: number;
}

function removeFirst(text: string, item: JsonItem, until: number): string {
  const comma = commaAfter(text, item.value.end, until);
  const behind = text.slice(comma + 1).trimStart();
  return text.slice(0, item.start) + text.slice(item.value.end, comma) + behind;
}

/** What stood in the container before comes back, unless comments have come since. */
function removeOnly(
  text: string,
  { parent, item, space }: { parent: JsonContainer; item: JsonItem; space: string },
): string {
  const head = text.slice(parent.start + 1, endOfText(text, item.start));
  const end = parent.end - 1;
  const comma = commaAfter(text, item.value.end, end);
  const tail = text.slice(item.value.end, comma) + text.slice(comma + 1, end);
  const isAsBefore = tail.trim() === '' && space.trimEnd() === head.trimEnd();
  const inside = isAsBefore ? space : head + tail;
  return `${text.slice(0, parent.start + 1)}${inside}${text.slice(end)}`;
}

/** Where the comma stands that follows a value; `until` where none does before that. */
function commaAfter(text: string, end: number, until: number): number {
  const found = withoutComments(text).indexOf(',', end);
  return found === -1 || found > until ? until : found;
}

/** Where the white space before a position begins. */
function endOfText(text: string, position: number): number {
  return text.slice(0, position).trimEnd().length;
}

/** Whether the container holds nothing, no comment either. */
export function isEmptyAt(text: string, path: JsonPath): boolean {
  return insideOf(text, nodeAt(text, path)).trim() === '';
}

/** A path as one string: `/hooks/PreToolUse`; the root is the empty string. */
export function pointerOf(path: JsonPath): string {
  return path.map((key) => `/${key}`).join('');
}

interface Addition {
  root: JsonNode;
  node: JsonContainer;
  key: string;
  value: Json;
}

function append(text: string, { root, node, key, value }: Addition): string {
  const last = node.items.at(-1);
  const style = styleOf(text, root);
  if (last === undefined) {
    const comments = insideOf(text, node).trimEnd();
    const isCompact = style.compact && comments === '';
    const outer = isCompact ? '' : `${style.lineEnd}${indentationAt(text, node.start)}`;
    const lead = isCompact ? '' : `${outer}${style.unit}`;
    const item = print(key, value, { ...style, lead });
    const head = text.slice(0, node.start + 1) + comments;
    return `${head}${lead}${item}${outer}${text.slice(node.end - 1)}`;
  }
  const until = node.end - 1;
  const lead = text.slice(endOfText(text, last.start), last.start);
  const item = print(key, value, { ...style, lead });
  const { end } = last.value;
  const comma = commaAfter(text, end, until);
  const isClosed = comma < until;
  const start = isClosed ? comma + 1 : end;
  const behind = start + commentOnLine(text, start, until).length;
  const kept = text.slice(start, behind);
  return isClosed
    ? `${text.slice(0, start)}${kept}${lead}${item},${text.slice(behind)}`
    : `${text.slice(0, start)},${kept}${lead}${item}${text.slice(behind)}`;
}

/** The comment that belongs to the last item because it stands behind it on its line; empty where there is none. */
function commentOnLine(text: string, start: number, until: number): string {
  const [line = ''] = text.slice(start, until).split(/\r?\n/, 1);
  const end = start + line.length;
  const isComment = withoutComments(text).slice(start, end).trim() === '';
  // One that goes on over the next lines, or the last one before the bracket, stays behind the new item.
  const endsThere = end < until && /^\/\/|\*\/$/.test(line.trim());
  return isComment && endsThere ? line.trimEnd() : '';
}

interface Style {
  unit: string;
  lineEnd: string;
  /** Everything on one line. */
  compact: boolean;
}

function styleOf(text: string, root: JsonNode): Style {
  const first = root.kind === 'scalar' ? undefined : root.items[0];
  const lead = first === undefined ? '\n  ' : text.slice(endOfText(text, first.start), first.start);
  const unit = lead.slice(lead.lastIndexOf('\n') + 1);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return { unit: unit === '' ? '  ' : unit, lineEnd, compact: !lead.includes('\n') };
}

/** An item whose line begins with `lead`: over several lines if that one holds a line end, else in one. */
function print(key: string, value: Json, style: Style & { lead: string }): string {
  const name = key === '-' ? '' : `${JSON.stringify(key)}:`;
  if (!style.lead.includes('\n')) return `${name}${JSON.stringify(value)}`;
  const indentation = style.lead.slice(style.lead.lastIndexOf('\n') + 1);
  const body = JSON.stringify(value, undefined, style.unit);
  const lines = body.replaceAll('\n', `${style.lineEnd}${indentation}`);
  return name === '' ? lines : `${name} ${lines}`;
}

function indentationAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function wrap(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inner, key) => (key === '-' ? [inner] : { [key]: inner }), value);
}

function wrongKind(path: JsonPath, key: string): Refusal {
  const kind = key === '-' ? 'a list' : 'an object';
  return refuse('Conflict', `${pointerOf(path) || 'its content'} is not ${kind}`);
}

function nodeAt(text: string, path: JsonPath): JsonContainer {
  const node = path.reduce<JsonNode | undefined>(
    (at, key) => at && itemOf(at, key)?.value,
    readSpans(text),
  );
  if (node === undefined || node.kind === 'scalar') {
    throw new Error(`There is no container at ${pointerOf(path)}`);
  }
  return node;
}

function indexOf(node: JsonContainer, key: string | number | undefined): number {
  return node.items.findLastIndex((item) => item.key === key);
}

function insideOf(text: string, node: JsonContainer): string {
  return text.slice(node.start + 1, node.end - 1);
}
