import { exportPlace, importPlace } from '../../../shared/reservations/places.ts';
import { isSymbolVariable } from '../parser/symbols.ts';
import { givenOut, isCommonJs, requiredModule, withoutWrapping } from '../parser/tree/syntax.ts';
import type { Compiler, ts } from '../parser/tree/compiler.ts';
import { chainOf, firstBoundName, nameOfCall, unwrapped } from './names.ts';
import type { Piece } from './place.ts';
import { maxLevels } from './place-tree.ts';
import { ValuePieces } from './value-pieces.ts';

/** RSV-16: the parts of a file and of its namespaces: every statement is one, or several. */
export class StatementPieces extends ValuePieces {
  /** The pieces of the whole file, in the order of the text. */
  ofFile(): Piece[] {
    const { compiler, source } = this;
    let isAtTop = true;
    return source.statements.flatMap((statement) => {
      isAtTop &&= staysAtTop(compiler, source, statement);
      if (isImport(compiler, statement)) return [this.ofImport(statement)];
      if (isAtTop && compiler.isVariableStatement(statement))
        return this.ofVariables(statement, maxLevels, true);
      if (isAtTop && compiler.isExpressionStatement(statement)) {
        const { expression } = statement;
        const isBare =
          compiler.isCallExpression(expression) && compiler.isIdentifier(expression.expression);
        if (isBare && isRequired(compiler, source, expression)) return [this.ofImport(statement)];
      }
      return this.ofStatement(statement, maxLevels, true);
    });
  }

  private ofImport(node: ts.Node): Piece {
    return this.piece({ name: importPlace, way: 'set', node });
  }

  private ofStatement(node: ts.Statement, levels: number, isOfFile: boolean): Piece[] {
    const { compiler } = this;
    if (compiler.isEmptyStatement(node)) return [];
    if (compiler.isVariableStatement(node)) return this.ofVariables(node, levels, false);
    if (compiler.isFunctionDeclaration(node) || compiler.isClassDeclaration(node))
      return [asSymbol(this.ofDeclaration(node, levels), isOfFile)];
    if (compiler.isInterfaceDeclaration(node) || compiler.isEnumDeclaration(node)) {
      const parts = this.ofMembers(node.members, levels - 1);
      return [asSymbol(this.piece({ name: node.name.text, node, parts }), isOfFile)];
    }
    if (compiler.isExpressionStatement(node)) return [this.ofExpression(node, levels)];
    return [this.ofOther(node, levels)];
  }

  private ofOther(node: ts.Statement, levels: number): Piece {
    const { compiler } = this;
    if (compiler.isTypeAliasDeclaration(node)) {
      const { type, name } = node;
      const parts = compiler.isTypeLiteralNode(type)
        ? this.ofMembers(type.members, levels - 1)
        : [];
      return this.piece({ name: name.text, node, parts });
    }
    if (compiler.isModuleDeclaration(node)) return this.ofNamespace(node, levels);
    if (compiler.isExportDeclaration(node) || compiler.isNamespaceExportDeclaration(node))
      return this.piece({ name: exportPlace, way: 'set', node });
    if (compiler.isExportAssignment(node)) return this.ofExportAssignment(node, levels);
    if (compiler.isImportEqualsDeclaration(node)) return this.piece({ name: node.name.text, node });
    return this.piece({ name: this.keywordOf(node), way: 'numbered', node });
  }

  private ofExportAssignment(node: ts.ExportAssignment, levels: number): Piece {
    const { compiler } = this;
    const parts = this.ofValue(node.expression, levels - 1);
    if (node.isExportEquals === true) return this.piece({ name: 'export=', node, parts });
    const value = withoutWrapping(compiler, node.expression);
    const isSymbol =
      value !== undefined && (compiler.isFunctionLike(value) || compiler.isClassExpression(value));
    return asSymbol(this.piece({ name: 'default', node, parts }), isSymbol);
  }

  private ofNamespace(node: ts.ModuleDeclaration, levels: number): Piece {
    const { compiler } = this;
    const name = compiler.isStringLiteral(node.name) ? `module(${node.name.text})` : node.name.text;
    const { body } = node;
    if (body === undefined || levels <= 1) return this.piece({ name, node });
    if (!compiler.isModuleBlock(body)) {
      const inner = body as ts.ModuleDeclaration;
      return this.piece({ name, node, parts: [this.ofNamespace(inner, levels - 1)] });
    }
    const parts = body.statements.flatMap((part) => this.ofStatement(part, levels - 1, false));
    return this.piece({ name, node, parts });
  }

