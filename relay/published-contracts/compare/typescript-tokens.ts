/** One token of a TypeScript text, without comments and spaces. */
export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'mark' | 'end';
  /** As written, but strings always in double quotes. */
  readonly text: string;
  /** Whether a line begins before it. */
  readonly startsLine: boolean;
  /** For an opening bracket: the position of the token that closes it. */
  readonly closedAt?: number;
}

// An unfinished comment reaches to the end, so that every text is read in linear time.
const pattern =
  /(\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|([\p{ID_Start}$_#][\p{ID_Continue}$]*)|(\d[\w.]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|=>|\.\.\.|[^]/gsuy;

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** More than a real contract has. */
const maxTokens = 20_000;

/** The tokens of a text and a final `end`; undefined when its brackets do not match, or there are too many tokens. */
export function tokensOf(source: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let startsLine = true;
  for (const [text, space, name, number, string] of source.matchAll(pattern)) {
    if (space !== undefined) {
      startsLine ||= text.includes('\n');
      continue;
    }
    if (tokens.length === maxTokens) return undefined;
    if (string !== undefined) tokens.push({ kind: 'string', text: quoted(text), startsLine });
    else if (name !== undefined) tokens.push({ kind: 'name', text, startsLine });
    else tokens.push({ kind: number === undefined ? 'mark' : 'number', text, startsLine });
    startsLine = false;
  }
  tokens.push({ kind: 'end', text: '', startsLine: true });
  return withBrackets(tokens);
}

function quoted(text: string): string {
  return text.startsWith('`') ? text : `"${text.slice(1, -1)}"`;
}

function withBrackets(tokens: readonly Token[]): readonly Token[] | undefined {
  const closedAt = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue;
    if (text in closing) open.push(at);
    if (text !== ')' && text !== ']' && text !== '}') continue;
    const opened = open.pop();
    if (opened === undefined || closing[tokens[opened]?.text ?? ''] !== text) return undefined;
    closedAt.set(opened, at);
  }
  if (open.length > 0) return undefined;
  return tokens.map((token, at) => {
    const closed = closedAt.get(at);
    return closed === undefined ? token : { ...token, closedAt: closed };
  });
}
