import { compiler, type ts } from './compiler.ts';
import { readMembers } from './typescript-members.ts';
import { leavesOf, textOf } from './typescript-source.ts';
import {
  arrayOf,
  combined,
  functionOf,
  other,
  referenceTo,
  type Parameter,
  type Signature,
  type TypeNode,
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
      result: this.type(node.type),
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
    const { isIntersectionTypeNode, isParenthesizedTypeNode, isUnionTypeNode } = compiler();
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
    const { isExpressionWithTypeArguments, isImportTypeNode, isTypeReferenceNode } = compiler();
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
    const { isArrayTypeNode, isConstructorTypeNode, isFunctionTypeNode } = compiler();
    const { isTypeLiteralNode, isTypeOperatorNode, SyntaxKind } = compiler();
    if (isArrayTypeNode(node)) return arrayOf(this.type(node.elementType));
    if (isTypeLiteralNode(node)) return readMembers(node.members, this);
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
