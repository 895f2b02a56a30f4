/** A walk of its own over what the TypeScript compiler parses: the parts of a file by name, without comments and layout. */
import { ts } from 'ts-morph';

export interface CodePart {
  readonly name: string;
  /** The function, class, interface or enum of the top level that it belongs to; '' for other code of the top level. */
  readonly symbol: string;
  /** The tokens of each declaration of the name, without those of its parts. */
  readonly texts: string[];
}

export type CodeParts = ReadonlyMap<string, CodePart>;

interface Declared {
  readonly name: string;
  readonly node: ts.Node;
  /** What of the code around it belongs to it: `export const` of a variable. */
  readonly head?: ts.Node | undefined;
  readonly isSymbol?: boolean;
}

const maxLevels = 6;
const maxObjectLevels = 3;
const testNames = /^(describe|suite|context|it|test|specify|bench|(before|after)(Each|All)?)\b/;

export function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

/** As far as it can be parsed. */
export function parsed(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function hasErrors(source: ts.SourceFile): boolean {
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: readonly unknown[] };
  return parseDiagnostics.length > 0;
}

/** Undefined when the file cannot be parsed, or is in another language. Imports and export lists are left out. */
export function codeParts(path: string, text: string): CodeParts | undefined {
  if (!isCode(path)) return undefined;
  const source = parsed(path, text);
  if (hasErrors(source)) return undefined;
  const parts = new Map<string, CodePart>();
  const add = (
    declared: Declared,
    container: string,
    around: string | undefined,
    level: number,
  ) => {
    const name = container === '' ? declared.name : `${container}.${declared.name}`;
    const symbol = around ?? (declared.isSymbol === true ? declared.name : '');
    const inner = level < maxLevels ? partsOf(declared.node, maxObjectLevels) : [];
    const omitted = new Set(inner.map(({ node }) => node));
    const known = parts.get(name) ?? { name, symbol, texts: [] };
    const head = declared.head === undefined ? '' : headOf(declared.head, source);
    known.texts.push(head + tokensOf(declared.node, source, omitted));
    parts.set(name, known);
    for (const part of inner) add(part, name, symbol, level + 1);
  };
  for (const statement of source.statements)
    for (const declared of declaredBy(statement)) add(declared, '', undefined, 1);
  return parts;
}

/** The names whose code differs. */
export function changedParts(before: CodeParts, after: CodeParts): CodePart[] {
  const all = new Map([...before, ...after]);
  const textIn = (parts: CodeParts, name: string) => parts.get(name)?.texts.toSorted().join('\n');
  return [...all.values()].filter(({ name }) => textIn(before, name) !== textIn(after, name));
}

function declaredBy(statement: ts.Statement): Declared[] {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return [];
  if (ts.isImportEqualsDeclaration(statement) || ts.isEmptyStatement(statement)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map((node) => ({
      name: node.name.getText(),
      node,
      head: statement,
      isSymbol: ts.isIdentifier(node.name) && isFunctionOrClass(node.initializer),
    }));
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return [{ name: statement.name?.text ?? 'default', node: statement, isSymbol: true }];
  if (ts.isInterfaceDeclaration(statement) || ts.isEnumDeclaration(statement))
    return [{ name: statement.name.text, node: statement, isSymbol: true }];
  if (ts.isTypeAliasDeclaration(statement) || ts.isModuleDeclaration(statement))
    return [{ name: statement.name.text, node: statement }];
  if (ts.isExpressionStatement(statement))
    return [{ name: nameOfExpression(statement.expression), node: statement }];
  if (ts.isLabeledStatement(statement))
    return [{ name: nameOfLabeled(statement), node: statement }];
  return [{ name: ts.SyntaxKind[statement.kind], node: statement }];
}

/** The parts that lie directly in a declaration, a value or a type. */
function partsOf(node: ts.Node | undefined, objectLevels: number): Declared[] {
  const inner = unwrapped(node);
  if (inner === undefined) return [];
  if (ts.isClassLike(inner) || ts.isInterfaceDeclaration(inner) || ts.isEnumDeclaration(inner))
    return membersOf(inner.members);
  if (ts.isTypeLiteralNode(inner)) return membersOf(inner.members);
  if (ts.isTypeAliasDeclaration(inner))
    return ts.isTypeLiteralNode(inner.type) ? membersOf(inner.type.members) : [];
  if (ts.isVariableDeclaration(inner) || ts.isPropertyAssignment(inner))
    return partsOf(inner.initializer, objectLevels);
  if (ts.isPropertyDeclaration(inner)) return partsOf(inner.initializer, 0);
  if (ts.isObjectLiteralExpression(inner)) return propertiesOf(inner, objectLevels);
  if (ts.isFunctionLike(inner)) return bodyParts((inner as ts.FunctionLikeDeclaration).body);
  if (ts.isExpressionStatement(inner)) return partsOf(inner.expression, objectLevels);
  if (ts.isBinaryExpression(inner)) return partsOf(inner.right, objectLevels);
  return ts.isCallExpression(inner) || ts.isNewExpression(inner)
    ? argumentParts(inner, objectLevels)
    : [];
}

function membersOf(members: readonly ts.Node[]): Declared[] {
  return members.map((node) => ({ name: nameOfMember(node), node }));
}

function propertiesOf(object: ts.ObjectLiteralExpression, levels: number): Declared[] {
  if (levels <= 0) return [];
  return object.properties.flatMap((node) =>
    node.name === undefined ? [] : [{ name: node.name.getText(), node }],
  );
}

function bodyParts(body: ts.Node | undefined): Declared[] {
  if (body === undefined || !ts.isBlock(body)) return [];
  return body.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      return declaredBy(statement);
    if (ts.isVariableStatement(statement))
      return declaredBy(statement).filter(({ isSymbol }) => isSymbol);
    return ts.isExpressionStatement(statement) && isTest(statement.expression)
      ? declaredBy(statement)
      : [];
  });
}

