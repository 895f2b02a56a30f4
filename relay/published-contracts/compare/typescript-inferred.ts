import { type ts, typeScript } from '../../../shared/node/typescript.ts';
import { combined, other, referenceTo, type TypeNode } from './typescript-syntax.ts';

/** What is asked of the text that an expression stands in. */
interface Reader {
  type(node: ts.TypeNode): TypeNode;
  text(node: ts.Node): string;
}

/**
 * PUB-2: the type of what a function without a stated result gives: of literals their types, else `inferred`, which only its own
 * text is equal to. Undefined for what has no body, or no result.
 */
export function inferredResult(
  node: ts.SignatureDeclaration,
  reader: Reader,
): TypeNode | undefined {
  const ts = typeScript();
  const gives =
    ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isArrowFunction(node);
  if (!gives || node.body === undefined) return undefined;
  const { body, modifiers = [] } = node;
  const returned = ts.isBlock(body) ? returnedIn(body) : [body];
  const types = returned.map((one) => typeOf(one, reader));
  const result = types.length === 0 ? other('void') : together(types);
  const isAsync = modifiers.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  if (node.asteriskToken !== undefined) return inferred(`* ${result.text}`);
  return isAsync ? asPromise(result) : result;
}

/** The expressions that a body returns; what functions in it return is not its own. */
function returnedIn(node: ts.Node): ts.Expression[] {
  const ts = typeScript();
  const found: ts.Expression[] = [];
  node.forEachChild((child) => {
    if (ts.isReturnStatement(child) && child.expression) found.push(child.expression);
    else if (!ts.isFunctionLike(child) && !ts.isClassLike(child)) found.push(...returnedIn(child));
  });
  return found;
}

function typeOf(node: ts.Expression, reader: Reader): TypeNode {
  const ts = typeScript();
  const { SyntaxKind } = ts;
  if (ts.isParenthesizedExpression(node)) return typeOf(node.expression, reader);
  if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) return reader.type(node.type);
  if (ts.isNumericLiteral(node)) return other('number');
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return other('string');
  if (node.kind === SyntaxKind.NullKeyword) return other('null');
  const isTruth = node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword;
  return isTruth ? other('boolean') : inferred(reader.text(node));
}

function together(types: readonly TypeNode[]): TypeNode {
  const different = [...new Map(types.map((type) => [type.text, type])).values()];
  const isKnown = different.every(({ kind }) => kind !== 'inferred');
  const all = combined('union', different);
  return isKnown ? all : inferred(all.text);
}

function asPromise(result: TypeNode): TypeNode {
  return result.kind === 'inferred' ? result : referenceTo('Promise', [result]);
}

function inferred(text: string): TypeNode {
  return { kind: 'inferred', text };
}
