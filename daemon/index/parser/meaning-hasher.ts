import type { Compiler } from './compiler.ts';
import type { ts } from './parsed-file.ts';
import { jsxStringValue, jsxText } from './jsx.ts';

type Visit = (node: ts.Node) => void;

/**
 * Hashes the meaning of syntax: what is fed changes the digest exactly when the program could behave or type-check
 * differently. Layout, comments, redundant parentheses, quote styles and optional separators are not seen.
 * The digest is for telling edits apart; it is no defence against somebody who constructs a collision.
 */
export interface MeaningHasher {
  /** Goes on from an earlier state, or from the beginning. */
  resume(state?: HashState): void;
  feed(node: ts.Node): void;
  /** Feeds what no node stands for, such as the flags of a declaration list. */
  feedNumber(value: number): void;
  feedText(text: string): void;
  state(): HashState;
}

/** By kind of node: what else is to see the nodes that the hasher walks over, parents before children. */
export type Observers = (Observer | undefined)[];

interface Observer {
  readonly enter: (node: ts.Node) => void;
  /** After the node's children. */
  readonly leave: ((node: ts.Node) => void) | undefined;
}

/** Two independent 32-bit lanes. */
export interface HashState {
  readonly first: number;
  readonly second: number;
}

const initialState: HashState = { first: 0x811c9dc5 | 0, second: 0x2545f491 };
const endOfNode = 0x7fff0001;

/** 16 hexadecimal digits. */
export function digest(state: HashState): string {
  return hex(state.first ^ (state.second >>> 16)) + hex(state.second ^ (state.first >>> 15));
}

