import { maxSearchedLength } from '../../../kernel/text-limits.ts';
import type { Compiler, ts } from '../tree/compiler.ts';
import { isCommonJs, requiredModule } from '../tree/syntax.ts';
import { type FileMentions, noMentions } from './file-mentions.ts';
import { isLoader, isStarter, MentionCollector, MentionWalk } from './mention-collector.ts';

/** Answers a function that reads what a tree names; the tree may have syntax errors. */
export function createMentionReader(compiler: Compiler): (source: ts.SourceFile) => FileMentions {
  const walk = new MentionWalk(compiler);
  for (const read of [readNames, readTexts, readDeclarations, readValues, readCalls]) read(walk);
  return (source) => {
    walk.found = new MentionCollector();
    for (const { fileName } of source.referencedFiles) walk.found.literal(fileName);
    const isRequiring = isCommonJs(source);
    for (const statement of source.statements)
      if (!isRequiring || !readRequires(walk, statement)) walk.visit(statement);
    return walk.found.mentions();
  };
}

/** What a text names that is too long to be parsed, or too deep: what it loads. Such files are generated, or data. */
export function loadsOf(compiler: Compiler, text: string): FileMentions {
  const { importedFiles } = compiler.preProcessFile(text.slice(0, maxSearchedLength), true, true);
  return { ...noMentions, loads: importedFiles.map(({ fileName }) => fileName) };
}

/** Names that say what the code does: reads files, lists folders, runs when it is loaded. */
function readNames(walk: MentionWalk): void {
  const { compiler, kinds } = walk;
  walk.on<ts.Identifier>([kinds.Identifier], ({ text }) => walk.found.signs.note(text));
  walk.on<ts.MetaProperty>([kinds.MetaProperty], ({ keywordToken }) => {
    if (keywordToken === kinds.ImportKeyword) walk.found.signs.note('import.meta');
  });
  walk.on<ts.PropertyAccessExpression>([kinds.PropertyAccessExpression], (node) => {
    const { expression, name } = node;
    if (compiler.isIdentifier(expression)) walk.found.signs.note(`${expression.text}.${name.text}`);
    if (loadsByPattern(walk, node)) walk.found.loadsUnknown = true;
    walk.visitChildren(node);
  });
  walk.on<ts.ClassLikeDeclaration>([kinds.ClassDeclaration, kinds.ClassExpression], (node) => {
    walk.found.runsClassParts ||= runsOnLoad(compiler, node);
    walk.visitChildren(node);
  });
}

/** `import.meta.glob` and `require.context` of builders. */
function loadsByPattern(
  { compiler, kinds }: MentionWalk,
  { expression, name }: ts.PropertyAccessExpression,
): boolean {
  if (expression.kind === kinds.MetaProperty) return name.text.startsWith('glob');
  const isOfRequire = compiler.isIdentifier(expression) && expression.text === 'require';
  return isOfRequire && name.text === 'context';
}

function readTexts(walk: MentionWalk): void {
  const { kinds } = walk;
  walk.on<ts.LiteralLikeNode>(
    [
      kinds.StringLiteral,
      kinds.NoSubstitutionTemplateLiteral,
      kinds.TemplateHead,
      kinds.TemplateMiddle,
      kinds.TemplateTail,
    ],
    ({ text }) => walk.found.literal(text),
  );
  walk.on<ts.TemplateExpression>([kinds.TemplateExpression], (node) => {
    walk.found.begin(node.head.text);
    walk.visitChildren(node);
  });
}

/** Values with a name, and paths that are put together. */
function readValues(walk: MentionWalk): void {
  const { compiler, kinds } = walk;
  walk.on<Named>(
    [
      kinds.PropertyAssignment,
      kinds.PropertyDeclaration,
      kinds.VariableDeclaration,
      kinds.Parameter,
      kinds.BindingElement,
      kinds.JsxAttribute,
    ],
    (node) => {
      noteValue(walk, (node.name as { readonly text?: string }).text, node.initializer);
      walk.visitChildren(node);
    },
  );
  walk.on<ts.BinaryExpression>([kinds.BinaryExpression], (node) => {
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === kinds.PlusToken) noteFolder(walk, left);
    if (operatorToken.kind === kinds.EqualsToken) noteValue(walk, walk.namesOf(left).at(-1), right);
    walk.visitChildren(node);
  });
  walk.on<ts.NewExpression>([kinds.NewExpression], (node) => {
    const name = compiler.isIdentifier(node.expression) ? node.expression.text : '';
    walk.found.signs.note(`new ${name}`);
    walk.notePlace(name, node.arguments?.[0]);
    walk.visitChildren(node);
  });
}

