import { compiler, type ts } from './compiler.ts';
import { leavesOf } from './typescript-source.ts';
import {
  functionOf,
  objectOf,
  type Member,
  type Signature,
  type TypeNode,
} from './typescript-syntax.ts';

/** The part of `TypeReader` that is needed here; `TypeReader` calls `readMembers` in turn. */
interface NestedReader {
  readonly source: ts.SourceFile;
  type(node: ts.TypeNode | undefined): TypeNode;
  signature(node: ts.SignatureDeclaration): Signature;
}

/** The object that the members of an interface, a class or a type make; without the private and protected ones. */
export function readMembers(
  nodes: readonly (ts.TypeElement | ts.ClassElement)[],
  reader: NestedReader,
): TypeNode {
  return objectOf(nodes.flatMap((node) => readMember(node, reader) ?? []));
}

function readMember(
  node: ts.TypeElement | ts.ClassElement,
  reader: NestedReader,
): Member | undefined {
  const { SyntaxKind } = compiler();
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

function modifiersOf(node: ts.Node): readonly ts.ModifierLike[] {
  return (node as { readonly modifiers?: readonly ts.ModifierLike[] }).modifiers ?? [];
}

/** Undefined for what is no member, such as a block that runs when the class is made. */
function typeOf(node: ts.Node, reader: NestedReader): TypeNode | undefined {
  const ts = compiler();
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
function nameOf(node: ts.TypeElement | ts.ClassElement, reader: NestedReader): string {
  const ts = compiler();
  if (ts.isCallSignatureDeclaration(node)) return '(call)';
  if (ts.isConstructSignatureDeclaration(node) || ts.isConstructorDeclaration(node)) return '(new)';
  if (ts.isIndexSignatureDeclaration(node))
    return `[${reader.type(node.parameters[0]?.type).text}]`;
  const { name } = node;
  if (name === undefined) return '';
  if (ts.isStringLiteral(name)) return name.text;
  return leavesOf(name, reader.source).join('');
}