export function createMeaningHasher(compiler: Compiler, observers: Observers = []): MeaningHasher {
  const { SyntaxKind, forEachChild } = compiler;
  const codes = kindCodes(SyntaxKind);
  const facts = factReaders(compiler, codes);
  const visitors: (Visit | undefined)[] = [];
  let { first, second } = initialState;
  /** The literal that stands as a property's name and so means the same as the bare word. */
  let quotedName: ts.Node | undefined;

  function mix(value: number): void {
    const one = first ^ value;
    const two = second ^ value;
    first = Math.imul((one << 13) | (one >>> 19), 0x85ebca6b);
    second = (Math.imul((two << 17) | (two >>> 15), 0xc2b2ae35) + 0x27d4eb2f) | 0;
  }

  function mixText(text: string): void {
    mix(text.length);
    let one = first;
    let two = second;
    // The same steps as in `mix`, on local variables: this loop is most of the walk.
    for (let index = 0; index < text.length; index++) {
      const value = text.charCodeAt(index);
      one ^= value;
      two ^= value;
      one = Math.imul((one << 13) | (one >>> 19), 0x85ebca6b);
      two = (Math.imul((two << 17) | (two >>> 15), 0xc2b2ae35) + 0x27d4eb2f) | 0;
    }
    first = one;
    second = two;
  }

  function mixLeaf(kind: ts.SyntaxKind, text: string): void {
    mix(codes[kind] ?? kind);
    mixText(text);
  }

  function visit(node: ts.Node): undefined {
    const observer = observers[node.kind];
    if (observer === undefined) hash(node);
    else {
      observer.enter(node);
      hash(node);
      observer.leave?.(node);
    }
    return undefined;
  }

  function hash(node: ts.Node): void {
    const special = visitors[node.kind];
    if (special === undefined) visitPlain(node);
    else special(node);
  }

  function visitPlain(node: ts.Node): void {
    enter(node);
    if (node.kind > SyntaxKind.LastToken) visitChildren(node);
  }

  function enter(node: ts.Node): void {
    mix(codes[node.kind] ?? node.kind);
    const readFact = facts[node.kind];
    if (readFact !== undefined) mix(readFact(node));
  }

  function visitChildren(node: ts.Node): void {
    forEachChild(node, visit);
    mix(endOfNode);
  }

  function visitJsxTag(tag: ts.JsxOpeningLikeElement): void {
    mix(codes[SyntaxKind.JsxElement] ?? SyntaxKind.JsxElement);
    forEachChild(tag, visit);
  }

  function visitJsxChildren(children: readonly ts.JsxChild[]): void {
    let pending = '';
    const flush = () => {
      if (pending !== '') mixLeaf(SyntaxKind.JsxText, pending.replace(/ {2,}/g, ' '));
      pending = '';
    };
    for (const child of children) {
      const text = jsxText(compiler, child);
      if (text !== undefined) pending += text;
      else {
        flush();
        visit(child);
      }
    }
    flush();
    mix(endOfNode);
  }

  function visitOperands(node: ts.BinaryExpression, operator: ts.SyntaxKind): void {
    for (const side of [node.left, node.right]) {
      const operand = withoutParentheses(compiler, side);
      if (compiler.isBinaryExpression(operand) && operand.operatorToken.kind === operator)
        visitOperands(operand, operator);
      else visit(operand);
    }
  }

  function on<N extends ts.Node>(kinds: readonly N['kind'][], visitor: (node: N) => void): void {
    for (const kind of kinds) visitors[kind] = visitor as Visit;
  }

  const { Identifier, PrivateIdentifier, StringLiteral, NumericLiteral, BigIntLiteral } =
    SyntaxKind;
  on<ts.Identifier | ts.PrivateIdentifier>([Identifier, PrivateIdentifier], (node) =>
    mixLeaf(node.kind, node.escapedText as string),
  );
  on<ts.StringLiteral | ts.NumericLiteral>([StringLiteral, NumericLiteral], (node) =>
    node === quotedName
      ? mixLeaf(Identifier, compiler.escapeLeadingUnderscores(node.text) as string)
      : mixLeaf(node.kind, node.text),
  );
  on<ts.BigIntLiteral>([BigIntLiteral], (node) => mixLeaf(node.kind, node.text));
  on<ts.RegularExpressionLiteral>([SyntaxKind.RegularExpressionLiteral], (node) =>
    mixLeaf(node.kind, withSortedFlags(node.text)),
  );
  on<ts.TemplateLiteralToken>(
    [
      SyntaxKind.NoSubstitutionTemplateLiteral,
      SyntaxKind.TemplateHead,
      SyntaxKind.TemplateMiddle,
      SyntaxKind.TemplateTail,
    ],
    (node) => mixLeaf(node.kind, (node.rawText ?? node.text).replaceAll('\r\n', '\n')),
  );

  on<ts.ParenthesizedExpression>([SyntaxKind.ParenthesizedExpression], (node) =>
    visit(node.expression),
  );
  on<ts.ParenthesizedTypeNode>([SyntaxKind.ParenthesizedType], (node) => visit(node.type));
  on([SyntaxKind.EmptyStatement, SyntaxKind.SemicolonClassElement], () => undefined);
  on<ts.UnionOrIntersectionTypeNode>(
    [SyntaxKind.UnionType, SyntaxKind.IntersectionType],
    (node) => {
      const [only, ...others] = node.types;
      if (only !== undefined && others.length === 0) visit(only);
      else visitPlain(node);
    },
  );

  on<ts.BinaryExpression>([SyntaxKind.BinaryExpression], (node) => {
    const operator = node.operatorToken.kind;
    if (!isLogical(SyntaxKind, operator)) return visitPlain(node);
    // `a && (b && c)` and `a && b && c` do the same, and formatters turn the one into the other.
    enter(node);
    mix(codes[operator] ?? operator);
    visitOperands(node, operator);
    mix(endOfNode);
  });

  on<NamedByProperty>(
    [
      SyntaxKind.PropertyAssignment,
      SyntaxKind.PropertyDeclaration,
      SyntaxKind.PropertySignature,
      SyntaxKind.MethodDeclaration,
      SyntaxKind.MethodSignature,
      SyntaxKind.GetAccessor,
      SyntaxKind.SetAccessor,
      SyntaxKind.EnumMember,
      SyntaxKind.BindingElement,
      SyntaxKind.ImportAttribute,
    ],
    (node) => {
      const name = compiler.isBindingElement(node) ? node.propertyName : node.name;
      const outer = quotedName;
      if (name?.kind === StringLiteral || name?.kind === NumericLiteral) quotedName = name;
      visitPlain(node);
      quotedName = outer;
    },
  );

  on<ts.JsxElement>([SyntaxKind.JsxElement], (node) => {
    visitJsxTag(node.openingElement);
    visitJsxChildren(node.children);
  });
  on<ts.JsxSelfClosingElement>([SyntaxKind.JsxSelfClosingElement], (node) => {
    visitJsxTag(node);
    mix(endOfNode);
  });
  on<ts.JsxFragment>([SyntaxKind.JsxFragment], (node) => {
    enter(node);
    visitJsxChildren(node.children);
  });
  on<ts.JsxAttribute>([SyntaxKind.JsxAttribute], (node) => {
    const text = jsxStringValue(compiler, node);
    if (text === undefined) return visitPlain(node);
    enter(node);
    visit(node.name);
    mixLeaf(StringLiteral, text);
    mix(endOfNode);
  });

  return {
    resume: (state = initialState) => void ({ first, second } = state),
    feed: (node) => void visit(node),
    feedNumber: mix,
    feedText: mixText,
    state: () => ({ first, second }),
  };
}

