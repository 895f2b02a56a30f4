import { requiredModule } from '../../parser/tree/syntax.ts';
import type { Compiler } from '../../parser/tree/compiler.ts';
import type { ts } from '../../parser/parsed-file.ts';
import { chainOf } from './names.ts';

/** What counts for nothing in the symbol graph either: it only binds names of other modules or namespaces. */
export function isImport(compiler: Compiler, statement: ts.Statement): boolean {
  if (compiler.isImportEqualsDeclaration(statement)) return statement.modifiers === undefined;
  return compiler.isImportDeclaration(statement);
}

/** Whether the value is that of `require('...')`, or is read from it or made by calling it. */
export function isRequired(
  compiler: Compiler,
  source: ts.SourceFile,
  value: ts.Expression | undefined,
): boolean {
  if (value === undefined) return false;
  const { calls, path } = chainOf(compiler, source, value);
  return path[0] === 'require' && requiredModule(compiler, calls.at(-1)) !== undefined;
}

/** Whether import statements in the manner of CommonJS may still follow after this statement. */
export function staysAtTop(
  compiler: Compiler,
  source: ts.SourceFile,
  statement: ts.Statement,
): boolean {
  if (isImport(compiler, statement) || compiler.isEmptyStatement(statement)) return true;
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.some(({ initializer }) =>
      isRequired(compiler, source, initializer),
    );
  if (!compiler.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  return compiler.isStringLiteral(expression) || isRequired(compiler, source, expression);
}
