import type { Compiler, ts } from './compiler.ts';
import type { SymbolKind } from '../facts.ts';

/** Whether `exports` and `module` have a meaning in the file. */
export function isCommonJs(source: ts.SourceFile): boolean {
  return /\.c?jsx?$/i.test(source.fileName);
}

/** A value without the parentheses, `as` and `satisfies` around it. */
export function withoutWrapping(
  compiler: Compiler,
  value: ts.Expression | undefined,
): ts.Expression | undefined {
  let inner = value;
  while (
    inner !== undefined &&
    (compiler.isParenthesizedExpression(inner) ||
      compiler.isAsExpression(inner) ||
      compiler.isSatisfiesExpression(inner))
  )
    inner = inner.expression;
  return inner;
}

/** Whether a declaration has a modifier of the kind, such as `export` or `async`. */
export function hasModifier(
  node: ts.Node & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> },
  kind: ts.SyntaxKind,
): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === kind) === true;
}

/** The module of `require('...')`. */
export function requiredModule(
  compiler: Compiler,
  value: ts.Expression | undefined,
): string | undefined {
  if (value === undefined || !compiler.isCallExpression(value)) return undefined;
  const { expression, arguments: given } = value;
  const isRequire = compiler.isIdentifier(expression) && expression.text === 'require';
  return isRequire ? literalOf(compiler, given) : undefined;
}

/** The module of `import('...')`, awaited or not. */
export function dynamicModule(
  compiler: Compiler,
  value: ts.Expression | undefined,
): string | undefined {
  let inner = value;
  while (
    inner !== undefined &&
    (compiler.isParenthesizedExpression(inner) || compiler.isAwaitExpression(inner))
  )
    inner = inner.expression;
  if (inner === undefined || !compiler.isCallExpression(inner)) return undefined;
  const isImport = inner.expression.kind === compiler.SyntaxKind.ImportKeyword;
  return isImport ? literalOf(compiler, inner.arguments) : undefined;
}

function literalOf(compiler: Compiler, given: ts.NodeArray<ts.Expression>): string | undefined {
  const [first] = given;
  return first && compiler.isStringLiteralLike(first) ? first.text : undefined;
}

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
