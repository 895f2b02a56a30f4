import { boundedCall } from '../../../shared/node/time/bounded-call.ts';
import { typeScript } from '../../../shared/node/typescript.ts';
import { byName } from './changes.ts';
import {
  isDeclared,
  isSignature,
  linesOf,
  nameOf,
  piecesOf,
  type Piece,
} from './typescript-pieces.ts';
import { readStatement } from './typescript-statements.ts';
import { statementsOf, type Parsed, faultsOf } from './compiler.ts';
import { combined, type Declaration } from './typescript-syntax.ts';

/**
 * The declarations of a TypeScript text, in its order; a text may also be a single type or signature. A part that cannot be
 * parsed becomes an `unreadable` declaration with its text. Undefined when the brackets of the text do not match, or it is beyond the parser's bounds.
 */
export function declarationsOf(source: string): Declaration[] | undefined {
  return withinBounds(() => {
    const pieces = piecesOf(source);
    if (pieces === undefined) return undefined;
    const whole = readAll(statementsOf(source));
    return merged(whole ?? pieces.flatMap((piece) => readPiece(source, piece)));
  });
}

/** The longest text takes some milliseconds; other contracts wait for it in their thread. */
const maxParseMs = 3_000;

/** Undefined for a text that the parser does not read in time, or that nests deeper than the stack. */
function withinBounds<T>(run: () => T): T | undefined {
  // Ended while it is loaded, the compiler would stay half loaded.
  typeScript();
  const outcome = boundedCall(maxParseMs, run);
  return outcome.kind === 'ended' ? outcome.value : undefined;
}

/** Undefined where a statement is no declaration: the text may be something else, such as a type. */
function readAll(parsed: Parsed | undefined): Declaration[] | undefined {
  if (parsed === undefined) return undefined;
  return allOf(parsed.statements, (statement) => readStatement(statement, parsed.source));
}

/** The declarations in a piece of a text; one that is `unreadable` where it cannot be parsed. */
function readPiece(whole: string, piece: Piece): Declaration[] {
  const read = readOne(piece);
  if (read !== undefined) return read;
  const lines = linesOf(whole, piece);
  const readLines = lines.length > 1 ? allOf(lines, readOne) : undefined;
  if (readLines !== undefined) return readLines;
  const text = piece.tokens.map((token) => token.text).join(' ');
  return [{ kind: 'unreadable', name: nameOf(piece), text }];
}

/** A declaration, a type, or a signature alone: `login(user: string): Promise<Token>`. */
function readOne(piece: Piece): Declaration[] | undefined {
  const { text } = piece;
  if (isDeclared(piece)) return readAll(statementsOf(text));
  const signature = isSignature(piece) ? readAll(statementsOf(`function ${text}`)) : undefined;
  if (signature?.length === 1) return signature;
  const alias = readAll(statementsOf(`type alone =\n${text}\n;`));
  const [only] = alias ?? [];
  return alias?.length === 1 && only?.kind === 'type' ? [{ ...only, name: '' }] : undefined;
}

/** What `read` gives of all; undefined when it gives nothing of one. */
function allOf<One>(
  items: readonly One[],
  read: (item: One) => readonly Declaration[] | undefined,
): Declaration[] | undefined {
  const declarations: Declaration[] = [];
  for (const item of items) {
    const found = read(item);
    if (found === undefined) return undefined;
    declarations.push(...found);
  }
  return declarations;
}

/** Merges the signatures of an overloaded function, and the parts of an interface. */
function merged(declarations: readonly Declaration[]): Declaration[] {
  return [...byName(declarations).values()].flatMap((same) => mergedOne(same) ?? same);
}

function mergedOne(same: readonly Declaration[]): Declaration | undefined {
  const [first] = same;
  if (first?.kind === 'function') {
    const signatures = same.flatMap((one) => (one.kind === 'function' ? one.signatures : []));
    return same.every(({ kind }) => kind === 'function') ? { ...first, signatures } : undefined;
  }
  if (first?.kind !== 'type' || same.length === 1) return undefined;
  const types = same.flatMap((one) => (one.kind === 'type' ? [one.type] : []));
  const type = combined('intersection', types);
  return types.length === same.length ? { ...first, type } : undefined;
}

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
  // What is beyond the bounds is not compared either.
  return withinBounds(() => {
    const start = faultyFrom(text);
    if (start === undefined) return undefined;
    const faults = faultsOf(text);
    const fault = faults.find((one) => one.start >= start) ?? faults[0];
    return fault && { ...positionOf(text, fault.start), text: fault.text };
  });
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
