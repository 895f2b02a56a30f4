import type { Compiler, ts } from '../../parser/tree/compiler.ts';
import type { Piece } from './piece.ts';

/** What is known of a piece besides its position. */
export interface PieceDraft extends Pick<Piece, 'name'> {
  readonly way?: Piece['way'];
  readonly symbol?: string | undefined;
  readonly node: ts.Node;
  readonly parts?: readonly Piece[];
}

/** One variable of a statement, and how many of the statement's variables are pieces. */
export interface VariableDraft extends PieceDraft {
  readonly node: ts.VariableDeclaration;
  readonly statement: ts.VariableStatement;
  readonly isEachPiece: boolean;
}

/** Makes the pieces of one source file. */
export class PieceReader {
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
