import type { Cursor } from './typescript-cursor.ts';
import {
  functionOf,
  objectOf,
  other,
  type Member,
  type Signature,
  type TypeNode,
} from './typescript-syntax.ts';

const modifiers =
  'public private protected static abstract declare override readonly accessor async get set'.split(
    ' ',
  );

/** The part of `TypeReader` that is needed here; `TypeReader` calls `readMembers` in turn. */
interface NestedReader {
  readonly cursor: Cursor;
  type(): TypeNode;
  signature(mark: ':'): Signature;
}

interface Marks {
  readonly names: ReadonlySet<string>;
}

/** Reads `{ ... }`: the members of an object, or a mapped type as its text. */
export function readMembers(reader: NestedReader): TypeNode {
  const { cursor } = reader;
  const start = cursor.at;
  if (isMapped(reader)) {
    cursor.skipBrackets();
    return other(cursor.textFrom(start));
  }
  const members: Member[] = [];
  cursor.expect('{');
  while (!cursor.done && !cursor.is('}')) {
    if (cursor.take(';') || cursor.take(',')) continue;
    const member = readMember(reader);
    if (member !== undefined) members.push(member);
    const ended = cursor.is(';', ',', '}') || cursor.token.startsLine;
    if (!ended && cursor.peek(-1).text !== '}') cursor.fail();
  }
  cursor.expect('}');
  return objectOf(members);
}

/** `{ [K in keyof T]: ... }`, with `readonly` or a sign before it. */
function isMapped({ cursor }: NestedReader): boolean {
  let at = 1;
  while (cursor.peekIs(at, '+', '-', 'readonly')) at += 1;
  return (
    cursor.peekIs(at, '[') && cursor.peek(at + 1).kind === 'name' && cursor.peekIs(at + 2, 'in')
  );
}

/** Undefined for private and protected members. */
function readMember(reader: NestedReader): Member | undefined {
  const marks = readModifiers(reader);
  const own = memberOf(reader, marks);
  const hidden = marks.names.has('private') || marks.names.has('protected');
  return hidden || own.name.startsWith('#') ? undefined : own;
}

function readModifiers({ cursor }: NestedReader): Marks {
  const names = new Set<string>();
  const ends = ['(', '<', ':', '?', '!', ';', ',', '}', '='];
  while (cursor.is(...modifiers) && !cursor.peekIs(1, ...ends) && !cursor.peek(1).startsLine) {
    names.add(cursor.next().text);
  }
  return { names };
}

function memberOf(reader: NestedReader, { names }: Marks): Member {
  const { cursor } = reader;
  const name = `${names.has('static') ? 'static ' : ''}${readName(reader)}`;
  const optional = cursor.take('?');
  cursor.take('!');
  const shape = { name, optional, readonly: names.has('readonly') };
  if (cursor.is('(', '<')) {
    const signature = reader.signature(':');
    if (cursor.is('{')) cursor.skipBrackets();
    const reads = names.has('get');
    return { ...shape, type: reads ? signature.result : functionOf(signature) };
  }
  const type = cursor.take(':') ? reader.type() : other('any');
  if (cursor.take('=')) cursor.skipTo([';', '}'], true);
  return { ...shape, type };
}

/** The name of a member. Members without a name are called `(call)`, `(new)` or by their key, `[string]`. */
function readName(reader: NestedReader): string {
  const { cursor } = reader;
  const { kind, text } = cursor.token;
  if (cursor.is('(', '<')) return '(call)';
  if (cursor.is('new', 'constructor') && cursor.peekIs(1, '(', '<')) {
    cursor.next();
    return '(new)';
  }
  if (cursor.is('[')) return readKey(reader);
  if (kind === 'mark') cursor.fail();
  cursor.next();
  return kind === 'string' ? text.slice(1, -1) : text;
}

/** `[key: string]` is named `[string]`; a computed name by its text. */
function readKey(reader: NestedReader): string {
  const { cursor } = reader;
  const start = cursor.at;
  if (cursor.peek(1).kind !== 'name' || !cursor.peekIs(2, ':')) {
    cursor.skipBrackets();
    return cursor.textFrom(start).replaceAll(' ', '');
  }
  cursor.next();
  cursor.next();
  cursor.next();
  const key = reader.type();
  cursor.expect(']');
  return `[${key.text}]`;
}
