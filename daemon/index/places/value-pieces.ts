import { isSymbolVariable } from '../parser/symbols.ts';
import type { Compiler, ts } from '../parser/tree/compiler.ts';
import { type Chain, chainOf, nameOfCall, nameOfProperty, unwrapped } from './names.ts';
import type { Piece } from './place.ts';

/** What is known of a piece besides its position. */
interface PieceDraft extends Pick<Piece, 'name'> {
  readonly way?: Piece['way'];
  readonly symbol?: string | undefined;
  readonly node: ts.Node;
  readonly parts?: readonly Piece[];
}

/** One variable of a statement, and how many of the statement's variables are pieces. */
interface VariableDraft extends PieceDraft {
  readonly node: ts.VariableDeclaration;
  readonly statement: ts.VariableStatement;
  readonly isEachPiece: boolean;
}

/** Makes the pieces of one source file. */
class PieceReader {
  constructor(
    readonly compiler: Compiler,
    readonly source: ts.SourceFile,
    /** Added to every offset. */
    private readonly shift: number,
  ) {}

  piece({ name, way = 'named', symbol, node, parts = [] }: PieceDraft): Piece {
    return {
      name,
      way,
      symbol,
      node,
      statement: undefined,
      start: node.getStart(this.source) + this.shift,
      end: node.end + this.shift,
      context: '',
      omitted: node,
      parts,
    };
  }

  /** A single variable spans its statement. */
  variable(draft: VariableDraft): Piece {
    const { statement, isEachPiece } = draft;
    const { declarations } = statement.declarationList;
    const [first] = declarations;
    const isOnly = declarations.length === 1;
    const { start, end } = this.piece({ ...draft, node: isOnly ? statement : draft.node });
    const { source } = this;
    const context = isOnly
      ? ''
      : source.text.slice(statement.getStart(source), first?.getStart(source));
    const omitted = isEachPiece ? statement : draft.node;
    return { ...this.piece(draft), statement, start, end, context, omitted };
  }
}

/** How deep properties of object literals are places. */
const maxObjectLevels = 3;

const testNames: ReadonlySet<string> = new Set(
  `describe suite context it test specify bench before after beforeEach afterEach beforeAll afterAll setup teardown`.split(
    ' ',
  ),
);

/** The parts of values, functions and types. `levels` is how many levels of places may still lie below. */
export class ValuePieces extends PieceReader {
  /** The parts of what a variable, a property or an assignment holds. */
  ofValue(
    value: ts.Expression | undefined,
    levels: number,
    objectLevels = maxObjectLevels,
  ): Piece[] {
    const { compiler } = this;
    const inner = unwrapped(compiler, value);
    if (inner === undefined || levels <= 0) return [];
    if (compiler.isObjectLiteralExpression(inner))
      return this.ofObject(inner, levels, objectLevels);
    if (compiler.isClassExpression(inner)) return this.ofMembers(inner.members, levels);
    if (compiler.isFunctionLike(inner)) return this.ofFunction(inner, levels);
    if (!compiler.isCallExpression(inner) && !compiler.isNewExpression(inner)) return [];
    return this.ofCalls(chainOf(compiler, this.source, inner), levels, objectLevels);
  }

  /** The parts of the calls of a chain: properties of the first object literal argument, and what its callbacks declare. */
  ofCalls(chain: Chain, levels: number, objectLevels = maxObjectLevels): Piece[] {
    const { compiler } = this;
    const parts = compiler.isFunctionLike(chain.root) ? this.ofFunction(chain.root, levels) : [];
    for (const { arguments: given = [] } of chain.calls) {
      const values = given.map((argument) => unwrapped(compiler, argument) ?? argument);
      const object = values.find((value) => compiler.isObjectLiteralExpression(value));
      for (const value of values)
        if (value === object || compiler.isFunctionLike(value))
          for (const part of this.ofValue(value, levels, objectLevels)) parts.push(part);
    }
    return parts.sort((one, other) => one.start - other.start);
  }

  /** The functions, classes and test blocks that stand directly in a function's body. */
  ofFunction(node: ts.Node, levels: number): Piece[] {
    const { body } = node as ts.Node & { readonly body?: ts.Node };
    if (levels <= 0 || body === undefined || !this.compiler.isBlock(body)) return [];
    return body.statements.flatMap((statement) => this.inBody(statement, levels));
  }