/** A call, not `context.url = ...`. */
function isTest(expression: ts.Expression): boolean {
  const inner = unwrapped(expression);
  return inner !== undefined && ts.isCallExpression(inner) && testNames.test(inner.getText());
}

function argumentParts(call: ts.CallExpression | ts.NewExpression, levels: number): Declared[] {
  const values = (call.arguments ?? []).map((one) => unwrapped(one) ?? one);
  const object = values.find((value) => ts.isObjectLiteralExpression(value));
  return [
    ...(ts.isCallExpression(call) ? partsOf(callOf(call.expression), levels) : []),
    ...values.flatMap((value) =>
      value === object || ts.isFunctionLike(value) ? partsOf(value, levels) : [],
    ),
  ];
}

/** The call before in a chain such as `z.object({...}).refine(...)`. */
function callOf(head: ts.Expression): ts.Expression | undefined {
  const inner = unwrapped(head);
  if (inner === undefined || ts.isCallExpression(inner) || ts.isNewExpression(inner))
    return inner as ts.Expression | undefined;
  return ts.isPropertyAccessExpression(inner) ? callOf(inner.expression) : undefined;
}

function unwrapped(node: ts.Node | undefined): ts.Node | undefined {
  let inner = node;
  while (
    inner !== undefined &&
    (ts.isParenthesizedExpression(inner) ||
      ts.isAsExpression(inner) ||
      ts.isSatisfiesExpression(inner) ||
      ts.isAwaitExpression(inner) ||
      ts.isNonNullExpression(inner) ||
      ts.isVoidExpression(inner))
  )
    inner = inner.expression;
  return inner;
}

function isFunctionOrClass(value: ts.Expression | undefined): boolean {
  const inner = unwrapped(value);
  return inner !== undefined && (ts.isFunctionLike(inner) || ts.isClassExpression(inner));
}

function nameOfMember(node: ts.Node): string {
  const { name } = node as ts.NamedDeclaration;
  return name === undefined ? ts.SyntaxKind[node.kind] : name.getText();
}

function nameOfExpression(expression: ts.Expression): string {
  const inner = (unwrapped(expression) ?? expression) as ts.Expression;
  if (ts.isBinaryExpression(inner)) return inner.left.getText();
  if (!ts.isCallExpression(inner)) return ts.SyntaxKind[inner.kind];
  const first = inner.arguments.find((one) => ts.isLiteralExpression(one)) ?? inner.arguments[0];
  return `${pathOf(inner.expression)}(${first && !ts.isFunctionLike(first) ? first.getText() : ''})`;
}

/** A label is no name of its own. */
function nameOfLabeled({ statement }: ts.LabeledStatement): string {
  if (ts.isLabeledStatement(statement)) return nameOfLabeled(statement);
  return ts.isExpressionStatement(statement) ? '()' : ts.SyntaxKind[statement.kind];
}

/** What a chain calls, without the arguments of its earlier calls: `suite.add.add.on`. */
function pathOf(expression: ts.Expression): string {
  if (ts.isCallExpression(expression)) return pathOf(expression.expression);
  return ts.isPropertyAccessExpression(expression)
    ? `${pathOf(expression.expression)}.${expression.name.text}`
    : expression.getText();
}

function headOf(statement: ts.Node, source: ts.SourceFile): string {
  const text = tokensOf(statement, source, new Set());
  return `${/^(?:(?:export|declare|const|let|var) )*/.exec(text)?.[0] ?? ''}`;
}

function tokensOf(node: ts.Node, source: ts.SourceFile, omitted: ReadonlySet<ts.Node>): string {
  const tokens: string[] = [];
  const visit = (part: ts.Node) => {
    if (omitted.has(part) || ts.isJSDoc(part)) return;
    const children = part.getChildren(source);
    if (children.length > 0) children.forEach(visit);
    else if (part.getText(source) !== '') tokens.push(part.getText(source));
  };
  visit(node);
  return `${tokens.join(' ')} `;
}