type NamedByProperty =
  | ts.PropertyAssignment
  | ts.PropertyDeclaration
  | ts.PropertySignature
  | ts.MethodDeclaration
  | ts.MethodSignature
  | ts.AccessorDeclaration
  | ts.EnumMember
  | ts.BindingElement
  | ts.ImportAttribute;

/**
 * What changes a node's meaning without being one of its children: operators, flags, and which of its optional parts
 * are there where two of them could be taken for each other.
 */
function factReaders(
  compiler: Compiler,
  codes: Int32Array,
): (((node: ts.Node) => number) | undefined)[] {
  const { SyntaxKind, NodeFlags } = compiler;
  const readers: (((node: ts.Node) => number) | undefined)[] = [];

  function on<N extends ts.Node>(kinds: readonly N['kind'][], read: (node: N) => number): void {
    for (const kind of kinds) readers[kind] = read as (node: ts.Node) => number;
  }
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
  on<ts.ExportDeclaration>([SyntaxKind.ExportDeclaration], (node) => bits(node.isTypeOnly));
  on<ts.ImportEqualsDeclaration>([SyntaxKind.ImportEqualsDeclaration], (node) =>
    bits(node.isTypeOnly),
  );
  on<ts.ImportOrExportSpecifier>([SyntaxKind.ImportSpecifier, SyntaxKind.ExportSpecifier], (node) =>
    bits(node.isTypeOnly),
  );
  on<ts.ImportTypeNode>([SyntaxKind.ImportType], (node) => bits(node.isTypeOf));
  on<ts.ExportAssignment>([SyntaxKind.ExportAssignment], (node) =>
    bits(node.isExportEquals === true),
  );
  on<ts.VariableDeclarationList>(
    [SyntaxKind.VariableDeclarationList],
    (node) => node.flags & NodeFlags.BlockScoped,
  );
  on<ts.ModuleDeclaration>(
    [SyntaxKind.ModuleDeclaration],
    (node) => node.flags & NodeFlags.GlobalAugmentation,
  );
  // `(a?.b).c` and `a?.b.c` differ in this flag alone, as parentheses are not seen.
  on<ts.Node>(
    [
      SyntaxKind.PropertyAccessExpression,
      SyntaxKind.ElementAccessExpression,
      SyntaxKind.CallExpression,
      SyntaxKind.NonNullExpression,
    ],
    (node) => node.flags & NodeFlags.OptionalChain,
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
  return readers;
}

function bits(...parts: readonly (ts.Node | boolean | undefined)[]): number {
  let sum = 0;
  for (const part of parts) sum = sum * 2 + (part === undefined || part === false ? 0 : 1);
  return sum;
}

/** Kinds by hashed name, because their numbers shift from one compiler version to the next. */
function kindCodes(kinds: Compiler['SyntaxKind']): Int32Array {
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

function isLogical(kinds: Compiler['SyntaxKind'], operator: ts.SyntaxKind): boolean {
  return (
    operator === kinds.AmpersandAmpersandToken ||
    operator === kinds.BarBarToken ||
    operator === kinds.QuestionQuestionToken
  );
}

function withoutParentheses(compiler: Compiler, expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (compiler.isParenthesizedExpression(inner)) inner = inner.expression;
  return inner;
}

function withSortedFlags(literal: string): string {
  const end = literal.lastIndexOf('/') + 1;
  return literal.slice(0, end) + literal.slice(end).split('').toSorted().join('');
}

function hex(lane: number): string {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
