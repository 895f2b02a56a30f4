import { byName } from './changes.ts';
import { Cursor } from './typescript-cursor.ts';
import { readMembers } from './typescript-members.ts';
import { combined, functionOf, type Declaration, type TypeNode } from './typescript-syntax.ts';
import { tokensOf, type Token } from './typescript-tokens.ts';
import { TypeReader } from './typescript-types.ts';

/**
 * The declarations of a TypeScript text, in its order; a text may also be a single type or signature. A part that cannot be
 * parsed becomes an `unreadable` declaration with its text. Undefined when the brackets of the text do not match.
 */
export function declarationsOf(source: string): Declaration[] | undefined {
  const tokens = tokensOf(source);
  if (tokens === undefined) return undefined;
  const declarations: Declaration[] = [];
  let at = 0;
  while (tokens[at]?.kind !== 'end') {
    const read = readOne(tokens, at);
    if (read.declaration !== undefined) declarations.push(read.declaration);
    at = read.end;
  }
  return merged(declarations);
}

interface Read {
  readonly declaration: Declaration | undefined;
  readonly end: number;
}

function readOne(tokens: readonly Token[], start: number): Read {
  const cursor = new Cursor(tokens);
  cursor.at = start;
  if (cursor.take(';')) return { declaration: undefined, end: cursor.at };
  if (cursor.is('import') && !cursor.peekIs(1, '(')) return skipped(cursor);
  const declaration = readStatement(new TypeReader(cursor));
  const ended = cursor.is(';') || cursor.token.startsLine || cursor.peek(-1).text === '}';
  if (!cursor.failed && ended && cursor.at > start) return { declaration, end: cursor.at };
  return unreadable(tokens, start);
}

/** Imported names are declared elsewhere, so they are not part of the contract. */
function skipped(cursor: Cursor): Read {
  cursor.skipTo([';'], true);
  return { declaration: undefined, end: cursor.at };
}

const statements =
  'export declare interface type enum class function const let var namespace module import abstract async'.split(
    ' ',
  );

/** Skips to where another declaration seems to begin. */
function unreadable(tokens: readonly Token[], start: number): Read {
  const cursor = new Cursor(tokens);
  cursor.at = start;
  do {
    if (cursor.is('(', '[', '{')) cursor.skipBrackets();
    else cursor.next();
  } while (!cursor.done && !(cursor.token.startsLine && cursor.is(...statements)));
  const text = cursor.textFrom(start);
  const names = tokens.slice(start, cursor.at).filter(({ kind }) => kind === 'name');
  const name = names.find((token) => !statements.includes(token.text))?.text ?? '';
  return { declaration: { kind: 'unreadable', name, text }, end: cursor.at };
}

function readStatement(reader: TypeReader): Declaration {
  const { cursor } = reader;
  const prefixes = ['export', 'declare', 'default', 'abstract', 'async'];
  const goesOn = () => cursor.peek(1).kind === 'name' && !cursor.peek(1).startsLine;
  while (cursor.is(...prefixes) && goesOn()) cursor.next();
  if (cursor.is('const') && cursor.peekIs(1, 'enum')) cursor.next();
  const named = cursor.peek(1).kind === 'name';
  if (named && cursor.is('interface')) return readInterface(reader);
  if (named && cursor.is('type')) return readAlias(reader);
  if (named && cursor.is('enum')) return readEnum(reader);
  if (named && cursor.is('class')) return readClass(reader);
  if (named && cursor.is('const', 'let', 'var')) return readConstant(reader);
  if (cursor.is('function')) return readFunction(reader);
  if (cursor.token.kind === 'name' && cursor.peekIs(1, '(')) return readSignature(reader);
  return { ...bare, type: reader.type() };
}

const bare = { kind: 'type', name: '', typeParameters: [], given: false } as const;

function readInterface(reader: TypeReader): Declaration {
  const { cursor } = reader;
  cursor.next();
  const name = cursor.name();
  const typeParameters = reader.typeParameters();
  const bases = cursor.take('extends') ? readBases(reader) : [];
  const type = combined('intersection', [...bases, objectAt(reader)]);
  return { kind: 'type', name, typeParameters, type, given: false };
}