  private inBody(statement: ts.Statement, levels: number): Piece[] {
    const { compiler } = this;
    if (compiler.isFunctionDeclaration(statement) || compiler.isClassDeclaration(statement))
      return [this.ofDeclaration(statement, levels)];
    if (compiler.isVariableStatement(statement)) {
      const { declarations } = statement.declarationList;
      const held = declarations.filter((declaration) => isSymbolVariable(compiler, declaration));
      const isEachPiece = held.length === declarations.length;
      return held.map((node) => this.ofHeldFunction({ node, statement, isEachPiece }, levels));
    }
    return compiler.isExpressionStatement(statement) ? this.ofTestBlock(statement, levels) : [];
  }

  private ofHeldFunction(
    variable: {
      node: ts.VariableDeclaration;
      statement: ts.VariableStatement;
      isEachPiece: boolean;
    },
    levels: number,
  ): Piece {
    const { name, initializer } = variable.node;
    const parts = this.ofValue(initializer, levels - 1);
    return this.variable({ ...variable, name: (name as ts.Identifier).text, parts });
  }

  private ofTestBlock(statement: ts.ExpressionStatement, levels: number): Piece[] {
    const { compiler, source } = this;
    const inner = unwrapped(compiler, statement.expression);
    if (inner === undefined || !compiler.isCallExpression(inner)) return [];
    if (!inner.arguments.some((argument) => compiler.isFunctionLike(argument))) return [];
    const chain = chainOf(compiler, source, inner);
    const isTest = chain.path.slice(0, 2).some((name) => testNames.has(name));
    if (!isTest) return [];
    const name = nameOfCall(compiler, source, chain);
    const parts = this.ofCalls(chain, levels - 1);
    return [this.piece({ name, way: 'numbered', node: statement, parts })];
  }

  /** A function or a class, by its name or `default`. */
  ofDeclaration(node: ts.FunctionDeclaration | ts.ClassDeclaration, levels: number): Piece {
    const name = node.name?.text ?? 'default';
    const parts = this.compiler.isClassDeclaration(node)
      ? this.ofMembers(node.members, levels - 1)
      : this.ofFunction(node, levels - 1);
    return this.piece({ name, node, parts });
  }

  private ofObject(
    node: ts.ObjectLiteralExpression,
    levels: number,
    objectLevels: number,
  ): Piece[] {
    if (objectLevels <= 0) return [];
    const { compiler, source } = this;
    return node.properties.flatMap((property) => {
      // What is spread has no name; it is the object's own code.
      if (property.name === undefined) return [];
      const name = nameOfProperty(compiler, source, property.name);
      const parts = compiler.isPropertyAssignment(property)
        ? this.ofValue(property.initializer, levels - 1, objectLevels - 1)
        : this.ofFunction(property, levels - 1);
      return [this.piece({ name, node: property, parts })];
    });
  }

  /** The members of a class, an interface, an enum or a type literal. */
  ofMembers(
    members: readonly (ts.ClassElement | ts.TypeElement | ts.EnumMember)[],
    levels: number,
  ): Piece[] {
    if (levels <= 0) return [];
    return members.flatMap((member) => {
      const name = this.nameOfMember(member);
      if (name === undefined) return [];
      return [this.piece({ name, node: member, parts: this.ofMember(member, levels - 1) })];
    });
  }

  private ofMember(member: ts.Node, levels: number): Piece[] {
    if (!this.compiler.isPropertyDeclaration(member)) return this.ofFunction(member, levels);
    const value = unwrapped(this.compiler, member.initializer);
    return value && this.compiler.isFunctionLike(value) ? this.ofFunction(value, levels) : [];
  }

  /** Members without a name get one that no other can have; `undefined` for a bare semicolon. */
  private nameOfMember(
    member: ts.ClassElement | ts.TypeElement | ts.EnumMember,
  ): string | undefined {
    const { SyntaxKind } = this.compiler;
    if (member.name !== undefined) return nameOfProperty(this.compiler, this.source, member.name);
    if (member.kind === SyntaxKind.Constructor) return 'constructor';
    if (member.kind === SyntaxKind.ClassStaticBlockDeclaration) return 'static{}';
    if (member.kind === SyntaxKind.IndexSignature) return '[]';
    if (member.kind === SyntaxKind.ConstructSignature) return 'new()';
    return member.kind === SyntaxKind.CallSignature ? '()' : undefined;
  }
}
