import {
  createScanner,
  parseTree,
  printParseErrorCode,
  visit,
  type Node,
  type ParseError,
  type SyntaxKind,
} from 'jsonc-parser';
import type { Json } from '../../../shared/clients/common/settings-entries.ts';
import { refuse, type Refusal } from '../../../shared/kernel/refusal.ts';

/** A value in a JSON text and where it stands: `text.slice(start, end)`. */
export type JsonNode =
  | { kind: 'scalar'; start: number; end: number }
  | { kind: 'object' | 'array'; start: number; end: number; items: JsonItem[] };

export type JsonContainer = Extract<JsonNode, { items: JsonItem[] }>;

/** A member of an object or an element of an array; `start` is that of its key, where it has one. */
export interface JsonItem {
  key: string | number;
  start: number;
  value: JsonNode;
}

/** Settings of clients have some five levels; the parser calls itself for each, so the stack is the limit. */
const maxLevels = 100;

/** INI-2: the value of a JSON text, in which comments and a comma behind the last item may stand; refused where it is none. */
export function readJson(text: string): Json | Refusal {
  if (isTooDeep(text)) return refuse('Conflict', `is nested more than ${maxLevels} levels deep`);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined && tree !== undefined) return valueOf(tree);
  const lines = text.slice(0, error?.offset ?? 0).split('\n');
  const at = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return refuse('Conflict', `is not JSON: ${at}: ${causeOf(error)}`);
}

/** How a bracket changes the level: `{` and `[`, `}` and `]`. The library's enum of kinds exists for types only. */
const levelsOf: Partial<Record<SyntaxKind, number>> = { 1: 1, 2: -1, 3: 1, 4: -1 };
const endOfFile: SyntaxKind = 17;

function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let level = 0;
  for (let kind = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    level += levelsOf[kind] ?? 0;
    if (level > maxLevels) return true;
  }
  return false;
}

/** INI-3: in words of a reader of the file; the parser has names of its own for them. */
const causes: Readonly<Record<string, string>> = {
  InvalidSymbol: 'there is a word that JSON does not know; a text needs quotation marks',
  InvalidNumberFormat: 'a number is not written as JSON writes one',
  PropertyNameExpected: 'a name in quotation marks is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing behind a name',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'something follows where the file should end',
  UnexpectedEndOfComment: 'a comment does not end',
  UnexpectedEndOfString: 'a text has no closing quotation mark',
  UnexpectedEndOfNumber: 'a number does not end',
  InvalidUnicode: 'a character behind \\u is not four hexadecimal digits',
  InvalidEscapeCharacter: 'a character behind a \\ means nothing in JSON',
  InvalidCharacter: 'there is a character that JSON does not take in a text',
};

function causeOf(error: ParseError | undefined): string {
  if (error === undefined) return 'it is empty';
  return causes[printParseErrorCode(error.error)] ?? 'this is not JSON';
}

/** Where everything stands in a text that `readJson` takes. */
export function readSpans(text: string): JsonNode {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree === undefined) throw new Error('The text is not JSON: it is empty');
  return spanOf(tree);
}

/** The text with spaces where its comments stand. */
export function withoutComments(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  visit(text, {
    onComment(start, length) {
      const blank = text.slice(start, start + length).replace(/[^\r\n]/g, ' ');
      pieces.push(text.slice(at, start), blank);
      at = start + length;
    },
  });
  return pieces.join('') + text.slice(at);
}

/** The item under `key`; as in `JSON.parse`, the last one where a key stands twice. */
export function itemOf(node: JsonNode, key: string | number): JsonItem | undefined {
  return node.kind === 'scalar' ? undefined : node.items.findLast((item) => item.key === key);
}

/** The library's own answer would take a member `__proto__` for the prototype. */
function valueOf({ type, children = [], value }: Node): Json {
  if (type === 'array') return children.map(valueOf);
  if (type !== 'object') return value as Json;
  return Object.fromEntries(children.map((member) => [keyOf(member), valueOf(valueIn(member))]));
}

function spanOf({ type, offset: start, length, children = [] }: Node): JsonNode {
  const end = start + length;
  if (type === 'array') {
    const items = children.map((one, key) => ({ key, start: one.offset, value: spanOf(one) }));
    return { kind: type, start, end, items };
  }
  if (type !== 'object') return { kind: 'scalar', start, end };
  const items = children.map((member) => {
    return { key: keyOf(member), start: member.offset, value: spanOf(valueIn(member)) };
  });
  return { kind: type, start, end, items };
}

function keyOf({ children }: Node): string {
  return String(children?.[0]?.value);
}

function valueIn({ children }: Node): Node {
  const value = children?.[1];
  if (value === undefined) throw new Error('The text is not JSON: a member has no value');
  return value;
}
