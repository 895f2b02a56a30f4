import { limits } from '../../../shared/contract/fields.ts';
import { assignedValue } from './commonjs.ts';
import type { ts } from './parsed-file.ts';
import type { Compiler } from './tree/compiler.ts';

/** DEC-3: the names of what a class, an interface or an enum has in it, as they are written; without `#`. */
export function memberNames(compiler: Compiler, declaration: ts.Node): string[] {
  const names = membersOf(compiler, declaration).flatMap(({ name }) => {
    if (name === undefined) return [];
    if (compiler.isPrivateIdentifier(name)) return name.text.slice(1);
    return compiler.isIdentifier(name) || compiler.isStringLiteral(name) ? name.text : [];
  });
  const fitting = names.filter((name) => name !== '' && name.length <= limits.symbolName);
  return [...new Set(fitting)].slice(0, limits.membersPerSymbol);
}

function membersOf(
  compiler: Compiler,
  node: ts.Node,
): readonly { readonly name?: ts.PropertyName | undefined }[] {
  if (compiler.isClassDeclaration(node) || compiler.isInterfaceDeclaration(node))
    return node.members;
  if (compiler.isEnumDeclaration(node)) return node.members;
  const value = assignedValue(compiler, valueIn(compiler, node));
  return value !== undefined && compiler.isClassExpression(value) ? value.members : [];
}

function valueIn(compiler: Compiler, node: ts.Node): ts.Expression | undefined {
  if (compiler.isVariableDeclaration(node)) return node.initializer;
  if (compiler.isExportAssignment(node) || compiler.isExpressionStatement(node))
    return node.expression;
  return undefined;
}