function readClass(reader: TypeReader): Declaration {
  const { cursor } = reader;
  cursor.next();
  const name = cursor.name();
  const typeParameters = reader.typeParameters();
  const bases = cursor.take('extends') ? readBases(reader) : [];
  if (cursor.take('implements')) readBases(reader);
  const type = combined('intersection', [...bases, objectAt(reader)]);
  return { kind: 'type', name, typeParameters, type, given: true };
}

function readBases(reader: TypeReader): TypeNode[] {
  const bases: TypeNode[] = [];
  do bases.push(reader.type());
  while (reader.cursor.take(','));
  return bases;
}

function objectAt(reader: TypeReader): TypeNode {
  if (!reader.cursor.is('{')) reader.cursor.fail();
  return readMembers(reader);
}

function readAlias(reader: TypeReader): Declaration {
  const { cursor } = reader;
  cursor.next();
  const name = cursor.name();
  const typeParameters = reader.typeParameters();
  cursor.expect('=');
  return { kind: 'type', name, typeParameters, type: reader.type(), given: false };
}

/** The values of an enum, as written or as counted up from the value before. */
function readEnum({ cursor }: TypeReader): Declaration {
  cursor.next();
  const name = cursor.name();
  const values = new Map<string, string>();
  let following: number | undefined = 0;
  cursor.expect('{');
  while (!cursor.done && !cursor.is('}')) {
    const { kind, text } = cursor.next();
    if (kind !== 'name' && kind !== 'string') cursor.fail();
    const start = cursor.at + 1;
    if (cursor.is('=')) {
      cursor.skipTo([',', '}']);
      const value = cursor.textFrom(start);
      values.set(text, value);
      following = /^\d+$/.test(value) ? Number(value) + 1 : undefined;
    } else {
      values.set(text, following === undefined ? '' : String(following));
      following = following === undefined ? undefined : following + 1;
    }
    if (!cursor.take(',')) break;
  }
  cursor.expect('}');
  return { kind: 'enum', name, values };
}

/** A constant by its type; an arrow function by its signature. */
function readConstant(reader: TypeReader): Declaration {
  const { cursor } = reader;
  cursor.next();
  const name = cursor.name();
  if (cursor.take(':')) {
    const type = reader.type();
    if (cursor.take('=')) cursor.skipTo([';'], true);
    return { kind: 'type', name, typeParameters: [], type, given: true };
  }
  cursor.expect('=');
  cursor.take('async');
  const signature = reader.signature(':');
  cursor.expect('=>');
  cursor.skipTo([';'], true);
  return { kind: 'type', name, typeParameters: [], type: functionOf(signature), given: true };
}

function readFunction(reader: TypeReader): Declaration {
  const { cursor } = reader;
  cursor.next();
  cursor.take('*');
  const name = cursor.is('(', '<') ? '' : cursor.name();
  return signatureNamed(reader, name);
}

/** `login(user: string): Promise<Token>` by itself. */
function readSignature(reader: TypeReader): Declaration {
  return signatureNamed(reader, reader.cursor.name());
}

function signatureNamed(reader: TypeReader, name: string): Declaration {
  const signature = reader.signature(':');
  if (reader.cursor.is('{')) reader.cursor.skipBrackets();
  return { kind: 'function', name, signatures: [signature] };
}

/** Merges the signatures of an overloaded function, and the parts of an interface. */
function merged(declarations: readonly Declaration[]): Declaration[] {
  return [...byName(declarations).values()].flatMap((same) => mergedOne(same) ?? same);
}

function mergedOne(same: readonly Declaration[]): Declaration | undefined {
  const [first] = same;
  if (first?.kind === 'function') {
    const signatures = same.flatMap((one) => (one.kind === 'function' ? one.signatures : []));
    return same.every(({ kind }) => kind === 'function') ? { ...first, signatures } : undefined;
  }
  if (first?.kind !== 'type' || same.length === 1) return undefined;
  const types = same.flatMap((one) => (one.kind === 'type' ? [one.type] : []));
  const type = combined('intersection', types);
  return types.length === same.length ? { ...first, type } : undefined;
}
