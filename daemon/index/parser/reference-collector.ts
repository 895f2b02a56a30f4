import type { BindingKind, FileBindings } from './bindings.ts';
import type { Compiler } from './compiler.ts';
import type { Use } from './facts.ts';
import type { Observers } from './meaning-hasher.ts';
import type { ts } from './parsed-file.ts';
import { dynamicModule } from './syntax.ts';

/** What a name stands for at a place, as bits: a value, a type, or either. */
const valueMeaning = 1;
const typeMeaning = 2;
const anyMeaning = 3;

interface Pending {
  readonly name: ts.__String;
  readonly meaning: number;
  readonly use: Use;
}

interface Scope {
  /** Where the references made in the scope begin among the pending ones. */
  readonly start: number;
  readonly isFunction: boolean;
  /** Only names that are also bound at the top of the file: the others are nobody's concern. */
  shadows: Map<ts.__String, number> | undefined;
}

/** Collects what code refers to among the names bound at the top of its file, while the hasher walks over it. */
export interface ReferenceCollector {
  readonly observers: Observers;
  /** Begins a file. Modules that are named in the middle of code are added to its imports. */
  begin(bindings: FileBindings): void;
  /** What was referred to since the last call, sorted. */
  take(): Set<Use>;
}

/** The local name under which a module that code names by itself is imported; no identifier looks like it. */
function inlineName(specifier: string): string {
  return `import:${encodeURIComponent(specifier)}`;
}

