import { compiler, type ts } from './compiler.ts';

/** The statements of a text; undefined when it has a syntax error. */
export function statementsOf(text: string): Parsed | undefined {
  const source = parse(text);
  const { parseDiagnostics } = source as ts.SourceFile & { parseDiagnostics: readonly unknown[] };
  return parseDiagnostics.length > 0 ? undefined : { source, statements: source.statements };
}

export interface Parsed {
  readonly source: ts.SourceFile;
  readonly statements: readonly ts.Statement[];
}

function parse(text: string): ts.SourceFile {
  const { createSourceFile, JSDocParsingMode, ScriptTarget } = compiler();
  const languageVersion = ScriptTarget.Latest;
  const jsDocParsingMode = JSDocParsingMode.ParseNone;
  return createSourceFile('contract.ts', text, { languageVersion, jsDocParsingMode });
}

/** The tokens of a node with one space between them, strings in double quotes: equal for equal code in any layout. */
export function textOf(node: ts.Node, source: ts.SourceFile): string {
  return leavesOf(node, source).join(' ');
}

export function leavesOf(node: ts.Node, source: ts.SourceFile): string[] {
  const { isStringLiteral, isTemplateLiteralTypeNode } = compiler();
  if (isStringLiteral(node)) return [`"${node.getText(source).slice(1, -1)}"`];
  const children = isTemplateLiteralTypeNode(node) ? [] : node.getChildren(source);
  if (children.length > 0) return children.flatMap((child) => leavesOf(child, source));
  const text = node.getText(source);
  return text === '' ? [] : [text];
}
