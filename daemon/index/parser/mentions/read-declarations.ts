import type { ts } from '../parsed-file.ts';
import { requiredModule } from '../tree/syntax.ts';
import type { MentionWalk } from './mention-walk.ts';

/** Modules of import and export declarations, and of types. */
export function readDeclarations(walk: MentionWalk): void {
  const { compiler, kinds } = walk;
  const declare = (specifier: ts.Expression | undefined) => {
    const module = walk.textOf(specifier);
    if (module !== undefined) walk.found.declare(module);
  };
  walk.on<ts.ImportDeclaration>([kinds.ImportDeclaration], (node) => {
    declare(node.moduleSpecifier);
    if (node.importClause) walk.visit(node.importClause);
  });
  walk.on<ts.ExportDeclaration>([kinds.ExportDeclaration], (node) => {
    declare(node.moduleSpecifier);
    if (node.exportClause) walk.visit(node.exportClause);
  });
  walk.on<ts.ImportEqualsDeclaration>([kinds.ImportEqualsDeclaration], (node) => {
    if (compiler.isExternalModuleReference(node.moduleReference))
      declare(node.moduleReference.expression);
  });
  walk.on<ts.ImportTypeNode>([kinds.ImportType], ({ argument, typeArguments }) => {
    if (compiler.isLiteralTypeNode(argument) && compiler.isStringLiteral(argument.literal))
      walk.found.load(argument.literal.text);
    typeArguments?.forEach(walk.visit);
  });
  // What a type says is not there when the code runs.
  walk.on([kinds.LiteralType], () => undefined);
}

/**
 * `const a = require('./a.js')` at the top of a script, of which the graph shows what is used. Answers whether the statement has been
 * read.
 */
export function readRequires(walk: MentionWalk, statement: ts.Statement): boolean {
  if (!walk.compiler.isVariableStatement(statement)) return false;
  for (const declaration of statement.declarationList.declarations) {
    const module = requiredModule(walk.compiler, declaration.initializer);
    if (module === undefined || !bindsPlainly(walk, declaration.name)) walk.visit(declaration);
    else {
      walk.found.declare(module);
      walk.visit(declaration.name);
    }
  }
  return true;
}

function bindsPlainly({ compiler }: MentionWalk, name: ts.BindingName): boolean {
  if (compiler.isIdentifier(name)) return true;
  return (
    compiler.isObjectBindingPattern(name) &&
    name.elements.every(
      (element) =>
        compiler.isIdentifier(element.name) &&
        element.dotDotDotToken === undefined &&
        (element.propertyName === undefined || compiler.isIdentifier(element.propertyName)),
    )
  );
}
