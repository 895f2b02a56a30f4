import type { Cursor } from './typescript-cursor.ts';
import { readMembers } from './typescript-members.ts';
import {
  arrayOf,
  combined,
  functionOf,
  other,
  referenceTo,
  type Parameter,
  type Signature,
  type TypeNode,
} from './typescript-syntax.ts';

const maxDepth = 100;

/** Parses types. A syntax error makes the cursor fail. */
export class TypeReader {
  private depth = 0;

  constructor(readonly cursor: Cursor) {}

  type(): TypeNode {
    const { cursor } = this;
    const start = cursor.at;
    const read = this.union();
    if (!cursor.is('extends')) return read;
    this.conditional();
    return other(cursor.textFrom(start));
  }

  /** `mark` stands before the result: `:` in a declaration, `=>` in a type. */
  signature(mark: ':' | '=>'): Signature {
    const typeParameters = this.typeParameters();
    const parameters = this.parameters();
    const hasResult = this.cursor.take(mark);
    return { typeParameters, parameters, result: hasResult ? this.result() : other('any') };
  }

  /** `<T extends X = Y, U>`, each as its text. */
  typeParameters(): string[] {
    const { cursor } = this;
    const texts: string[] = [];
    if (!cursor.take('<')) return texts;
    while (!cursor.done && !cursor.is('>')) {
      const start = cursor.at;
      cursor.name();
      if (cursor.take('extends')) this.type();
      if (cursor.take('=')) this.type();
      texts.push(cursor.textFrom(start));
      if (!cursor.take(',')) break;
    }
    cursor.expect('>');
    return texts;
  }

  private parameters(): Parameter[] {
    const { cursor } = this;
    const parameters: Parameter[] = [];
    cursor.expect('(');
    while (!cursor.done && !cursor.is(')')) {
      const parameter = this.parameter();
      if (parameter.name !== 'this') parameters.push(parameter);
      if (!cursor.take(',')) break;
    }
    cursor.expect(')');
    return parameters;
  }

  private parameter(): Parameter {
    const { cursor } = this;
    const modifiers = ['public', 'private', 'protected', 'readonly', 'override'];
    while (cursor.is(...modifiers) && cursor.peek(1).kind === 'name') cursor.next();
    const rest = cursor.take('...');
    const start = cursor.at;
    if (cursor.is('{', '[')) cursor.skipBrackets();
    else cursor.name();
    const name = cursor.textFrom(start);
    let optional = cursor.take('?') || rest;
    const type = cursor.take(':') ? this.type() : other('any');
    if (cursor.take('=')) {
      optional = true;
      cursor.skipTo([',', ')']);
    }
    return { name, optional, rest, type };
  }

  /** A type, or a type predicate: `value is T`, `asserts value`. */
  private result(): TypeNode {
    const { cursor } = this;
    const start = cursor.at;
    const asserts = cursor.is('asserts') && cursor.peek(1).kind === 'name';
    if (asserts && !cursor.peek(1).startsLine) cursor.next();
    const tests = cursor.peekIs(1, 'is') && !cursor.peek(1).startsLine;
    if (!asserts && !tests) return this.type();
    cursor.name();
    if (cursor.take('is')) this.type();
    return other(cursor.textFrom(start));
  }

  private conditional(): void {
    const { cursor } = this;
    cursor.expect('extends');
    this.union();
    cursor.expect('?');
    this.type();
    cursor.expect(':');
    this.type();
  }

  private union(): TypeNode {
    return this.separated('|', 'union', () =>
      this.separated('&', 'intersection', () => this.one()),
    );
  }

  private separated(mark: string, kind: 'union' | 'intersection', read: () => TypeNode): TypeNode {
    const { cursor } = this;
    cursor.take(mark);
    const parts = [read()];
    while (cursor.take(mark)) parts.push(read());
    return combined(kind, parts);
  }

  /** Every nested type is parsed by a call of this, so the depth is counted here. */
  private one(): TypeNode {
    this.depth += 1;
    if (this.depth > maxDepth) this.cursor.fail();
    const read = this.cursor.failed ? other('') : this.operand();
    this.depth -= 1;
    return read;
  }

  private operand(): TypeNode {
    const { cursor } = this;
    const start = cursor.at;
    if (cursor.is('readonly')) cursor.next();
    else if (cursor.is('keyof', 'unique', 'typeof', 'infer') && isOperand(cursor)) {
      cursor.next();
      this.one();
      return other(cursor.textFrom(start));
    }
    let read = this.primary();
    while (cursor.is('[') && !cursor.token.startsLine) {
      cursor.next();
      if (cursor.take(']')) read = arrayOf(read);
      else {
        this.type();
        cursor.expect(']');
        read = other(cursor.textFrom(start));
      }
    }
    return read;
  }

  private primary(): TypeNode {
    const { cursor } = this;
    const { kind, closedAt } = cursor.token;
    const start = cursor.at;
    if (cursor.is('<') || (cursor.is('(') && this.isFunction(closedAt))) {
      return functionOf(this.signature('=>'));
    }
    if (cursor.is('new', 'abstract') && cursor.peekIs(1, '(', '<', 'new'))
      return this.constructorType();
    if (cursor.is('(')) return this.inBrackets();
    if (cursor.is('{')) return readMembers(this);
    if (cursor.is('[')) {
      cursor.skipBrackets();
      return other(cursor.textFrom(start));
    }
    if (cursor.is('-') && cursor.peek(1).kind === 'number') cursor.next();
    else if (kind === 'name') return this.reference();
    else if (kind !== 'string' && kind !== 'number') cursor.fail();
    cursor.next();
    return other(cursor.textFrom(start).replace(/^- /, '-'));
  }

  private isFunction(closedAt: number | undefined): boolean {
    if (closedAt === undefined) return false;
    return this.cursor.peekIs(closedAt - this.cursor.at + 1, '=>');
  }

  private constructorType(): TypeNode {
    const { cursor } = this;
    cursor.take('abstract');
    cursor.expect('new');
    return other(`new ${functionOf(this.signature('=>')).text}`);
  }

  private inBrackets(): TypeNode {
    this.cursor.expect('(');
    const read = this.type();
    this.cursor.expect(')');
    return read;
  }

  /** `A`, `a.B`, `A<X, Y>`, `import("x").Y`. */
  private reference(): TypeNode {
    const { cursor } = this;
    const start = cursor.at;
    cursor.name();
    if (cursor.is('(') && cursor.peek(-1).text === 'import') cursor.skipBrackets();
    while (cursor.take('.')) cursor.name();
    const name = cursor.textFrom(start).replaceAll(' ', '');
    const args: TypeNode[] = [];
    if (cursor.is('<') && !cursor.token.startsLine) {
      cursor.next();
      do args.push(this.type());
      while (cursor.take(','));
      cursor.expect('>');
    }
    return isKeyword(name) ? other(name) : referenceTo(name, args);
  }
}

/** Whether a word like `keyof` is an operator here, with an operand; it may be a name too. */
function isOperand(cursor: Cursor): boolean {
  const { kind } = cursor.peek(1);
  return kind === 'name' || cursor.peekIs(1, '(', '{', '[');
}

const keywords = new Set(
  'any unknown never void undefined null string number boolean bigint symbol object true false this'.split(
    ' ',
  ),
);

function isKeyword(name: string): boolean {
  return keywords.has(name);
}
