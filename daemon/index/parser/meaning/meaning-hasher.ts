import type { Compiler, ts } from '../tree/compiler.ts';
import { jsxStringValue, jsxText } from './jsx.ts';
import { type HashState, RunningHash } from './meaning-digest.ts';
import { kindCodes, propertyReaders, type PropertyReaders } from './node-properties.ts';

/** By kind of node: what else is told of the nodes that the hasher visits, parents before children. */
export type Observers = (Observer | undefined)[];

interface Observer {
  readonly enter: (node: ts.Node) => void;
  /** After the node's children. */
  readonly leave: ((node: ts.Node) => void) | undefined;
}

type Visit = (node: ts.Node) => void;

const endOfNode = 0x7fff0001;

/**
 * Hashes the meaning of syntax: two nodes have the same hash exactly when the program behaves and type-checks the same with
 * either. Layout, comments, redundant parentheses, quote styles and optional separators do not count.
 */
export class MeaningHasher {
  private readonly running = new RunningHash();
  private readonly codes: Int32Array;
  private readonly properties: PropertyReaders;
  /** By kind of node: how it is hashed, where that is not the usual way. */
  private readonly visitors: (Visit | undefined)[] = [];
  private readonly lastToken: ts.SyntaxKind;
  /** The literal that is the name of the property being hashed: it means the same as the bare word. */
  private quotedName: ts.Node | undefined;

  constructor(
    private readonly compiler: Compiler,
    private readonly observers: Observers = [],
  ) {
    this.codes = kindCodes(compiler.SyntaxKind);
    this.properties = propertyReaders(compiler, this.codes);
    this.lastToken = compiler.SyntaxKind.LastToken;
    this.addLiterals();
    this.addParenthesesAndSeparators();
    this.addOperators();
    this.addPropertyNames();
    this.addJsx();
  }

  /** Continues from an earlier state, or starts again. */
  resume(state?: HashState): void {
    this.running.resume(state);
  }

  state(): HashState {
    return this.running.state();
  }

  feed(node: ts.Node): void {
    this.visit(node);
  }

  /** For what is not a node, such as the flags of a declaration list. */
  feedNumber(value: number): void {
    this.running.mix(value);
  }

  feedText(text: string): void {
    this.running.mixText(text);
  }

  private readonly visit = (node: ts.Node): undefined => {
    const observer = this.observers[node.kind];
    if (observer === undefined) this.hash(node);
    else {
      observer.enter(node);
      this.hash(node);
      observer.leave?.(node);
    }
    return undefined;
  };

  private hash(node: ts.Node): void {
    const special = this.visitors[node.kind];
    if (special === undefined) this.visitPlain(node);
    else special(node);
  }

  private visitPlain(node: ts.Node): void {
    this.enter(node);
    if (node.kind <= this.lastToken) return;
    this.compiler.forEachChild(node, this.visit);
    this.running.mix(endOfNode);
  }

  private enter(node: ts.Node): void {
    this.mixKind(node.kind);
    const readProperty = this.properties[node.kind];
    if (readProperty !== undefined) this.running.mix(readProperty(node));
  }

  private mixKind(kind: ts.SyntaxKind): void {
    this.running.mix(this.codes[kind] ?? kind);
  }

  private mixLeaf(kind: ts.SyntaxKind, text: string): void {
    this.mixKind(kind);
    this.running.mixText(text);
  }

  private on<N extends ts.Node>(kinds: readonly N['kind'][], visitor: (node: N) => void): void {
    for (const kind of kinds) this.visitors[kind] = visitor as Visit;
  }

  private addLiterals(): void {
    const { compiler } = this;
    const { Identifier, PrivateIdentifier, StringLiteral, NumericLiteral } = compiler.SyntaxKind;
    const { BigIntLiteral, RegularExpressionLiteral } = compiler.SyntaxKind;
    const { NoSubstitutionTemplateLiteral, TemplateHead, TemplateMiddle, TemplateTail } =
      compiler.SyntaxKind;
    this.on<ts.Identifier | ts.PrivateIdentifier>([Identifier, PrivateIdentifier], (node) =>
      this.mixLeaf(node.kind, node.escapedText as string),
    );
    this.on<ts.StringLiteral | ts.NumericLiteral>([StringLiteral, NumericLiteral], (node) =>
      node === this.quotedName
        ? this.mixLeaf(Identifier, compiler.escapeLeadingUnderscores(node.text) as string)
        : this.mixLeaf(node.kind, node.text),
    );
    this.on<ts.BigIntLiteral>([BigIntLiteral], (node) => this.mixLeaf(node.kind, node.text));
    this.on<ts.RegularExpressionLiteral>([RegularExpressionLiteral], (node) =>
      this.mixLeaf(node.kind, withSortedFlags(node.text)),
    );
    this.on<ts.TemplateLiteralToken>(
      [NoSubstitutionTemplateLiteral, TemplateHead, TemplateMiddle, TemplateTail],
      (node) => this.mixLeaf(node.kind, (node.rawText ?? node.text).replaceAll('\r\n', '\n')),
    );
  }

