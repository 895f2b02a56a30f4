import { type ts, typeScript } from '../../../shared/node/typescript.ts';

/** The compiler's own type does not say that a file has its syntax errors, in their order. */
export type ParsedFile = ts.SourceFile & {
  readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[];
};

/** Parses any text; what is wrong with it is in `parseDiagnostics`. */
export function parse(text: string): ParsedFile {
  const { createSourceFile, JSDocParsingMode, ScriptTarget } = typeScript();
  const languageVersion = ScriptTarget.Latest;
  const jsDocParsingMode = JSDocParsingMode.ParseNone;
  const options = { languageVersion, jsDocParsingMode };
  return createSourceFile('contract.ts', text, options) as ParsedFile;
}

/** The tokens of a node with one space between them, strings in double quotes: equal for equal code in any layout. */
export function textOf(node: ts.Node, source: ts.SourceFile): string {
  return leavesOf(node, source).join(' ');
}

export function leavesOf(node: ts.Node, source: ts.SourceFile): string[] {
  const { isStringLiteral, isTemplateLiteralTypeNode } = typeScript();
  if (isStringLiteral(node)) return [`"${node.getText(source).slice(1, -1)}"`];
  const children = isTemplateLiteralTypeNode(node) ? [] : node.getChildren(source);
  if (children.length > 0) return children.flatMap((child) => leavesOf(child, source));
  const text = node.getText(source);
  return text === '' ? [] : [text];
}
