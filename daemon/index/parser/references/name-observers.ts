import { ObserverGroup } from './reference-collector.ts';
import type { ts } from '../parsed-file.ts';
import { dynamicModule } from '../tree/syntax.ts';

/** Names, and the members that are read from them. */
export class MemberReferences extends ObserverGroup {
  add(): void {
    const { collector, compiler, kinds } = this;
    this.on<ts.Identifier>([kinds.Identifier], (node) => collector.refer(node));
    this.on<ts.PropertyAccessExpression>([kinds.PropertyAccessExpression], (node) =>
      this.noteAccess(node),
    );
    this.on<ts.QualifiedName>([kinds.QualifiedName], ({ left, right }) => {
      collector.ignore(right);
      if (compiler.isIdentifier(left)) collector.noteMember(left, right.text);
      else collector.noteMember(left.left, `${left.right.text} ${right.text}`);
    });
    this.on<ts.TypeReferenceNode>([kinds.TypeReference], ({ typeName }) => {
      collector.noteType(typeName);
    });
    this.on<ts.HeritageClause>([kinds.HeritageClause], (node) => {
      if (node.token !== kinds.ImplementsKeyword) return;
      for (const { expression } of node.types) collector.noteType(expression);
    });
  }

  /** `a.b`, of a namespace `a` also `a.b.c`, and `(await import('./a.ts')).b`. */
  private noteAccess({ expression, name }: ts.PropertyAccessExpression): void {
    const { collector, compiler } = this;
    collector.ignore(name);
    if (compiler.isIdentifier(expression)) collector.noteMember(expression, name.text);
    else if (compiler.isPropertyAccessExpression(expression)) {
      const root = expression.expression;
      if (collector.isNamespace(root))
        collector.noteMember(root, `${expression.name.text} ${name.text}`);
    } else if (compiler.isParenthesizedExpression(expression)) {
      const specifier = dynamicModule(compiler, expression);
      if (specifier !== undefined) collector.referInline(specifier, name.text);
    }
  }
}

/** Modules that code names by itself: `import('./a.ts')` as a type or a call. */
export class InlineModules extends ObserverGroup {
  add(): void {
    const { kinds } = this;
    this.on<ts.ImportTypeNode>([kinds.ImportType], (node) => this.noteImportType(node));
    this.on<ts.CallExpression>([kinds.CallExpression], (node) => this.noteThen(node));
  }

  private noteImportType({ argument, qualifier }: ts.ImportTypeNode): void {
    const { collector, compiler } = this;
    if (qualifier === undefined || !compiler.isLiteralTypeNode(argument)) return;
    const path: string[] = [];
    let first: ts.EntityName = qualifier;
    for (; compiler.isQualifiedName(first); first = first.left) path.unshift(first.right.text);
    path.unshift(first.text);
    collector.ignore(first);
    if (compiler.isStringLiteral(argument.literal))
      collector.referInline(argument.literal.text, path.join(' '));
  }

  /** `import('./a.ts').then((a) => a.b)`, or with `({ b }) => ...`. */
  private noteThen({ expression, arguments: [handler] }: ts.CallExpression): void {
    const { collector, compiler } = this;
    if (handler === undefined || !compiler.isPropertyAccessExpression(expression)) return;
    if (expression.name.text !== 'then') return;
    const specifier = dynamicModule(compiler, expression.expression);
    if (specifier === undefined || !compiler.isArrowFunction(handler)) return;
    const name = handler.parameters[0]?.name;
    if (name === undefined) return;
    if (compiler.isObjectBindingPattern(name)) return collector.referPattern(specifier, name);
    const { body } = handler;
    if (
      compiler.isPropertyAccessExpression(body) &&
      compiler.isIdentifier(body.expression) &&
      compiler.isIdentifier(name) &&
      body.expression.text === name.text
    )
      collector.referInline(specifier, body.name.text);
  }
}

/** Names of properties, labels and HTML elements, and names that are only exported. */
export class NamesThatReferToNothing extends ObserverGroup {
  add(): void {
    const { collector, kinds } = this;
    this.on<NamedMember>(
      [
        kinds.PropertyAssignment,
        kinds.PropertyDeclaration,
        kinds.PropertySignature,
        kinds.EnumMember,
        kinds.NamedTupleMember,
        kinds.JsxAttribute,
        kinds.ImportAttribute,
        kinds.MetaProperty,
      ],
      ({ name }) => collector.ignore(name),
    );
    this.on<ts.BindingElement>([kinds.BindingElement], ({ propertyName }) =>
      collector.ignore(propertyName),
    );
    this.on<ts.LabeledStatement | ts.BreakOrContinueStatement>(
      [kinds.LabeledStatement, kinds.BreakStatement, kinds.ContinueStatement],
      ({ label }) => collector.ignore(label),
    );
    this.on<ts.JsxElement>([kinds.JsxElement], (node) => this.ignoreTag(node.openingElement));
    this.on<ts.JsxSelfClosingElement>([kinds.JsxSelfClosingElement], (node) =>
      this.ignoreTag(node),
    );
    this.on(
      [kinds.ExportDeclaration],
      () => collector.openExport(),
      () => collector.closeExport(),
    );
    this.on<ts.ExportAssignment>([kinds.ExportAssignment], ({ expression }) =>
      collector.ignore(expression),
    );
  }

  private ignoreTag({ tagName }: ts.JsxOpeningLikeElement): void {
    if (this.compiler.isIdentifier(tagName) && /^[a-z]/.test(tagName.text))
      this.collector.ignore(tagName);
  }
}

type NamedMember =
  | ts.PropertyAssignment
  | ts.PropertyDeclaration
  | ts.PropertySignature
  | ts.EnumMember
  | ts.NamedTupleMember
  | ts.JsxAttribute
  | ts.ImportAttribute
  | ts.MetaProperty;
