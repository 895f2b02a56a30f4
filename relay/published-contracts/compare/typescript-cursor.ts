import type { Token } from './typescript-tokens.ts';

const end: Token = { kind: 'end', text: '', startsLine: true };

/**
 * A position in a list of tokens. After a syntax error `failed` is true and every further token is the end, so that all loops
 * stop.
 */
export class Cursor {
  at = 0;
  failed = false;

  constructor(private readonly tokens: readonly Token[]) {}

  get token(): Token {
    return this.peek(0);
  }

  get done(): boolean {
    return this.token.kind === 'end';
  }

  peek(ahead: number): Token {
    return this.failed ? end : (this.tokens[this.at + ahead] ?? end);
  }

  next(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.at += 1;
    return token;
  }

  /** Whether the next token is one of these marks or names, not a string. */
  is(...texts: readonly string[]): boolean {
    return this.peekIs(0, ...texts);
  }

  peekIs(ahead: number, ...texts: readonly string[]): boolean {
    const { kind, text } = this.peek(ahead);
    return (kind === 'mark' || kind === 'name') && texts.includes(text);
  }

  take(text: string): boolean {
    const found = this.is(text);
    if (found) this.next();
    return found;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  /** The text of a name that must come next. */
  name(): string {
    if (this.token.kind !== 'name') this.fail();
    return this.next().text;
  }

  fail(): void {
    this.failed = true;
  }

  /** Skips the brackets that open here, with all that is in them. */
  skipBrackets(): void {
    const { closedAt } = this.token;
    if (closedAt === undefined) this.fail();
    else this.at = closedAt + 1;
  }

  /** Skips to one of these marks, over whole brackets; with `lines` also to the next new line. */
  skipTo(marks: readonly string[], lines = false): void {
    const from = this.at;
    while (!this.done && !this.is(...marks)) {
      if (lines && this.at > from && this.token.startsLine) return;
      if (this.is('(', '[', '{')) this.skipBrackets();
      else this.next();
    }
  }

  textFrom(start: number): string {
    return this.tokens
      .slice(start, this.at)
      .map(({ text }) => text)
      .join(' ');
  }
}
