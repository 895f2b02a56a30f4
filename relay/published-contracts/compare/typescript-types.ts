import { type ts, typeScript } from '../../../shared/node/typescript.ts';
import { leavesOf, textOf } from './compiler.ts';
import { inferredResult } from './typescript-inferred.ts';
import {
  arrayOf,
  combined,
  functionOf,
  other,
  referenceTo,
  type Parameter,
  type Signature,
  type TypeNode,
  objectOf,
  type Member,
} from './typescript-syntax.ts';

/** Reads the types of one text as far as they are compared. */
export class TypeReader {
  constructor(readonly source: ts.SourceFile) {}

  /** Without a type it is `any`; a type that is compared by its text only is `other`. */
  type(node: ts.TypeNode | undefined): TypeNode {
    if (node === undefined) return other('any');
    return (
      this.combination(node) ??
      this.named(node) ??
      this.shape(node) ??
      other(this.text(node).replace(/^- /, '-'))
    );
  }

  signature(node: ts.SignatureDeclaration): Signature {
    return {
      typeParameters: this.typeParameters(node.typeParameters),
      parameters: node.parameters
        .filter(({ name }) => this.text(name) !== 'this')
        .map((parameter) => this.parameter(parameter)),
      result: inferredResultUnlessStated(node, this),
    };
  }

  /** `T extends X = Y`, each as its text. */
  typeParameters(nodes: readonly ts.TypeParameterDeclaration[] = []): string[] {
    return nodes.map((node) => this.text(node));
  }

  text(node: ts.Node): string {
    return textOf(node, this.source);
  }

  private combination(node: ts.TypeNode): TypeNode | undefined {
    const { isIntersectionTypeNode, isParenthesizedTypeNode, isUnionTypeNode } = typeScript();
    if (isParenthesizedTypeNode(node)) return this.type(node.type);
    const kind = isUnionTypeNode(node) ? 'union' : 'intersection';
    if (!isUnionTypeNode(node) && !isIntersectionTypeNode(node)) return undefined;
    return combined(
      kind,
      node.types.map((part) => this.type(part)),
    );
  }

  /** `A`, `a.B`, `A<X, Y>`, `import("x").Y`. */
  private named(node: ts.TypeNode): TypeNode | undefined {
    const { isExpressionWithTypeArguments, isImportTypeNode, isTypeReferenceNode } = typeScript();
    const name = isTypeReferenceNode(node)
      ? node.typeName
      : isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined;
    if (isImportTypeNode(node) && !node.isTypeOf) return this.imported(node);
    if (name === undefined) return undefined;
    const { typeArguments = [] } = node as ts.NodeWithTypeArguments;
    return referenceTo(
      leavesOf(name, this.source).join(''),
      typeArguments.map((one) => this.type(one)),
    );
  }

  private imported({ argument, qualifier, typeArguments }: ts.ImportTypeNode): TypeNode {
    const module = `import(${this.text(argument)})`;
    const name = qualifier === undefined ? '' : `.${leavesOf(qualifier, this.source).join('')}`;
    return referenceTo(
      `${module}${name}`,
      (typeArguments ?? []).map((one) => this.type(one)),
    );
  }

  private shape(node: ts.TypeNode): TypeNode | undefined {
    const { isArrayTypeNode, isConstructorTypeNode, isFunctionTypeNode } = typeScript();
    const { isTypeLiteralNode, isTypeOperatorNode, SyntaxKind } = typeScript();
    if (isArrayTypeNode(node)) return arrayOf(this.type(node.elementType));
    if (isTypeLiteralNode(node)) return objectOf(readMembers(node.members, this));
    if (isFunctionTypeNode(node)) return functionOf(this.signature(node));
    if (isConstructorTypeNode(node)) return other(`new ${functionOf(this.signature(node)).text}`);
    // A list that is readonly is the same for who reads it.
    const isReadonly = isTypeOperatorNode(node) && node.operator === SyntaxKind.ReadonlyKeyword;
    return isReadonly ? this.type(node.type) : undefined;
  }

