import type { Compiler } from './compiler.ts';
import type { ts } from '../parsed-file.ts';

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
