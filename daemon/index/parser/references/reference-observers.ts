import {
  anyMeaning,
  ReferenceCollector,
  typeMeaning,
  valueMeaning,
} from './reference-collector.ts';
import { dynamicModule } from '../tree/syntax.ts';
import type { Compiler, ts } from '../tree/compiler.ts';

type Told<N> = (node: N) => void;
type Named = ts.Node & { readonly name?: ts.Node };

/** Observers for each kind of node that refers to something, or says that a name does not. */
class ReferenceObservers {
  private readonly compiler: Compiler;
  private readonly kinds: Compiler['SyntaxKind'];

  constructor(private readonly collector: ReferenceCollector) {
    this.compiler = collector.compiler;
    this.kinds = this.compiler.SyntaxKind;
    this.addMembers();
    this.addInlineModules();
    this.addNamesThatReferToNothing();
    this.addDeclarations();
    this.addFunctions();
    this.addOtherScopes();
  }

  /** Names, and the members that are read from them. */
  private addMembers(): void {
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
    this.on<ts.TypeReferenceNode>([kinds.TypeReference], (node) =>
      collector.noteType(node.typeName),
    );
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

  /** Modules that code names by itself: `import('./a.ts')` as a type or a call. */
  private addInlineModules(): void {
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

  /** Names of properties, labels and HTML elements, and names that are only exported. */
  private addNamesThatReferToNothing(): void {
    const { collector, kinds } = this;
    this.on<Named>(
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
    const ignoreTag = ({ tagName }: ts.JsxOpeningLikeElement) => {
      if (this.compiler.isIdentifier(tagName) && /^[a-z]/.test(tagName.text))
        collector.ignore(tagName);
    };
    this.on<ts.JsxElement>([kinds.JsxElement], (node) => ignoreTag(node.openingElement));
    this.on<ts.JsxSelfClosingElement>([kinds.JsxSelfClosingElement], ignoreTag);
    this.on(
      [kinds.ExportDeclaration],
      () => collector.openExport(),
      () => collector.closeExport(),
    );
    this.on<ts.ExportAssignment>([kinds.ExportAssignment], (node) =>
      collector.ignore(node.expression),
    );
  }

  /** Declarations that open no scope of their own. */
  private addDeclarations(): void {
    const { collector, kinds } = this;
    this.on<ts.VariableDeclarationList>([kinds.VariableDeclarationList], (list) => {
      const isVar = (list.flags & this.compiler.NodeFlags.BlockScoped) === 0;
      for (const { name } of list.declarations) collector.declare(name, valueMeaning, isVar);
    });
    this.on<ts.VariableDeclaration>([kinds.VariableDeclaration], (node) => this.noteVariable(node));
    this.on<ts.ParameterDeclaration>([kinds.Parameter], ({ name }) =>
      collector.declare(name, valueMeaning),
    );
    this.on<ts.TypeParameterDeclaration>([kinds.TypeParameter], ({ name }) =>
      collector.declare(name, typeMeaning),
    );
    this.on<ts.ModuleDeclaration | ts.ImportEqualsDeclaration>(
      [kinds.ModuleDeclaration, kinds.ImportEqualsDeclaration],
      ({ name }) => collector.declare(name, anyMeaning),
    );
  }

  private noteVariable({ name, initializer }: ts.VariableDeclaration): void {
    const { collector, compiler } = this;
    // At the top of a file the list is taken apart, and its names are the file's own.
    if (collector.isAtTop()) collector.declare(name, valueMeaning);
    if (!compiler.isObjectBindingPattern(name)) return;
    const specifier = dynamicModule(compiler, initializer);
    if (specifier !== undefined) collector.referPattern(specifier, name);
  }

  private addFunctions(): void {
    const { collector, kinds } = this;
    this.onScope<Named>(
      [
        kinds.ArrowFunction,
        kinds.Constructor,
        kinds.ClassStaticBlockDeclaration,
        kinds.FunctionType,
        kinds.ConstructorType,
        kinds.CallSignature,
        kinds.ConstructSignature,
        kinds.IndexSignature,
        kinds.ModuleBlock,
        ...[kinds.MethodDeclaration, kinds.GetAccessor, kinds.SetAccessor, kinds.MethodSignature],
      ],
      ({ name }) => {
        collector.ignore(name);
        collector.openScope(true);
      },
    );
    const { FunctionDeclaration, FunctionExpression } = kinds;
    this.onNamedScope([FunctionDeclaration, FunctionExpression], valueMeaning, true);
  }

  private addOtherScopes(): void {
    const { collector, kinds } = this;
    this.onScope<ts.Node>(
      [
        kinds.Block,
        kinds.ForStatement,
        kinds.ForInStatement,
        kinds.ForOfStatement,
        kinds.CaseBlock,
        kinds.MappedType,
        kinds.ConditionalType,
      ],
      () => collector.openScope(),
    );
    this.onScope<ts.CatchClause>([kinds.CatchClause], ({ variableDeclaration }) => {
      collector.openScope();
      collector.declare(variableDeclaration?.name, valueMeaning);
    });
    const { ClassDeclaration, ClassExpression, EnumDeclaration } = this.kinds;
    const { InterfaceDeclaration, TypeAliasDeclaration } = this.kinds;
    this.onNamedScope([ClassDeclaration, ClassExpression, EnumDeclaration], anyMeaning);
    this.onNamedScope([InterfaceDeclaration, TypeAliasDeclaration], typeMeaning);
  }

  private on<N extends ts.Node>(kinds: readonly N['kind'][], enter: Told<N>, leave?: () => void) {
    for (const kind of kinds)
      this.collector.observers[kind] = { enter: enter as Told<ts.Node>, leave };
  }

  /** Nodes with a scope. A declaration's name is bound around it, an expression's name within it. */
  private onNamedScope(kinds: readonly ts.SyntaxKind[], meaning: number, isFunction = false): void {
    const { collector } = this;
    const { ClassExpression, FunctionExpression } = this.kinds;
    this.onScope<Named>(kinds, ({ kind, name }) => {
      const isWithin = kind === ClassExpression || kind === FunctionExpression;
      if (!isWithin) collector.declare(name, meaning);
      collector.openScope(isFunction);
      if (isWithin) collector.declare(name, meaning);
    });
  }

  /** Of nodes whose scope `open` opens. */
  private onScope<N extends ts.Node>(kinds: readonly N['kind'][], open: Told<N>): void {
    this.on(kinds, open, () => this.collector.closeScope());
  }
}

/** A collector with an observer for each kind of node that refers to something. */
export function collectReferences(compiler: Compiler): ReferenceCollector {
  const collector = new ReferenceCollector(compiler);
  new ReferenceObservers(collector);
  return collector;
}
