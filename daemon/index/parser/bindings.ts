import {
  assignedValue,
  exportTargets,
  givenOut,
  hasModifier,
  isCommonJs,
  requiredModule,
  wholeModule,
  withoutWrapping,
} from './tree/syntax.ts';
import type { Compiler, ts } from './tree/compiler.ts';
import type { ExportFact, ImportFact, InstanceFact } from './facts.ts';

/** What a name bound at the top of a file can lead to. */
export type BindingKind = 'symbol' | 'import' | 'namespace' | 'instance';

/** The names that a file binds, takes in and gives out at its top level. */
export interface FileBindings {
  /** By the compiler's escaped name. Names that cannot lead to a symbol are left out. */
  readonly kinds: ReadonlyMap<ts.__String, BindingKind>;
  readonly imports: ImportFact[];
  readonly exports: readonly ExportFact[];
  readonly instances: readonly InstanceFact[];
}

/** Reads the top-level statements only; `isSymbol` says whether a variable is a symbol of its own. */
export function collectBindings(
  source: ts.SourceFile,
  compiler: Compiler,
  isSymbol: (declaration: ts.VariableDeclaration) => boolean,
): FileBindings {
  const reader = new BindingReader(compiler, isSymbol, isCommonJs(source));
  for (const statement of source.statements) reader.read(statement);
  return reader;
}

class BindingReader implements FileBindings {
  readonly kinds = new Map<ts.__String, BindingKind>();
  readonly imports: ImportFact[] = [];
  readonly exports: ExportFact[] = [];
  readonly instances: InstanceFact[] = [];
  private readonly added = new Set<string>();

  constructor(
    private readonly compiler: Compiler,
    private readonly isSymbol: (declaration: ts.VariableDeclaration) => boolean,
    private readonly isCommonJs: boolean,
  ) {}

  read(statement: ts.Statement): void {
    const { compiler } = this;
    if (compiler.isImportDeclaration(statement)) this.readImport(statement);
    else if (compiler.isImportEqualsDeclaration(statement)) this.readImportEquals(statement);
    else if (compiler.isExportDeclaration(statement)) this.readExport(statement);
    else if (compiler.isExportAssignment(statement)) this.readExportAssignment(statement);
    else if (compiler.isVariableStatement(statement)) this.readVariables(statement);
    else if (compiler.isExpressionStatement(statement)) this.readAssignment(statement);
    else this.readDeclaration(statement);
  }

  private readImport(statement: ts.ImportDeclaration): void {
    const { compiler } = this;
    const specifier = this.textOf(statement.moduleSpecifier);
    const clause = statement.importClause;
    if (specifier === undefined || clause === undefined) return;
    if (clause.name) this.addImport(clause.name, specifier, 'default');
    const named = clause.namedBindings;
    if (named === undefined) return;
    if (compiler.isNamespaceImport(named)) return this.addImport(named.name, specifier, '*');
    for (const { name, propertyName } of named.elements)
      this.addImport(name, specifier, (propertyName ?? name).text);
  }

  private addImport(local: ts.Identifier, specifier: string, imported: string): void {
    this.kinds.set(local.escapedText, imported === '*' ? 'namespace' : 'import');
    this.imports.push({ local: local.text, specifier, imported });
  }

  private readImportEquals(statement: ts.ImportEqualsDeclaration): void {
    const reference = statement.moduleReference;
    if (!this.compiler.isExternalModuleReference(reference)) return;
    const specifier = this.textOf(reference.expression);
    if (specifier === undefined) return;
    this.addImport(statement.name, specifier, '*');
    if (hasModifier(statement, this.compiler.SyntaxKind.ExportKeyword))
      this.addExport(statement.name.text);
  }

  private readExport(statement: ts.ExportDeclaration): void {
    const { compiler } = this;
    const specifier = statement.moduleSpecifier && this.textOf(statement.moduleSpecifier);
    const clause = statement.exportClause;
    if (clause === undefined || compiler.isNamespaceExport(clause)) {
      const name = clause === undefined ? '*' : clause.name.text;
      if (specifier !== undefined) this.exports.push({ name, of: '*', specifier });
      return;
    }
    for (const { name, propertyName } of clause.elements) {
      const of = (propertyName ?? name).text;
      this.exports.push(
        specifier === undefined ? { name: name.text, of } : { name: name.text, of, specifier },
      );
    }
  }

  private readExportAssignment(statement: ts.ExportAssignment): void {
    const name = statement.isExportEquals === true ? 'export=' : 'default';
    const value = withoutWrapping(this.compiler, statement.expression);
    // What is no name is the symbol `default` or leads nowhere.
    this.addExport(name, value && this.compiler.isIdentifier(value) ? value.text : 'default');
    if (name === 'default') this.kinds.set('default' as ts.__String, 'symbol');
  }

