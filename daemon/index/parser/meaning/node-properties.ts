import type { Compiler, ts } from '../tree/compiler.ts';

/** By kind of node: reads one number from a node. */
export type PropertyReaders = (((node: ts.Node) => number) | undefined)[];

/**
 * What changes a node's meaning without being one of its children: operators, flags, and which of its optional children
 * it has, where two of them could be taken for each other.
 */
export function propertyReaders(compiler: Compiler, codes: Int32Array): PropertyReaders {
  const readers: PropertyReaders = [];
  const on: AddReader = (kinds, read) => {
    for (const kind of kinds) readers[kind] = read as (node: ts.Node) => number;
  };
  readOperators(on, compiler, codes);
  readTypeKeywords(on, compiler);
  readFlags(on, compiler);
  readOptionalChildren(on, compiler);
  return readers;
}

type AddReader = <N extends ts.Node>(
  kinds: readonly N['kind'][],
  read: (node: N) => number,
) => void;

function readOperators(on: AddReader, { SyntaxKind }: Compiler, codes: Int32Array): void {
  const codeOf = (kind: ts.SyntaxKind) => codes[kind] ?? kind;
  on<ts.PrefixUnaryExpression>([SyntaxKind.PrefixUnaryExpression], (node) => codeOf(node.operator));
  on<ts.PostfixUnaryExpression>([SyntaxKind.PostfixUnaryExpression], (node) =>
    codeOf(node.operator),
  );
  on<ts.TypeOperatorNode>([SyntaxKind.TypeOperator], (node) => codeOf(node.operator));
  on<ts.MetaProperty>([SyntaxKind.MetaProperty], (node) => codeOf(node.keywordToken));
  on<ts.HeritageClause>([SyntaxKind.HeritageClause], (node) => codeOf(node.token));
  on<ts.ImportAttributes>([SyntaxKind.ImportAttributes], (node) => codeOf(node.token));
  on<ts.ImportClause>([SyntaxKind.ImportClause], (node) => codeOf(node.phaseModifier ?? 0));
}

function readTypeKeywords(on: AddReader, { SyntaxKind }: Compiler): void {
  on<ts.ExportDeclaration>([SyntaxKind.ExportDeclaration], (node) => bits(node.isTypeOnly));
  on<ts.ImportEqualsDeclaration>([SyntaxKind.ImportEqualsDeclaration], (node) =>
    bits(node.isTypeOnly),
  );
  on<ts.ImportOrExportSpecifier>([SyntaxKind.ImportSpecifier, SyntaxKind.ExportSpecifier], (node) =>
    bits(node.isTypeOnly),
  );
  on<ts.ImportTypeNode>([SyntaxKind.ImportType], (node) => bits(node.isTypeOf));
}

function readFlags(on: AddReader, { SyntaxKind, NodeFlags }: Compiler): void {
  on<ts.VariableDeclarationList>(
    [SyntaxKind.VariableDeclarationList],
    (node) => node.flags & NodeFlags.BlockScoped,
  );
  on<ts.ModuleDeclaration>(
    [SyntaxKind.ModuleDeclaration],
    (node) => node.flags & NodeFlags.GlobalAugmentation,
  );
  // `(a?.b).c` and `a?.b.c` differ in this flag alone, because parentheses are not hashed.
  on<ts.Node>(
    [
      SyntaxKind.PropertyAccessExpression,
      SyntaxKind.ElementAccessExpression,
      SyntaxKind.CallExpression,
      SyntaxKind.NonNullExpression,
    ],
    (node) => node.flags & NodeFlags.OptionalChain,
  );
}

function readOptionalChildren(on: AddReader, { SyntaxKind }: Compiler): void {
  on<ts.ExportAssignment>([SyntaxKind.ExportAssignment], (node) =>
    bits(node.isExportEquals === true),
  );
  // A directive is a bare string; the same string in parentheses is not one.
  on<ts.ExpressionStatement>([SyntaxKind.ExpressionStatement], (node) =>
    bits(node.expression.kind === SyntaxKind.StringLiteral),
  );
  on<ts.IfStatement>([SyntaxKind.IfStatement], (node) =>
    bits(node.thenStatement.kind === SyntaxKind.EmptyStatement),
  );
  on<ts.ForStatement>([SyntaxKind.ForStatement], (node) =>
    bits(node.initializer, node.condition, node.incrementor),
  );
  on<ts.BindingElement>([SyntaxKind.BindingElement], (node) => bits(node.propertyName));
  on<ts.TypeParameterDeclaration>([SyntaxKind.TypeParameter], (node) => bits(node.constraint));
  on<ts.MappedTypeNode>([SyntaxKind.MappedType], (node) => bits(node.nameType));
}

function bits(...parts: readonly (ts.Node | boolean | undefined)[]): number {
  let sum = 0;
  for (const part of parts) sum = sum * 2 + (part === undefined || part === false ? 0 : 1);
  return sum;
}

/** A code for each kind of node, from its name: the compiler's own numbers change from one version to the next. */
export function kindCodes(kinds: Compiler['SyntaxKind']): Int32Array {
  const codes = new Int32Array(kinds.Count);
  for (const [name, kind] of Object.entries(kinds)) {
    // Marker names such as FirstStatement come after the kinds that they point at.
    if (typeof kind === 'number' && codes[kind] === 0) codes[kind] = hashOfName(name);
  }
  return codes;
}

function hashOfName(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return hash;
}