  /** One piece for each variable; a constant of `require` at the top is an import. */
  private ofVariables(statement: ts.VariableStatement, levels: number, isAtTop: boolean): Piece[] {
    const { compiler, source } = this;
    return statement.declarationList.declarations.map((node) => {
      const variable = { node, statement, isEachPiece: true };
      if (isAtTop && isRequired(compiler, source, node.initializer))
        return this.variable({ ...variable, name: importPlace, way: 'set' });
      const name = firstBoundName(compiler, node.name) || '()';
      const parts = this.ofValue(node.initializer, levels - 1);
      const isSymbol = levels === maxLevels && isSymbolVariable(compiler, node);
      return asSymbol(this.variable({ ...variable, name, parts }), isSymbol);
    });
  }

  private ofExpression(node: ts.ExpressionStatement, levels: number): Piece {
    const { compiler, source } = this;
    const { expression } = node;
    if (compiler.isStringLiteral(expression))
      return this.piece({ name: `(${expression.text})`, way: 'numbered', node });
    const inner = unwrapped(compiler, expression) ?? expression;
    if (this.isAssignment(inner)) return this.ofAssignment(node, inner, levels);
    const chain = chainOf(compiler, source, inner);
    const parts = this.ofCalls(chain, levels - 1);
    const name = chain.calls.length > 0 ? nameOfCall(compiler, source, chain) : '()';
    return this.piece({ name, way: 'numbered', node, parts });
  }

  /** `exports.a = b.c = {...}` goes by its first target. */
  private ofAssignment(node: ts.Statement, assignment: ts.BinaryExpression, levels: number): Piece {
    const { compiler, source } = this;
    let value: ts.Expression = assignment.right;
    while (this.isAssignment(value)) value = value.right;
    const { path, root } = chainOf(compiler, source, assignment.left);
    const isNamed = root.kind !== compiler.SyntaxKind.ArrayLiteralExpression;
    const name = isNamed ? path.join('.') : '[]';
    const own = levels === maxLevels && isCommonJs(source) ? givenOut(compiler, node) : undefined;
    const piece = this.piece({ name, node, parts: this.ofValue(value, levels - 1) });
    return own === undefined ? piece : { ...piece, symbol: own.name };
  }

  private isAssignment(value: ts.Expression): value is ts.BinaryExpression {
    const { FirstAssignment, LastAssignment } = this.compiler.SyntaxKind;
    if (!this.compiler.isBinaryExpression(value)) return false;
    const { kind } = value.operatorToken;
    return FirstAssignment <= kind && kind <= LastAssignment;
  }

  /** `if`, `for`, `try`; `()` for a block. A label is not told. */
  private keywordOf(statement: ts.Statement): string {
    let inner = statement;
    while (this.compiler.isLabeledStatement(inner)) inner = inner.statement;
    if (this.compiler.isExpressionStatement(inner)) return '()';
    const start = inner.getStart(this.source);
    return /^[a-z]+/.exec(this.source.text.slice(start, start + 20))?.[0] ?? '()';
  }
}

function asSymbol(piece: Piece, isSymbol: boolean): Piece {
  return isSymbol ? { ...piece, symbol: piece.name } : piece;
}

/** What counts for nothing in the symbol graph either: it only binds names of other modules or namespaces. */
function isImport(compiler: Compiler, statement: ts.Statement): boolean {
  if (compiler.isImportEqualsDeclaration(statement)) return statement.modifiers === undefined;
  return compiler.isImportDeclaration(statement);
}

/** Whether the value is that of `require('...')`, or is read from it or made by calling it. */
function isRequired(
  compiler: Compiler,
  source: ts.SourceFile,
  value: ts.Expression | undefined,
): boolean {
  if (value === undefined) return false;
  const { calls, path } = chainOf(compiler, source, value);
  return path[0] === 'require' && requiredModule(compiler, calls.at(-1)) !== undefined;
}

/** Whether import statements in the manner of CommonJS may still follow after this statement. */
function staysAtTop(compiler: Compiler, source: ts.SourceFile, statement: ts.Statement): boolean {
  if (isImport(compiler, statement) || compiler.isEmptyStatement(statement)) return true;
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.some(({ initializer }) =>
      isRequired(compiler, source, initializer),
    );
  if (!compiler.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  return compiler.isStringLiteral(expression) || isRequired(compiler, source, expression);
}
