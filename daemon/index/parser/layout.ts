import type { Compiler, ts } from './tree/compiler.ts';

/** UTF-16 offsets, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Where a file has import declarations and comments, each list in the order of the text. */
export interface Layout {
  /** `require` constants too, as long as nothing else stands before them. */
  readonly imports: readonly TextRange[];
  readonly comments: readonly TextRange[];
}

export function layoutOf(source: ts.SourceFile, compiler: Compiler, shift: number): Layout {
  const shifted = ({ start, end }: TextRange) => ({ start: start + shift, end: end + shift });
  return {
    imports: importsOf(source, compiler).map(shifted),
    comments: commentsOf(source, compiler).map(shifted),
  };
}

function importsOf(source: ts.SourceFile, compiler: Compiler): TextRange[] {
  let isTop = true;
  return source.statements.flatMap((statement) => {
    const isRequired = isTop && isRequire(statement, { source, compiler });
    const isImport =
      compiler.isImportDeclaration(statement) || compiler.isImportEqualsDeclaration(statement);
    const isPrologue =
      compiler.isExpressionStatement(statement) && compiler.isStringLiteral(statement.expression);
    isTop &&= isImport || isRequired || isPrologue;
    if (!isImport && !isRequired) return [];
    return [{ start: statement.getStart(source), end: statement.end }];
  });
}

function isRequire(
  statement: ts.Statement,
  { source, compiler }: { readonly source: ts.SourceFile; readonly compiler: Compiler },
): boolean {
  if (!compiler.isVariableStatement(statement) || statement.modifiers !== undefined) return false;
  const { declarations } = statement.declarationList;
  return declarations.every(({ initializer }) => {
    let at = initializer;
    while (at !== undefined && compiler.isPropertyAccessExpression(at)) at = at.expression;
    if (at === undefined || !compiler.isCallExpression(at)) return false;
    return at.expression.getText(source) === 'require' && at.arguments.every(isLiteral);
  });
  function isLiteral(node: ts.Expression) {
    return compiler.isStringLiteralLike(node);
  }
}

/** Outside of literals every `//` and `/*` begins a comment. */
function commentsOf(source: ts.SourceFile, compiler: Compiler): TextRange[] {
  const { text } = source;
  const comments: TextRange[] = [];
  let from = 0;
  for (const literal of [...literalsOf(source, compiler), { start: text.length, end: 0 }]) {
    const gap = text.slice(from, literal.start);
    for (const { index, 0: found } of gap.matchAll(/\/\/[^\r\n]*|\/\*[^]*?\*\//g))
      comments.push({ start: from + index, end: from + index + found.length });
    from = literal.end;
  }
  return comments;
}

function literalsOf(source: ts.SourceFile, compiler: Compiler): TextRange[] {
  const { SyntaxKind } = compiler;
  const kinds = new Set<ts.SyntaxKind>([
    SyntaxKind.StringLiteral,
    SyntaxKind.NoSubstitutionTemplateLiteral,
    SyntaxKind.TemplateHead,
    SyntaxKind.TemplateMiddle,
    SyntaxKind.TemplateTail,
    SyntaxKind.RegularExpressionLiteral,
    SyntaxKind.JsxText,
  ]);
  const found: TextRange[] = [];
  const visit = (node: ts.Node): void => {
    if (kinds.has(node.kind)) found.push({ start: node.getStart(source), end: node.end });
    else compiler.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((one, other) => one.start - other.start);
}