/** `'./locales/' + name`. The same with `./` alone is as often a part of an address. */
function noteFolder(walk: MentionWalk, left: ts.Expression): void {
  const begun = walk.textOf(left);
  if (begun !== undefined && /^\.\.?\/\S*\/$/.test(begun)) walk.found.begin(begun);
}

function noteValue(walk: MentionWalk, name: string | undefined, value: ts.Node | undefined): void {
  walk.notePlace(name, value);
  if (name !== 'require' && walk.isCreateRequire(value)) walk.found.loadsUnknown = true;
}

type Named =
  | ts.PropertyAssignment
  | ts.PropertyDeclaration
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.BindingElement
  | ts.JsxAttribute;

/** Whether a part of the class runs when its module is loaded: a decorator, a static value, a computed name, a called base. */
function runsOnLoad(compiler: Compiler, node: ts.ClassLikeDeclaration): boolean {
  const { SyntaxKind } = compiler;
  const isDecorated = (one: ts.Node & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> }) =>
    one.modifiers?.some(({ kind }) => kind === SyntaxKind.Decorator) === true;
  const isComputed = ({ name }: ts.ClassElement) => name?.kind === SyntaxKind.ComputedPropertyName;
  const isStatic = (member: ts.ClassElement) =>
    member.kind === SyntaxKind.ClassStaticBlockDeclaration ||
    (compiler.isPropertyDeclaration(member) &&
      member.initializer !== undefined &&
      member.modifiers?.some(({ kind }) => kind === SyntaxKind.StaticKeyword) === true);
  const hasCalledBase = node.heritageClauses?.some(
    ({ token, types }) =>
      token === SyntaxKind.ExtendsKeyword &&
      types.some(({ expression }) => !isName(compiler, expression)),
  );
  return (
    hasCalledBase === true ||
    isDecorated(node) ||
    node.members.some((member) => isComputed(member) || isStatic(member) || isDecorated(member)) ||
    node.members.some((member) =>
      (member as Partial<ts.MethodDeclaration>).parameters?.some(isDecorated),
    )
  );
}

function isName(compiler: Compiler, expression: ts.Expression): boolean {
  let inner = expression;
  while (compiler.isPropertyAccessExpression(inner)) inner = inner.expression;
  return compiler.isIdentifier(inner);
}

/** Modules of import and export declarations, and of types. */
function readDeclarations(walk: MentionWalk): void {
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
function readRequires(walk: MentionWalk, statement: ts.Statement): boolean {
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

/** Calls that load modules, or start programs. */
function readCalls(walk: MentionWalk): void {
  const { compiler, kinds } = walk;
  walk.on<ts.CallExpression>([kinds.CallExpression], (node) => {
    const { expression } = node;
    const [first] = node.arguments;
    const names = walk.namesOf(expression);
    const isImport = expression.kind === kinds.ImportKeyword;
    const isRequire = compiler.isIdentifier(expression) && expression.text === 'require';
    if (isImport || isRequire || walk.isCreateRequire(expression)) readLoad(walk, first);
    else if (isLoader(names)) loadLiteral(walk, first);
    if (isStarter(names)) walk.found.start(walk.textOf(first) ?? '');
    walk.notePlace(names.at(-1), first);
    walk.visitChildren(node);
  });
  walk.on<ts.TaggedTemplateExpression>([kinds.TaggedTemplateExpression], (node) => {
    if (isStarter(walk.namesOf(node.tag))) walk.found.start('');
    walk.visitChildren(node);
  });
}

/** Of a name that is put together, only a constant beginning says what it can be. */
function readLoad(walk: MentionWalk, argument: ts.Expression | undefined): void {
  const { compiler } = walk;
  if (argument === undefined || loadLiteral(walk, argument)) return;
  let begun = argument;
  while (compiler.isBinaryExpression(begun)) begun = begun.left;
  const text = compiler.isTemplateExpression(begun) ? begun.head.text : walk.textOf(begun);
  if (text === undefined || !walk.found.begin(text)) walk.found.loadsUnknown = true;
}

function loadLiteral(walk: MentionWalk, argument: ts.Expression | undefined): boolean {
  const module = walk.textOf(argument);
  if (module !== undefined) walk.found.load(module);
  return module !== undefined;
}
