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

interface Token {
  text: string;
  start: number;
  end: number;
}

/** Where everything stands in a text that `JSON.parse` has accepted; on any other text the result means nothing. */
export function readSpans(text: string): JsonNode {
  const tokens = tokensOf(text);
  return readNode(tokens, take(tokens));
}

/** The item under `key`; as in `JSON.parse`, the last one where a key stands twice. */
export function itemOf(node: JsonNode, key: string | number): JsonItem | undefined {
  return node.kind === 'scalar' ? undefined : node.items.findLast((item) => item.key === key);
}

function* tokensOf(text: string): Generator<Token, undefined> {
  const pattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g;
  for (const match of text.matchAll(pattern)) {
    yield { text: match[0], start: match.index, end: match.index + match[0].length };
  }
}

function take(tokens: Iterator<Token>): Token {
  const next = tokens.next();
  if (next.done === true) throw new Error('The text is not JSON: it ends too early');
  return next.value;
}

function readNode(tokens: Iterator<Token>, first: Token): JsonNode {
  if (first.text === '{') return readItems(tokens, first, { kind: 'object', close: '}' });
  if (first.text === '[') return readItems(tokens, first, { kind: 'array', close: ']' });
  return { kind: 'scalar', start: first.start, end: first.end };
}

function readItems(
  tokens: Iterator<Token>,
  first: Token,
  { kind, close }: { kind: JsonContainer['kind']; close: string },
): JsonContainer {
  const items: JsonItem[] = [];
  let token = take(tokens);
  while (token.text !== close) {
    if (token.text === ',') token = take(tokens);
    items.push(kind === 'object' ? readMember(tokens, token) : readElement(tokens, token, items));
    token = take(tokens);
  }
  return { kind, start: first.start, end: token.end, items };
}

function readMember(tokens: Iterator<Token>, name: Token): JsonItem {
  take(tokens);
  const value = readNode(tokens, take(tokens));
  return { key: String(JSON.parse(name.text)), start: name.start, value };
}

function readElement(tokens: Iterator<Token>, first: Token, before: JsonItem[]): JsonItem {
  return { key: before.length, start: first.start, value: readNode(tokens, first) };
}
