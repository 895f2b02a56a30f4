import { type ts, typeScript } from '../../../shared/node/typescript.ts';
import { constructorName, modifiersOf, readMembers, TypeReader } from './typescript-types.ts';
import {
  combined,
  functionOf,
  objectOf,
  other,
  type Member,
  type Declaration,
  type TypeNode,
} from './typescript-syntax.ts';

/**
 * What a statement declares: nothing for an import, whose names are declared elsewhere. What is not understood, such as a namespace,
 * is `unreadable`.
 */
export function readStatement(node: ts.Statement, source: ts.SourceFile): Declaration[] {
  const ts = typeScript();
  const reader = new TypeReader(source);
  if (ts.isImportDeclaration(node) || ts.isImportEqualsDeclaration(node)) return [];
  if (ts.isEmptyStatement(node)) return [];
  if (ts.isInterfaceDeclaration(node)) return [readInterface(node, reader)];
  if (ts.isTypeAliasDeclaration(node)) return [readAlias(node, reader)];
  if (ts.isEnumDeclaration(node)) return [readEnum(node, reader)];
  if (ts.isClassDeclaration(node)) return [readClass(node, reader)];
  if (ts.isFunctionDeclaration(node)) return [readFunction(node, reader)];
  if (ts.isVariableStatement(node)) return readConstants(node, reader);
  return [unreadable(node, reader)];
}

function unreadable(node: ts.Statement | ts.VariableDeclaration, reader: TypeReader): Declaration {
  const name = (node as { readonly name?: ts.Node }).name;
  return {
    kind: 'unreadable',
    name: name === undefined ? '' : reader.text(name),
    text: reader.text(node).replace(/ ;$/, ''),
  };
}

function readInterface(node: ts.InterfaceDeclaration, reader: TypeReader): Declaration {
  const own = objectOf(readMembers(node.members, reader));
  const type = combined('intersection', [...basesOf(node, reader), own]);
  return typeNamed(node, reader, { type, given: false });
}

/** Only the publisher makes the values of a class, so they are `given`. */
function readClass(node: ts.ClassDeclaration, reader: TypeReader): Declaration {
  const bases = basesOf(node, reader);
  const own = readMembers(node.members, reader);
  // That of a base may be declared elsewhere.
  const isImplied = bases.length === 0 && !node.members.some(typeScript().isConstructorDeclaration);
  const members = [...own, ...(isImplied ? [impliedConstructor] : [])];
  const type = objectOf(isAbstract(node) ? members.map(forSubclasses) : members);
  return typeNamed(node, reader, { type: combined('intersection', [...bases, type]), given: true });
}

function basesOf(
  { heritageClauses }: ts.InterfaceDeclaration | ts.ClassDeclaration,
  reader: TypeReader,
): TypeNode[] {
  return (heritageClauses ?? [])
    .filter(({ token }) => token === typeScript().SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => types.map((base) => reader.type(base)));
}

/** A class without a constructor is made without parameters. */
const impliedConstructor: Member = {
  name: constructorName,
  optional: false,
  readonly: false,
  type: functionOf({ typeParameters: [], parameters: [], result: other('any') }),
};

function isAbstract(node: ts.ClassDeclaration): boolean {
  return modifiersOf(node).some(({ kind }) => kind === typeScript().SyntaxKind.AbstractKeyword);
}

function forSubclasses(member: Member): Member {
  return member.name === constructorName ? { ...member, name: '(super)' } : member;
}

function readAlias(node: ts.TypeAliasDeclaration, reader: TypeReader): Declaration {
  return typeNamed(node, reader, { type: reader.type(node.type), given: false });
}

function typeNamed(
  node: ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration,
  reader: TypeReader,
  shown: { readonly type: TypeNode; readonly given: boolean },
): Declaration {
  const typeParameters = reader.typeParameters(node.typeParameters);
  return { kind: 'type', name: node.name?.text ?? '', typeParameters, ...shown };
}

/** The values of an enum, as written or as counted up from the value before. */
function readEnum({ name, members }: ts.EnumDeclaration, reader: TypeReader): Declaration {
  const values = new Map<string, string>();
  let following: number | undefined = 0;
  for (const { name: key, initializer } of members) {
    const value: string = initializer ? reader.text(initializer) : String(following ?? '');
    values.set(reader.text(key), value);
    following = /^\d+$/.test(value) ? Number(value) + 1 : undefined;
  }
  return { kind: 'enum', name: name.text, values };
}

function readFunction(node: ts.FunctionDeclaration, reader: TypeReader): Declaration {
  const signatures = [reader.signature(node)];
  const isMade = node.body !== undefined;
  return { kind: 'function', name: node.name?.text ?? '', signatures, isMade };
}

/** Constants by their types; an arrow function by its signature. */
function readConstants(
  { declarationList }: ts.VariableStatement,
  reader: TypeReader,
): Declaration[] {
  return declarationList.declarations.map((node) => {
    const { name, type, initializer } = node;
    const { isArrowFunction, isIdentifier } = typeScript();
    const isFunction = initializer !== undefined && isArrowFunction(initializer);
    if (!isIdentifier(name) || (type === undefined && !isFunction)) return unreadable(node, reader);
    const shown =
      type === undefined && isFunction
        ? functionOf(reader.signature(initializer))
        : reader.type(type);
    return { kind: 'type', name: name.text, typeParameters: [], type: shown, given: true };
  });
}