export function createReferenceCollector(compiler: Compiler): ReferenceCollector {
  const { SyntaxKind } = compiler;
  const observers: Observers = [];
  let bindings: FileBindings = { kinds: new Map(), imports: [], exports: [], instances: [] };
  let kinds: ReadonlyMap<ts.__String, BindingKind> = bindings.kinds;
  let pending: Pending[] = [];
  let scopes: Scope[] = [];
  /** Within import and export declarations names are passed on, not used. */
  let suspended = 0;
  const names = new Set<ts.Node>();
  const types = new Set<ts.Node>();
  const members = new Map<ts.Node, string>();
  const inlineModules = new Set<string>();

  function on<N extends ts.Node>(
    kindsOfNode: readonly N['kind'][],
    enter: (node: N) => void,
    leave?: (node: N) => void,
  ): void {
    for (const kind of kindsOfNode)
      observers[kind] = {
        enter: enter as (node: ts.Node) => void,
        leave: leave as ((node: ts.Node) => void) | undefined,
      };
  }

  /** The node is a name that refers to nothing at the top of the file. */
  function ignore(node: ts.Node | undefined): void {
    if (node?.kind === SyntaxKind.Identifier && kinds.has((node as ts.Identifier).escapedText))
      names.add(node);
  }

  function refer(node: ts.Identifier): void {
    const name = node.escapedText;
    if (suspended > 0 || !kinds.has(name) || names.has(node)) return;
    const path = members.get(node);
    const text = compiler.unescapeLeadingUnderscores(name);
    const meaning = types.has(node) ? typeMeaning : valueMeaning;
    pending.push({ name, meaning, use: path === undefined ? text : `${text} ${path}` });
  }

  function declare(name: ts.Node | undefined, meaning: number, isVar = false): void {
    if (name === undefined) return;
    if (compiler.isObjectBindingPattern(name) || compiler.isArrayBindingPattern(name)) {
      for (const element of name.elements)
        if (compiler.isBindingElement(element)) declare(element.name, meaning, isVar);
      return;
    }
    if (!compiler.isIdentifier(name) || !kinds.has(name.escapedText)) return;
    names.add(name);
    const scope = isVar ? scopes.findLast(({ isFunction }) => isFunction) : scopes.at(-1);
    if (scope === undefined) return;
    scope.shadows ??= new Map();
    scope.shadows.set(name.escapedText, (scope.shadows.get(name.escapedText) ?? 0) | meaning);
  }

  function open(isFunction = false): void {
    scopes.push({ start: pending.length, isFunction, shadows: undefined });
  }

  function close(): void {
    const scope = scopes.pop();
    const shadows = scope?.shadows;
    if (scope === undefined || shadows === undefined) return;
    const kept = pending
      .slice(scope.start)
      .filter(({ name, meaning }) => ((shadows.get(name) ?? 0) & meaning) === 0);
    pending.length = scope.start;
    pending.push(...kept);
  }

  /** A module that code names by itself: its members, or nothing when they are not plain. */
  function referInline(specifier: string, path: string): void {
    const local = inlineName(specifier);
    if (!inlineModules.has(local)) {
      inlineModules.add(local);
      bindings.imports.push({ local, specifier, imported: '*' });
    }
    pending.push({ name: '' as ts.__String, meaning: 0, use: `${local} ${path}` });
  }

  function referPattern(specifier: string, pattern: ts.ObjectBindingPattern): void {
    for (const { propertyName, name, dotDotDotToken } of pattern.elements) {
      const member = propertyName ?? name;
      if (dotDotDotToken === undefined && compiler.isIdentifier(member))
        referInline(specifier, member.text);
    }
  }

  /** Reads `a.b` and, of a namespace `a`, also `a.b.c`. */
  function noteMember(root: ts.Node, path: string): void {
    if (!compiler.isIdentifier(root)) return;
    const kind = kinds.get(root.escapedText);
    if (kind !== undefined && kind !== 'symbol' && !members.has(root)) members.set(root, path);
  }

  on<ts.Identifier>([SyntaxKind.Identifier], refer);

  on<ts.PropertyAccessExpression>([SyntaxKind.PropertyAccessExpression], (node) => {
    ignore(node.name);
    const { expression, name } = node;
    if (compiler.isIdentifier(expression)) noteMember(expression, name.text);
    else if (compiler.isPropertyAccessExpression(expression)) {
      const root = expression.expression;
      if (compiler.isIdentifier(root) && kinds.get(root.escapedText) === 'namespace')
        noteMember(root, `${expression.name.text} ${name.text}`);
    } else if (compiler.isParenthesizedExpression(expression)) {
      const specifier = dynamicModule(compiler, expression);
      if (specifier !== undefined) referInline(specifier, name.text);
    }
  });
  on<ts.QualifiedName>([SyntaxKind.QualifiedName], (node) => {
    ignore(node.right);
    if (compiler.isIdentifier(node.left)) noteMember(node.left, node.right.text);
    else if (compiler.isIdentifier(node.left.left))
      noteMember(node.left.left, `${node.left.right.text} ${node.right.text}`);
  });
  on<ts.TypeReferenceNode>([SyntaxKind.TypeReference], ({ typeName }) => {
    if (compiler.isIdentifier(typeName) && kinds.has(typeName.escapedText)) types.add(typeName);
  });
  on<ts.HeritageClause>([SyntaxKind.HeritageClause], (node) => {
    if (node.token !== SyntaxKind.ImplementsKeyword) return;
    for (const { expression } of node.types) types.add(expression);
  });
  on<ts.ImportTypeNode>([SyntaxKind.ImportType], ({ argument, qualifier }) => {
    if (qualifier === undefined || !compiler.isLiteralTypeNode(argument)) return;
    const path: string[] = [];
    let first: ts.EntityName = qualifier;
    for (; compiler.isQualifiedName(first); first = first.left) path.unshift(first.right.text);
    path.unshift(first.text);
    ignore(first);
    if (compiler.isStringLiteral(argument.literal))
      referInline(argument.literal.text, path.join(' '));
  });
  on<ts.CallExpression>([SyntaxKind.CallExpression], ({ expression, arguments: [handler] }) => {
    if (handler === undefined || !compiler.isPropertyAccessExpression(expression)) return;
    if (expression.name.text !== 'then') return;
    const specifier = dynamicModule(compiler, expression.expression);
    if (specifier === undefined || !compiler.isArrowFunction(handler)) return;
    const name = handler.parameters[0]?.name;
    if (name === undefined) return;
    if (compiler.isObjectBindingPattern(name)) return referPattern(specifier, name);
    const { body } = handler;
    if (
      compiler.isPropertyAccessExpression(body) &&
      compiler.isIdentifier(body.expression) &&
      compiler.isIdentifier(name) &&
      body.expression.text === name.text
    )
      referInline(specifier, body.name.text);
  });

  on<NamedMember>(
    [
      SyntaxKind.PropertyAssignment,
      SyntaxKind.PropertyDeclaration,
      SyntaxKind.PropertySignature,
      SyntaxKind.EnumMember,
      SyntaxKind.NamedTupleMember,
      SyntaxKind.JsxAttribute,
      SyntaxKind.ImportAttribute,
      SyntaxKind.MetaProperty,
    ],
    ({ name }) => ignore(name),
  );
  on<ts.BindingElement>([SyntaxKind.BindingElement], ({ propertyName }) => ignore(propertyName));
  on<ts.LabeledStatement | ts.BreakOrContinueStatement>(
    [SyntaxKind.LabeledStatement, SyntaxKind.BreakStatement, SyntaxKind.ContinueStatement],
    ({ label }) => ignore(label),
  );
  on<ts.JsxElement>([SyntaxKind.JsxElement], ({ openingElement }) => tag(openingElement));
  on<ts.JsxSelfClosingElement>([SyntaxKind.JsxSelfClosingElement], tag);
  function tag({ tagName }: ts.JsxOpeningLikeElement): void {
    if (compiler.isIdentifier(tagName) && /^[a-z]/.test(tagName.text)) ignore(tagName);
  }
  on(
    [SyntaxKind.ExportDeclaration],
    () => suspended++,
    () => suspended--,
  );
  on<ts.ExportAssignment>([SyntaxKind.ExportAssignment], ({ expression }) => ignore(expression));

  on<ts.VariableDeclarationList>([SyntaxKind.VariableDeclarationList], (list) => {
    const isVar = (list.flags & compiler.NodeFlags.BlockScoped) === 0;
    for (const { name } of list.declarations) declare(name, valueMeaning, isVar);
  });
  on<ts.VariableDeclaration>([SyntaxKind.VariableDeclaration], ({ name, initializer }) => {
    // At the top of a file the list is taken apart, and its names are the file's own.
    if (scopes.length === 0) declare(name, valueMeaning);
    if (!compiler.isObjectBindingPattern(name)) return;
    const specifier = dynamicModule(compiler, initializer);
    if (specifier !== undefined) referPattern(specifier, name);
  });
  on<ts.ParameterDeclaration>([SyntaxKind.Parameter], ({ name }) => declare(name, valueMeaning));
  on<ts.TypeParameterDeclaration>([SyntaxKind.TypeParameter], ({ name }) =>
    declare(name, typeMeaning),
  );

  on<ts.Node>(
    [
      SyntaxKind.ArrowFunction,
      SyntaxKind.Constructor,
      SyntaxKind.ClassStaticBlockDeclaration,
      SyntaxKind.FunctionType,
      SyntaxKind.ConstructorType,
      SyntaxKind.CallSignature,
      SyntaxKind.ConstructSignature,
      SyntaxKind.IndexSignature,
      SyntaxKind.ModuleBlock,
    ],
    () => open(true),
    close,
  );
  on<ts.MethodDeclaration | ts.AccessorDeclaration | ts.MethodSignature>(
    [
      SyntaxKind.MethodDeclaration,
      SyntaxKind.GetAccessor,
      SyntaxKind.SetAccessor,
      SyntaxKind.MethodSignature,
    ],
    ({ name }) => {
      ignore(name);
      open(true);
    },
    close,
  );
  on<ts.Node>(
    [
      SyntaxKind.Block,
      SyntaxKind.ForStatement,
      SyntaxKind.ForInStatement,
      SyntaxKind.ForOfStatement,
      SyntaxKind.CaseBlock,
      SyntaxKind.MappedType,
      SyntaxKind.ConditionalType,
    ],
    () => open(),
    close,
  );
  on<ts.CatchClause>(
    [SyntaxKind.CatchClause],
    ({ variableDeclaration }) => {
      open();
      declare(variableDeclaration?.name, valueMeaning);
    },
    close,
  );
  /** A declaration's name is bound around it, an expression's within it. */
  on<ts.FunctionDeclaration>(
    [SyntaxKind.FunctionDeclaration],
    ({ name }) => {
      declare(name, valueMeaning);
      open(true);
    },
    close,
  );
  on<ts.FunctionExpression>(
    [SyntaxKind.FunctionExpression],
    ({ name }) => {
      open(true);
      declare(name, valueMeaning);
    },
    close,
  );
  on<ts.ClassExpression>(
    [SyntaxKind.ClassExpression],
    ({ name }) => {
      open();
      declare(name, anyMeaning);
    },
    close,
  );
  on<ts.ClassDeclaration | ts.EnumDeclaration>(
    [SyntaxKind.ClassDeclaration, SyntaxKind.EnumDeclaration],
    ({ name }) => {
      declare(name, anyMeaning);
      open();
    },
    close,
  );
  on<ts.ModuleDeclaration>([SyntaxKind.ModuleDeclaration], ({ name }) => declare(name, anyMeaning));
  on<ts.ImportEqualsDeclaration>([SyntaxKind.ImportEqualsDeclaration], ({ name }) =>
    declare(name, anyMeaning),
  );
  on<ts.InterfaceDeclaration | ts.TypeAliasDeclaration>(
    [SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeAliasDeclaration],
    ({ name }) => {
      declare(name, typeMeaning);
      open();
    },
    close,
  );

  return {
    observers,
    begin(next) {
      bindings = next;
      kinds = next.kinds;
      pending = [];
      scopes = [];
      suspended = 0;
      names.clear();
      types.clear();
      members.clear();
      inlineModules.clear();
    },
    take() {
      const uses = new Set(pending.map(({ use }) => use));
      pending = [];
      return uses;
    },
  };
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
