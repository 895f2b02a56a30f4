import type { Compiler } from '../tree/compiler.ts';
import type { ts } from '../parsed-file.ts';

/** Whether a part of the class runs when its module is loaded: a decorator, a static value, a computed name, a called base. */
export function runsOnLoad(compiler: Compiler, node: ts.ClassLikeDeclaration): boolean {
  const { SyntaxKind } = compiler;
  const isDecorated = (one: ts.Node & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> }) =>
    one.modifiers?.some(({ kind }) => kind === SyntaxKind.Decorator) === true;
  const isComputed = ({ name }: ts.ClassElement) => name?.kind === SyntaxKind.ComputedPropertyName;
  const isStatic = (member: ts.ClassElement) =>
    member.kind === SyntaxKind.ClassStaticBlockDeclaration ||
    (compiler.isPropertyDeclaration(member) &&
      member.initializer !== undefined &&
      member.modifiers?.some(({ kind }) => kind === SyntaxKind.StaticKeyword) === true);
  const hasCalledBase = node.heritageClauses?.some(
    ({ token, types }) =>
      token === SyntaxKind.ExtendsKeyword &&
      types.some(({ expression }) => !isName(compiler, expression)),
  );
  return (
    hasCalledBase === true ||
    isDecorated(node) ||
    node.members.some((member) => isComputed(member) || isStatic(member) || isDecorated(member)) ||
    node.members.some((member) => parametersOf(member).some(isDecorated))
  );
}

function parametersOf(member: ts.ClassElement): readonly ts.ParameterDeclaration[] {
  return (member as Partial<ts.MethodDeclaration>).parameters ?? [];
}

function isName(compiler: Compiler, expression: ts.Expression): boolean {
  let inner = expression;
  while (compiler.isPropertyAccessExpression(inner)) inner = inner.expression;
  return compiler.isIdentifier(inner);
}