  private parameter(node: ts.ParameterDeclaration): Parameter {
    const rest = node.dotDotDotToken !== undefined;
    return {
      name: this.text(node.name),
      optional: rest || node.questionToken !== undefined || node.initializer !== undefined,
      rest,
      type: this.type(node.type),
    };
  }
}

function inferredResultUnlessStated(node: ts.SignatureDeclaration, reader: TypeReader): TypeNode {
  const inferred = node.type === undefined ? inferredResult(node, reader) : undefined;
  return inferred ?? reader.type(node.type);
}

export const constructorName = '(new)';

/** The members of an interface, a class or a type; without the private and protected ones. */
export function readMembers(
  nodes: readonly (ts.TypeElement | ts.ClassElement)[],
  reader: TypeReader,
): Member[] {
  const bodiless = new Set(nodes.filter(isOverload).map((node) => nameOf(node, reader)));
  const called = nodes.filter(
    (node) => isOverload(node) || !hasBody(node) || !bodiless.has(nameOf(node, reader)),
  );
  return called.flatMap((node) => readMember(node, reader) ?? []);
}

/** One of several ways to call a method, whose body stands with another one that nobody calls. */
function isOverload(node: ts.Node): boolean {
  const { isConstructorDeclaration, isMethodDeclaration } = typeScript();
  return (isMethodDeclaration(node) || isConstructorDeclaration(node)) && !hasBody(node);
}

function hasBody(node: ts.Node): boolean {
  return (node as { readonly body?: ts.Node }).body !== undefined;
}

function readMember(
  node: ts.TypeElement | ts.ClassElement,
  reader: TypeReader,
): Member | undefined {
  const { SyntaxKind } = typeScript();
  const has = (kind: ts.SyntaxKind) => modifiersOf(node).some((modifier) => modifier.kind === kind);
  const name = nameOf(node, reader);
  const type = typeOf(node, reader);
  const isHidden = has(SyntaxKind.PrivateKeyword) || has(SyntaxKind.ProtectedKeyword);
  if (type === undefined || isHidden || name.startsWith('#')) return undefined;
  return {
    name: `${has(SyntaxKind.StaticKeyword) ? 'static ' : ''}${name}`,
    optional: (node as { readonly questionToken?: unknown }).questionToken !== undefined,
    readonly: has(SyntaxKind.ReadonlyKeyword),
    type,
  };
}

/** The words before a declaration, such as `export` and `abstract`. */
export function modifiersOf(node: ts.Node): readonly ts.ModifierLike[] {
  return (node as { readonly modifiers?: readonly ts.ModifierLike[] }).modifiers ?? [];
}

/** Undefined for what is no member, such as a block that runs when the class is made. */
function typeOf(node: ts.Node, reader: TypeReader): TypeNode | undefined {
  const ts = typeScript();
  if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) return reader.type(node.type);
  if (ts.isIndexSignatureDeclaration(node) || ts.isGetAccessor(node)) return reader.type(node.type);
  const isSignature =
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isSetAccessor(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isConstructSignatureDeclaration(node) ||
    ts.isCallSignatureDeclaration(node);
  return isSignature ? functionOf(reader.signature(node)) : undefined;
}

/** Members without a name are called `(call)`, `(new)` or by their key, `[string]`; a computed name is its text. */
function nameOf(node: ts.TypeElement | ts.ClassElement, reader: TypeReader): string {
  const ts = typeScript();
  if (ts.isCallSignatureDeclaration(node)) return '(call)';
  if (ts.isConstructSignatureDeclaration(node) || ts.isConstructorDeclaration(node))
    return constructorName;
  if (ts.isIndexSignatureDeclaration(node))
    return `[${reader.type(node.parameters[0]?.type).text}]`;
  const { name } = node;
  if (name === undefined) return '';
  if (ts.isStringLiteral(name)) return name.text;
  return leavesOf(name, reader.source).join('');
}
