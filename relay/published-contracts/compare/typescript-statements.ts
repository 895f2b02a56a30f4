import { type ts, typeScript } from '../../../shared/node/typescript.ts';
import { readMembers, TypeReader } from './typescript-types.ts';
import {
  combined,
  functionOf,
  referenceTo,
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
  if (ts.isInterfaceDeclaration(node)) return [readObject(node, reader, false)];
  if (ts.isTypeAliasDeclaration(node)) return [readAlias(node, reader)];
  if (ts.isEnumDeclaration(node)) return [readEnum(node, reader)];
  if (ts.isClassDeclaration(node) && node.name) return [readObject(node, reader, true)];
  if (ts.isFunctionDeclaration(node)) return [readFunction(node, reader)];
  if (ts.isVariableStatement(node)) return readConstants(node, reader);
  if (ts.isExportAssignment(node) && ts.isIdentifier(node.expression))
    return [{ ...unnamed, type: referenceTo(node.expression.text, []) }];
  return [unreadable(node, reader)];
}

/** `export default A` gives out what has a name already. */
const unnamed = { kind: 'type', name: '', typeParameters: [], given: false } as const;

function unreadable(node: ts.Statement | ts.VariableDeclaration, reader: TypeReader): Declaration {
  const name = (node as { readonly name?: ts.Node }).name;
  return {
    kind: 'unreadable',
    name: name === undefined ? '' : reader.text(name),
    text: reader.text(node).replace(/ ;$/, ''),
  };
}

/** Only the publisher makes the values of a class, so they are `given`. */
function readObject(
  node: ts.InterfaceDeclaration | ts.ClassDeclaration,
  reader: TypeReader,
  given: boolean,
): Declaration {
  const { SyntaxKind } = typeScript();
  const bases = (node.heritageClauses ?? [])
    .filter(({ token }) => token === SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => types.map((base) => reader.type(base)));
  const own = readMembers(node.members, reader);
  return typeNamed(node, reader, { type: combined('intersection', [...bases, own]), given });
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
  return { kind: 'function', name: node.name?.text ?? '', signatures };
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
