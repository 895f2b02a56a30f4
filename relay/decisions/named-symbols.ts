type Nameable = Pick<NamedSymbol, 'name' | 'file' | 'members'>;

/** What is no member though it stands before one, and endings of file names. */
const passedOver = new Set(['module', 'exports', 'this', 'prototype']);

const fileName = /\.[cm]?[jt]sx?$/i;

/**
 * DEC-3: the symbols whose names stand in the text, and those with a member that is named as code: in backticks, with
 * parentheses, behind a dot, or in an id.
 */
export function namedSymbols<Symbol extends Nameable>(
  text: string,
  symbols: readonly Symbol[],
): Symbol[] {
  const words = new Set(text.match(/[\p{L}\p{N}_$]+/gu));
  const named = new Set(symbols.filter(({ name }) => words.has(name)));
  for (const term of codeTerms(text)) {
    const inFile = symbols.filter(({ file }) => isOfFile(term, file));
    // `Store.load` is about `Store`, whoever else has a `load`.
    if (inFile.some(({ name }) => term.names.includes(name))) continue;
    for (const symbol of withMember(term, inFile)) named.add(symbol);
  }
  return symbols.filter((symbol) => named.has(symbol));
}

interface CodeTerm {
  /** The file of an id, or the end of its path; empty when there is none. */
  readonly file: string;
  readonly names: readonly string[];
}

/** What is written as code; a common word is not. */
function codeTerms(text: string): CodeTerm[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/gu)].flatMap(([, code = '']) => tokensOf(code));
  const dotted = tokensOf(text).filter((token) => /[\p{L}\p{N}_$][.#][\p{L}_$#]/u.test(token));
  const called = [...text.matchAll(/(?<![\p{L}\p{N}_$.#/])([\p{L}\p{N}_$.#/]+)\(/gu)].map(
    ([, token = '']) => token,
  );
  return [...new Set([...quoted, ...dotted, ...called])].flatMap(termOf);
}

function tokensOf(text: string): string[] {
  return text.split(/[\s"'`,;:<>{}()[\]|]+/u).filter((token) => token !== '');
}

function termOf(token: string): CodeTerm[] {
  const at = token.indexOf('#', 1);
  const isId = at !== -1 && /[./]/u.test(token.slice(0, at));
  const [file, rest] = isId ? [token.slice(0, at), token.slice(at + 1)] : ['', token];
  if (!isId && (rest.includes('/') || fileName.test(rest))) return [];
  const names = (rest.match(/[\p{L}\p{N}_$]+/gu) ?? []).filter((name) => !passedOver.has(name));
  return names.length === 0 ? [] : [{ file: file.toLowerCase(), names }];
}

function isOfFile({ file }: CodeTerm, path: string): boolean {
  return `/${path.toLowerCase()}`.endsWith(file === '' ? '' : `/${file}`);
}

/** Those with the last of the names that is a member at all. */
function withMember<Symbol extends Nameable>({ names }: CodeTerm, symbols: readonly Symbol[]) {
  for (const name of [...names].reverse()) {
    const having = symbols.filter(({ members }) => members.includes(name));
    if (having.length > 0) return having;
  }
  return [];
}

/** What a decision needs to know of a symbol. */
export interface NamedSymbol {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** Its leading comment; empty when there is none. */
  readonly doc: string;
  /** The names of what is in it. */
  readonly members: readonly string[];
  readonly exported: boolean;
  readonly meaningHash: string;
  readonly signatureHash: string;
}
