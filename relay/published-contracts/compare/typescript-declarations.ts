import { boundedCall } from '../../../shared/node/time/bounded-call.ts';
import { typeScript } from '../../../shared/node/typescript.ts';
import { byName } from './changes.ts';
import { nameOfAlone, readText } from './typescript-reading.ts';
import { readDeclarations } from './typescript-exports.ts';
import { combined, type Declaration } from './typescript-syntax.ts';

/**
 * The declarations of a TypeScript text, in its order; a text may also have types or signatures alone. Undefined for one that has a
 * syntax error, or is beyond the parser's bounds.
 */
export function declarationsOf(text: string): Declaration[] | undefined {
  return withinBounds(() => {
    const reading = readText(text);
    if (reading === undefined || reading.fault !== undefined) return undefined;
    const { source } = reading;
    const all = readDeclarations(source);
    return merged(all.map((one) => (one.name === nameOfAlone ? { ...one, name: '' } : one)));
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

/** Merges the signatures of an overloaded function, and the parts of an interface. */
function merged(declarations: readonly Declaration[]): Declaration[] {
  return [...byName(declarations).values()].flatMap((same) => mergedOne(same) ?? same);
}

function mergedOne(same: readonly Declaration[]): Declaration | undefined {
  const [first] = same;
  if (first?.kind === 'function') {
    const functions = same.flatMap((one) => (one.kind === 'function' ? [one] : []));
    if (functions.length < same.length) return undefined;
    // Of an overloaded one nobody can call the signature of the body.
    const overloads = functions.filter(({ isMade }) => !isMade);
    const called = overloads.length > 0 ? overloads : functions;
    return { ...first, signatures: called.flatMap(({ signatures }) => signatures) };
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

/** PUB-1: the first syntax error of a text, which may also have types and signatures alone; undefined without one. */
export function syntaxFaultOf(text: string): SyntaxFault | undefined {
  // What is beyond the bounds is not compared either.
  const fault = withinBounds(() => readText(text)?.fault);
  return fault && { ...positionOf(text, fault.start), text: fault.text };
}

function positionOf(text: string, start: number): { line: number; column: number } {
  const lines = text.slice(0, start).split(/\r\n|[\n\r]/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
