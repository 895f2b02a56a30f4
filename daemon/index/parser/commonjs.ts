import type { SymbolKind, ts } from './parsed-file.ts';
import type { Compiler } from './tree/compiler.ts';
import { withoutWrapping } from './tree/syntax.ts';

/** The value that is given on: without parentheses and types, behind `a = b =`. */
export function assignedValue(
  compiler: Compiler,
  value: ts.Expression | undefined,
): ts.Expression | undefined {
  let inner = withoutWrapping(compiler, value);
  while (inner !== undefined && isPlainAssignment(compiler, inner))
    inner = withoutWrapping(compiler, inner.right);
  return inner;
}

/** Whether the value is a function or a class. */
export function kindOfValue(
  compiler: Compiler,
  value: ts.Expression | undefined,
): SymbolKind | undefined {
  const inner = assignedValue(compiler, value);
  if (inner === undefined) return undefined;
  if (compiler.isArrowFunction(inner) || compiler.isFunctionExpression(inner)) return 'function';
  return compiler.isClassExpression(inner) ? 'class' : undefined;
}

/**
 * SYM-1: the function or class that a statement gives out: `module.exports = class A {}` is the symbol `A`, without a name
 * `default`, and `exports.f = () => 1` is `f`.
 */
export function givenOut(
  compiler: Compiler,
  statement: ts.Node,
): { readonly name: string; readonly kind: SymbolKind } | undefined {
  if (!compiler.isExpressionStatement(statement)) return undefined;
  const { expression } = statement;
  if (!isPlainAssignment(compiler, expression)) return undefined;
  const kind = kindOfValue(compiler, expression);
  const targets = exportTargets(compiler, expression);
  const [first] = targets;
  if (kind === undefined || first === undefined) return undefined;
  const value = assignedValue(compiler, expression) as ts.FunctionExpression | ts.ClassExpression;
  const own = targets.find((name) => name !== wholeModule);
  return { name: own ?? value.name?.text ?? 'default', kind };
}

/** Stands for `module.exports` itself; no name of a property. */
export const wholeModule = 'export=';

/** The names under which an assignment gives its value out. */
export function exportTargets(compiler: Compiler, value: ts.Expression | undefined): string[] {
  const names: string[] = [];
  let rest = withoutWrapping(compiler, value);
  while (rest !== undefined && isPlainAssignment(compiler, rest)) {
    const name = exportedName(compiler, rest.left);
    if (name !== undefined) names.push(name);
    rest = withoutWrapping(compiler, rest.right);
  }
  return names;
}

function exportedName(compiler: Compiler, target: ts.Expression): string | undefined {
  if (!compiler.isPropertyAccessExpression(target)) return undefined;
  if (isModuleExports(compiler, target)) return wholeModule;
  const { expression, name } = target;
  const isOfExports = compiler.isIdentifier(expression) && expression.text === 'exports';
  return isOfExports || isModuleExports(compiler, expression) ? name.text : undefined;
}

function isModuleExports(compiler: Compiler, node: ts.Expression): boolean {
  return (
    compiler.isPropertyAccessExpression(node) &&
    node.name.text === 'exports' &&
    compiler.isIdentifier(node.expression) &&
    node.expression.text === 'module'
  );
}

function isPlainAssignment(compiler: Compiler, node: ts.Expression): node is ts.BinaryExpression {
  return (
    compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.EqualsToken
  );
}