  private addParenthesesAndSeparators(): void {
    const { SyntaxKind } = this.compiler;
    this.on<ts.ParenthesizedExpression>([SyntaxKind.ParenthesizedExpression], (node) =>
      this.visit(node.expression),
    );
    this.on<ts.ParenthesizedTypeNode>([SyntaxKind.ParenthesizedType], (node) =>
      this.visit(node.type),
    );
    this.on([SyntaxKind.EmptyStatement, SyntaxKind.SemicolonClassElement], () => undefined);
    this.on<ts.UnionOrIntersectionTypeNode>(
      [SyntaxKind.UnionType, SyntaxKind.IntersectionType],
      (node) => {
        const [only, ...others] = node.types;
        if (only !== undefined && others.length === 0) this.visit(only);
        else this.visitPlain(node);
      },
    );
  }

  private addOperators(): void {
    const { SyntaxKind } = this.compiler;
    this.on<ts.BinaryExpression>([SyntaxKind.BinaryExpression], (node) => {
      const operator = node.operatorToken.kind;
      if (!isLogical(SyntaxKind, operator)) return this.visitPlain(node);
      // `a && (b && c)` and `a && b && c` do the same, and formatters turn the one into the other.
      this.enter(node);
      this.mixKind(operator);
      this.visitOperands(node, operator);
      this.running.mix(endOfNode);
    });
  }

  private visitOperands(node: ts.BinaryExpression, operator: ts.SyntaxKind): void {
    const { compiler } = this;
    for (const side of [node.left, node.right]) {
      const operand = withoutParentheses(compiler, side);
      if (compiler.isBinaryExpression(operand) && operand.operatorToken.kind === operator)
        this.visitOperands(operand, operator);
      else this.visit(operand);
    }
  }

  private addPropertyNames(): void {
    const { compiler } = this;
    const { SyntaxKind } = compiler;
    const { StringLiteral, NumericLiteral } = SyntaxKind;
    this.on<NamedByProperty>(
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
        const outer = this.quotedName;
        if (name?.kind === StringLiteral || name?.kind === NumericLiteral) this.quotedName = name;
        this.visitPlain(node);
        this.quotedName = outer;
      },
    );
  }

  private addJsx(): void {
    const { compiler } = this;
    const { SyntaxKind } = compiler;
    this.on<ts.JsxElement>([SyntaxKind.JsxElement], (node) => {
      this.visitJsxTag(node.openingElement);
      this.visitJsxChildren(node.children);
    });
    this.on<ts.JsxSelfClosingElement>([SyntaxKind.JsxSelfClosingElement], (node) => {
      this.visitJsxTag(node);
      this.running.mix(endOfNode);
    });
    this.on<ts.JsxFragment>([SyntaxKind.JsxFragment], (node) => {
      this.enter(node);
      this.visitJsxChildren(node.children);
    });
    this.on<ts.JsxAttribute>([SyntaxKind.JsxAttribute], (node) => {
      const text = jsxStringValue(compiler, node);
      if (text === undefined) return this.visitPlain(node);
      this.enter(node);
      this.visit(node.name);
      this.mixLeaf(SyntaxKind.StringLiteral, text);
      this.running.mix(endOfNode);
    });
  }

  private visitJsxTag(tag: ts.JsxOpeningLikeElement): void {
    this.mixKind(this.compiler.SyntaxKind.JsxElement);
    this.compiler.forEachChild(tag, this.visit);
  }

  private visitJsxChildren(children: readonly ts.JsxChild[]): void {
    let pending = '';
    const flush = () => {
      if (pending !== '')
        this.mixLeaf(this.compiler.SyntaxKind.JsxText, pending.replace(/ {2,}/g, ' '));
      pending = '';
    };
    for (const child of children) {
      const text = jsxText(this.compiler, child);
      if (text !== undefined) pending += text;
      else {
        flush();
        this.visit(child);
      }
    }
    flush();
    this.running.mix(endOfNode);
  }
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
