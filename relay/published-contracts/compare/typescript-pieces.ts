import { type ts, typeScript } from '../../../shared/node/typescript.ts';

/** A stretch of a text outside of all brackets, up to where another declaration may begin. */
export interface Piece {
  /** As written, without a semicolon at its end. */
  readonly text: string;
  readonly tokens: readonly Token[];
}

interface Token {
  readonly kind: ts.SyntaxKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly startsLine: boolean;
  /** How many brackets are open where it begins. */
  readonly depth: number;
}

/** More than a real contract has. */
const maxTokens = 20_000;
const beginnings =
  /^(?:export|declare|interface|type|enum|class|function|const|let|var|namespace|module|import|abstract|async)$/;

/** The pieces of a text; undefined when its brackets do not match, or it has too many tokens. */
export function piecesOf(text: string): Piece[] | undefined {
  const tokens = tokensOf(text);
  return (
    tokens && split(text, tokens, ({ startsLine, text: word }) => startsLine && isBeginning(word))
  );
}

/** The same piece by its lines. */
export function linesOf(whole: string, { tokens }: Piece): Piece[] {
  return split(whole, tokens, ({ startsLine }) => startsLine);
}

/** The first name in a piece that is no keyword of a declaration. */
export function nameOf({ tokens }: Piece): string {
  const { Identifier } = typeScript().SyntaxKind;
  const isName = ({ kind, text }: Token) => kind >= Identifier && /^[\p{L}_$]/u.test(text);
  return tokens.find((token) => isName(token) && !isBeginning(token.text))?.text ?? '';
}

/** Whether it begins as a declaration does. */
export function isDeclared({ tokens: [first] }: Piece): boolean {
  return first !== undefined && isBeginning(first.text);
}

/** Whether it begins as `login(user: string)` or `map<T>(...)` does. */
export function isSignature({ tokens: [first, second] }: Piece): boolean {
  const { Identifier } = typeScript().SyntaxKind;
  return first !== undefined && first.kind >= Identifier && /^[(<]$/.test(second?.text ?? '');
}

const isBeginning = (word: string) => beginnings.test(word);

function split(text: string, tokens: readonly Token[], begins: (token: Token) => boolean): Piece[] {
  const { SemicolonToken } = typeScript().SyntaxKind;
  const pieces: Token[][] = [];
  let open: Token[] | undefined;
  for (const token of tokens) {
    const ends = token.kind === SemicolonToken && token.depth === 0;
    if (ends || (token.depth === 0 && begins(token))) open = undefined;
    if (ends) continue;
    if (open === undefined) pieces.push((open = []));
    open.push(token);
  }
  return pieces.map((parts) => ({
    text: text.slice(parts[0]?.start, parts.at(-1)?.end),
    tokens: parts,
  }));
}

function tokensOf(text: string): Token[] | undefined {
  const { createScanner, LanguageVariant, ScriptTarget, SyntaxKind } = typeScript();
  const scanner = createScanner(ScriptTarget.Latest, true, LanguageVariant.Standard, text);
  const closing = closingOf(SyntaxKind);
  const closings = new Set(closing.values());
  const open: (ts.SyntaxKind | undefined)[] = [];
  const tokens: Token[] = [];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (tokens.length === maxTokens) return undefined;
    const depth = open.length;
    if (closings.has(kind) && open.pop() !== kind) return undefined;
    tokens.push({
      kind,
      text: scanner.getTokenText(),
      start: scanner.getTokenStart(),
      end: scanner.getTokenEnd(),
      startsLine: tokens.length === 0 || scanner.hasPrecedingLineBreak(),
      depth,
    });
    if (closing.has(kind)) open.push(closing.get(kind));
  }
  return open.length === 0 ? tokens : undefined;
}

function closingOf(kinds: typeof ts.SyntaxKind): ReadonlyMap<ts.SyntaxKind, ts.SyntaxKind> {
  return new Map<ts.SyntaxKind, ts.SyntaxKind>([
    [kinds.OpenParenToken, kinds.CloseParenToken],
    [kinds.OpenBracketToken, kinds.CloseBracketToken],
    [kinds.OpenBraceToken, kinds.CloseBraceToken],
    [kinds.TemplateHead, kinds.CloseBraceToken],
  ]);
}
