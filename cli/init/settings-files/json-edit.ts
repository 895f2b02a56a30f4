import type { Json } from '../../../shared/clients/common/settings-entries.ts';
import { itemOf, readSpans, type JsonContainer, type JsonNode } from './json-text.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';

/** Keys and positions from the root. At the end of a path to insert at, `-` means: after the last element. */
export type JsonPath = readonly (string | number)[];

/** What an insertion did besides adding its value, so that it can be undone exactly. */
export interface Insertion {
  text: string;
  /** Pointers of the containers that had to be made. */
  created: string[];
  /** The pointer of the container that was empty before, and the white space that it held. */
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
  if (before !== undefined) return cut(text, before.value.end, item.value.end);
  if (after !== undefined) return cut(text, item.start, after.start);
  return `${text.slice(0, parent.start + 1)}${space}${text.slice(parent.end - 1)}`;
}

export function isEmptyAt(text: string, path: JsonPath): boolean {
  return nodeAt(text, path).items.length === 0;
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
    const outer = style.compact ? '' : `${style.lineEnd}${indentationAt(text, node.start)}`;
    const lead = style.compact ? '' : `${outer}${style.unit}`;
    const item = print(key, value, { ...style, lead });
    return `${text.slice(0, node.start + 1)}${lead}${item}${outer}${text.slice(node.end - 1)}`;
  }
  const previous = node.items.at(-2);
  const separatorEnd = previous ? text.indexOf(',', previous.value.end) + 1 : node.start + 1;
  const lead = text.slice(separatorEnd, last.start);
  const item = print(key, value, { ...style, lead });
  return `${text.slice(0, last.value.end)},${lead}${item}${text.slice(last.value.end)}`;
}

interface Style {
  unit: string;
  lineEnd: string;
  /** Everything on one line. */
  compact: boolean;
}

function styleOf(text: string, root: JsonNode): Style {
  const first = root.kind === 'scalar' ? undefined : root.items[0];
  const lead = first === undefined ? '\n  ' : text.slice(root.start + 1, first.start);
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

function cut(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end);
}
