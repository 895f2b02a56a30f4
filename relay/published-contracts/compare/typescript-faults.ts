import { piecesOf } from './typescript-pieces.ts';
import { readPiece } from './typescript-declarations.ts';
import { faultsOf, statementsOf } from './typescript-source.ts';

/** Where a text is no TypeScript, and what its parser says of it. */
export interface SyntaxFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly text: string;
}

/** PUB-1: the first syntax error of a text, which may also be types and signatures alone; undefined without one. */
export function syntaxFaultOf(text: string): SyntaxFault | undefined {
  try {
    const start = faultyFrom(text);
    if (start === undefined) return undefined;
    const faults = faultsOf(text);
    const fault = faults.find((one) => one.start >= start) ?? faults[0];
    return fault && { ...positionOf(text, fault.start), text: fault.text };
  } catch (error) {
    // The parser recurses. What is too deep for it is not compared either.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Where the first part begins that cannot be parsed, alone or in the whole. */
function faultyFrom(text: string): number | undefined {
  if (statementsOf(text) !== undefined) return undefined;
  const pieces = piecesOf(text);
  if (pieces === undefined) return 0;
  const faulty = pieces.find(
    (piece) =>
      statementsOf(piece.text) === undefined &&
      readPiece(text, piece).some(({ kind }) => kind === 'unreadable'),
  );
  return faulty && (faulty.tokens[0]?.start ?? 0);
}

function positionOf(text: string, start: number): { line: number; column: number } {
  const lines = text.slice(0, start).split(/\r\n|[\n\r]/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