  private readVariables(statement: ts.VariableStatement): void {
    const isExported = hasModifier(statement, this.compiler.SyntaxKind.ExportKeyword);
    for (const declaration of statement.declarationList.declarations) {
      this.readVariable(declaration);
      if (isExported) this.exportNames(declaration.name);
    }
  }

  private readVariable(declaration: ts.VariableDeclaration): void {
    const { name } = declaration;
    if (this.isCommonJs && this.readRequire(declaration)) return;
    if (!this.compiler.isIdentifier(name)) return;
    if (this.isSymbol(declaration)) {
      this.kinds.set(name.escapedText, 'symbol');
      if (!this.isCommonJs) return;
      const targets = exportTargets(this.compiler, declaration.initializer);
      return targets.forEach((target) => this.addExport(target, name.text));
    }
    const className = this.plainClass(declaration);
    if (className === undefined || this.kinds.has(name.escapedText)) return;
    this.kinds.set(name.escapedText, 'instance');
    this.instances.push({ local: name.text, className });
  }

  private readRequire({ name, initializer }: ts.VariableDeclaration): boolean {
    const { compiler } = this;
    const required = requiredModule(compiler, initializer);
    if (required === undefined) return false;
    if (compiler.isIdentifier(name)) this.addImport(name, required, '*');
    else
      for (const element of name.elements) {
        if (!compiler.isBindingElement(element) || !compiler.isIdentifier(element.name)) continue;
        const imported = element.propertyName ?? element.name;
        if (compiler.isIdentifier(imported)) this.addImport(element.name, required, imported.text);
      }
    return true;
  }

  /** The class that the declared type or else a `new` makes plain, as a name of this file. */
  private plainClass({ type, initializer }: ts.VariableDeclaration): string | undefined {
    const { compiler } = this;
    if (type !== undefined)
      return compiler.isTypeReferenceNode(type) && compiler.isIdentifier(type.typeName)
        ? type.typeName.text
        : undefined;
    const value = withoutWrapping(compiler, initializer);
    return value && compiler.isNewExpression(value) && compiler.isIdentifier(value.expression)
      ? value.expression.text
      : undefined;
  }

  private exportNames(name: ts.BindingName): void {
    if (this.compiler.isIdentifier(name)) return this.addExport(name.text);
    for (const element of name.elements)
      if (this.compiler.isBindingElement(element)) this.exportNames(element.name);
  }

  /** `module.exports = f`, `module.exports = { f, g: h }`, `exports.f = h` and `module.exports.f = h`. */
  private readAssignment(statement: ts.ExpressionStatement): void {
    const { compiler } = this;
    if (!this.isCommonJs) return;
    const { expression } = statement;
    const value = assignedValue(compiler, expression);
    const own = givenOut(compiler, statement)?.name;
    for (const target of exportTargets(compiler, expression)) {
      if (own !== undefined) this.addExport(target, own);
      else if (value !== undefined && target === wholeModule) this.exportValue(value);
      else if (value !== undefined && compiler.isIdentifier(value))
        this.addExport(target, value.text);
    }
  }

  private exportValue(value: ts.Expression): void {
    const { compiler } = this;
    if (compiler.isIdentifier(value)) return this.addExport(wholeModule, value.text);
    if (!compiler.isObjectLiteralExpression(value)) return;
    for (const property of value.properties) {
      if (compiler.isShorthandPropertyAssignment(property)) this.addExport(property.name.text);
      else if (
        compiler.isPropertyAssignment(property) &&
        compiler.isIdentifier(property.name) &&
        compiler.isIdentifier(property.initializer)
      )
        this.addExport(property.name.text, property.initializer.text);
    }
  }

  private readDeclaration(statement: ts.Statement): void {
    const { compiler } = this;
    const isSymbol =
      compiler.isFunctionDeclaration(statement) ||
      compiler.isClassDeclaration(statement) ||
      compiler.isInterfaceDeclaration(statement) ||
      compiler.isEnumDeclaration(statement);
    const isOther =
      compiler.isTypeAliasDeclaration(statement) || compiler.isModuleDeclaration(statement);
    if (!isSymbol && !isOther) return;
    const name = statement.name?.text ?? 'default';
    if (isSymbol) this.kinds.set((statement.name?.escapedText ?? name) as ts.__String, 'symbol');
    if (!hasModifier(statement, compiler.SyntaxKind.ExportKeyword)) return;
    const isDefault = hasModifier(statement, compiler.SyntaxKind.DefaultKeyword);
    this.addExport(isDefault ? 'default' : name, name);
  }

  private addExport(name: string, of = name): void {
    // Overloads and merged declarations say it several times.
    const key = `${name} ${of}`;
    if (this.added.has(key)) return;
    this.added.add(key);
    this.exports.push({ name, of });
  }

  private textOf(node: ts.Node): string | undefined {
    return this.compiler.isStringLiteralLike(node) ? node.text : undefined;
  }
}
