import type { Compiler, ts } from '../parser/tree/compiler.ts';
import { withoutWrapping } from '../parser/tree/syntax.ts';

/** A value without what stands around it and does not say what it is: parentheses, types, `await`, `void`, `!`. */
export function unwrapped(
  compiler: Compiler,
  value: ts.Expression | undefined,
): ts.Expression | undefined {
  const inner = withoutWrapping(compiler, value);
  if (inner === undefined) return undefined;
  if (compiler.isPrefixUnaryExpression(inner)) return unwrapped(compiler, inner.operand);
  return compiler.isNonNullExpression(inner) ||
    compiler.isTypeAssertionExpression(inner) ||
    compiler.isAwaitExpression(inner) ||
    compiler.isVoidExpression(inner)
    ? unwrapped(compiler, inner.expression)
    : inner;
}

/** What `app.route('/x').get(f)` applies, outermost first: the calls of a chain and what it starts from. */
export interface Chain {
  /** Names in the order of the text: `app`, `route`, `get`. */
  readonly path: readonly string[];
  readonly calls: readonly (ts.CallExpression | ts.NewExpression)[];
  readonly root: ts.Expression;
}

/** Reads a chain of accesses and calls. A loop, because such chains are long in generated code. */
export function chainOf(
  compiler: Compiler,
  source: ts.SourceFile,
  expression: ts.Expression,
): Chain {
  const path: string[] = [];
  const calls: (ts.CallExpression | ts.NewExpression)[] = [];
  let inner = unwrapped(compiler, expression) ?? expression;
  let prefix = '';
  for (;;) {
    if (compiler.isPropertyAccessExpression(inner)) path.push(inner.name.text);
    else if (compiler.isElementAccessExpression(inner))
      path.push(keyOf(compiler, source, inner.argumentExpression));
    else if (compiler.isCallExpression(inner)) calls.push(inner);
    else if (compiler.isNewExpression(inner)) {
      calls.push(inner);
      prefix = 'new ';
    } else if (!compiler.isTaggedTemplateExpression(inner)) break;
    const next = compiler.isTaggedTemplateExpression(inner) ? inner.tag : inner.expression;
    inner = unwrapped(compiler, next) ?? next;
  }
  path.push(prefix + rootName(compiler, inner));
  return { path: path.reverse(), calls, root: inner };
}

function rootName(compiler: Compiler, root: ts.Expression): string {
  const { SyntaxKind } = compiler;
  if (compiler.isIdentifier(root)) return root.text;
  if (root.kind === SyntaxKind.ThisKeyword) return 'this';
  // `import` alone is the import block, and a name that begins with it and a dot would be part of that.
  if (root.kind === SyntaxKind.ImportKeyword || root.kind === SyntaxKind.MetaProperty)
    return 'import()';
  if (compiler.isFunctionExpression(root) || compiler.isArrowFunction(root)) return 'function';
  return '()';
}

/** A call by its head and its first literal argument, `app.use(/x)`; else by the first argument's name, `app.use(cors)`. */
export function nameOfCall(compiler: Compiler, source: ts.SourceFile, chain: Chain): string {
  const head = chain.path.join('.');
  for (const call of chain.calls) {
    const literal = call.arguments?.find(
      (argument) => literalText(compiler, source, argument) !== undefined,
    );
    if (literal) return `${head}(${literalText(compiler, source, literal) ?? ''})`;
  }
  const [first] = chain.calls[0]?.arguments ?? [];
  const named = first && chainOf(compiler, source, first);
  return `${head}(${named && compiler.isIdentifier(named.root) ? named.path.join('.') : ''})`;
}

/** The value of a literal; a template with values in it as it is written. */
function literalText(
  compiler: Compiler,
  source: ts.SourceFile,
  node: ts.Expression,
): string | undefined {
  if (compiler.isStringLiteralLike(node) || compiler.isNumericLiteral(node)) return node.text;
  if (compiler.isRegularExpressionLiteral(node)) return node.text;
  return compiler.isTemplateExpression(node)
    ? source.text.slice(node.getStart(source) + 1, node.end - 1)
    : undefined;
}

/** A member's or property's name. A dot in it is written `%2e`, because dots divide a name's levels. */
export function nameOfProperty(
  compiler: Compiler,
  source: ts.SourceFile,
  name: ts.PropertyName,
): string {
  if (compiler.isIdentifier(name) || compiler.isPrivateIdentifier(name)) return name.text;
  return keyOf(compiler, source, compiler.isComputedPropertyName(name) ? name.expression : name);
}

function keyOf(compiler: Compiler, source: ts.SourceFile, key: ts.Expression): string {
  if (compiler.isStringLiteralLike(key) || compiler.isNumericLiteral(key))
    return key.text === '' ? "''" : key.text.replaceAll('.', '%2e');
  return `[${source.text.slice(key.getStart(source), key.end)}]`;
}

/** The first name that a declaration binds; empty when it binds none. */
export function firstBoundName(compiler: Compiler, name: ts.BindingName): string {
  if (compiler.isIdentifier(name)) return name.text;
  for (const element of name.elements) {
    const found = compiler.isBindingElement(element) ? firstBoundName(compiler, element.name) : '';
    if (found !== '') return found;
  }
  return '';
}
