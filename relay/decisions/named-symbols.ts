import { tokensOf } from '../search/builtin/lexicon/tokens.ts';

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
  const terms = codeTerms(text);
  const files = indexOf(symbols, new Set(terms.flatMap(({ names }) => names)));
  const found = new Set<string>();
  for (const term of terms) {
    const inFile = files.filter(({ path }) => isOfFile(term, path));
    // `Store.load` is about `Store`, whoever else has a `load`.
    if (inFile.some((file) => term.names.some((name) => file.names.has(name)))) continue;
    const member = lastMember(term, inFile);
    const key = `${term.file} ${member}`;
    if (member === undefined || found.has(key)) continue;
    found.add(key);
    for (const symbol of inFile.flatMap(({ having }) => having.get(member) ?? []))
      named.add(symbol);
  }
  return symbols.filter((symbol) => named.has(symbol));
}

/** What the terms of a text are looked up in, so that no term goes through all symbols. */
interface IndexedFile<Symbol> {
  /** With a slash before it, in small letters. */
  readonly path: string;
  readonly names: Set<string>;
  /** The symbols that have a member, by its name. */
  readonly having: Map<string, Symbol[]>;
}

/** The files of the symbols, with the members that are wanted. */
function indexOf<Symbol extends Nameable>(
  symbols: readonly Symbol[],
  wanted: ReadonlySet<string>,
): IndexedFile<Symbol>[] {
  const files = new Map<string, IndexedFile<Symbol>>();
  for (const symbol of symbols) {
    const { file, name, members } = symbol;
    const path = `/${file.toLowerCase()}`;
    const indexed = files.get(file) ?? { path, names: new Set(), having: new Map() };
    files.set(file, indexed);
    indexed.names.add(name);
    for (const member of new Set(members)) {
      if (!wanted.has(member)) continue;
      const having = indexed.having.get(member);
      if (having === undefined) indexed.having.set(member, [symbol]);
      else having.push(symbol);
    }
  }
  return [...files.values()];
}

interface CodeTerm {
  /** The file of an id, or the end of its path; empty when there is none. */
  readonly file: string;
  readonly names: readonly string[];
}

/** What is written as code; a common word is not. */
function codeTerms(text: string): CodeTerm[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/gu)].flatMap(([, code = '']) => codeTokensOf(code));
  const dotted = codeTokensOf(text).filter((token) => /[\p{L}\p{N}_$][.#][\p{L}_$#]/u.test(token));
  const called = [...text.matchAll(/(?<![\p{L}\p{N}_$.#/])([\p{L}\p{N}_$.#/]+)\(/gu)].map(
    ([, token = '']) => token,
  );
  return [...new Set([...quoted, ...dotted, ...called])].flatMap(termOf);
}

function codeTokensOf(text: string): string[] {
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
  return path.endsWith(file === '' ? '' : `/${file}`);
}

/** The last of the names that is a member at all. */
function lastMember(
  { names }: CodeTerm,
  files: readonly IndexedFile<unknown>[],
): string | undefined {
  return names.findLast((name) => files.some(({ having }) => having.has(name)));
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

const maxNear = 5;
/** A word that more of the names share says nothing of one of them. */
const commonShare = 0.3;
const minCommon = 3;

/**
 * DEC-8: the symbols that a text is about though it does not name them: its first line, the title, has all words of the name, or
 * the text has several of them, or one and some of the leading comment. Words count by their stems, and those that many of the
 * names have do not count. The nearest first, at most 5.
 */
export function nearSymbols<Symbol extends NamedSymbol>(
  text: string,
  symbols: readonly Symbol[],
): Symbol[] {
  const [asked, inTitle] = [stemsOf(text), stemsOf(text.split('\n', 1)[0] ?? '')];
  if (asked.size === 0) return [];
  const names = symbols.map(({ name }) => stemsOf(name));
  const common = commonStems(names);
  const scored = symbols.map((symbol, at) => {
    const telling = [...(names[at] ?? [])].filter((stem) => !common.has(stem));
    const shared = telling.filter((stem) => asked.has(stem)).length;
    const isTitle = telling.length > 0 && telling.every((stem) => inTitle.has(stem));
    const inDoc = shared === 0 ? 0 : sharedWithDoc(symbol, names[at], asked);
    const isNear = isTitle || shared >= 2 || (shared === 1 && inDoc >= 2);
    return { symbol, score: isNear ? 2 * shared + inDoc : 0 };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxNear)
    .map(({ symbol }) => symbol);
}

function sharedWithDoc(
  { doc }: NamedSymbol,
  name: ReadonlySet<string> = new Set(),
  asked: ReadonlySet<string>,
): number {
  return [...stemsOf(doc)].filter((stem) => !name.has(stem) && asked.has(stem)).length;
}

function commonStems(names: readonly ReadonlySet<string>[]): Set<string> {
  const counts = new Map<string, number>();
  for (const stem of names.flatMap((one) => [...one]))
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const limit = Math.max(minCommon, names.length * commonShare);
  return new Set([...counts].filter(([, count]) => count > limit).map(([stem]) => stem));
}

function stemsOf(text: string): Set<string> {
  const tokens = tokensOf(text, () => false).filter(({ stop }) => !stop);
  return new Set(tokens.map(({ stem }) => stem));
}
