import { type ts, typeScript } from '../../../shared/node/typescript.ts';
import { parse, type ParsedFile } from './compiler.ts';

/** A text as statements of TypeScript. */
export interface Reading {
  readonly source: ParsedFile;
  /** Its first syntax error, at its place in the text as it was given. */
  readonly fault: { readonly start: number; readonly text: string } | undefined;
}

/** The name that a type without one has in a reading. */
export const nameOfAlone = '__alone';

interface Draft {
  readonly text: string;
  readonly source: ParsedFile;
  /** What was put in front of types and signatures alone, in order: where in the text of the draft, and how long it is. */
  readonly added: readonly { readonly start: number; readonly length: number }[];
}

/** Characters, over all drafts of one text: a contract of 10,000 may have a hundred types and signatures alone. */
const mostParsed = 1_000_000;

/**
 * PUB-1: types and signatures alone are read as the declarations that they would be with a beginning: `function login(user: string)`.
 * Undefined for a text with too many of them.
 */
export function readText(given: string): Reading | undefined {
  let draft: Draft = { text: given, source: parse(given), added: [] };
  for (let parsed = 0; parsed < mostParsed; parsed += draft.text.length) {
    const start = firstAlone(draft.source);
    const next = start === undefined ? undefined : begun(draft, start);
    if (next === undefined) return { source: draft.source, fault: faultIn(draft) };
    draft = next;
  }
  return undefined;
}

/** Where the first statement that declares nothing begins; undefined where none comes before the first error. */
function firstAlone(source: ParsedFile): number | undefined {
  const { statements, parseDiagnostics } = source;
  const [error] = parseDiagnostics;
  const { ExpressionStatement, Block, LabeledStatement } = typeScript().SyntaxKind;
  const kinds: readonly ts.SyntaxKind[] = [ExpressionStatement, Block, LabeledStatement];
  const found = statements.find(({ kind }) => kinds.includes(kind))?.getStart(source);
  if (error === undefined || (found !== undefined && found <= error.start)) return found;
  // The parser makes no statement of what can begin none.
  return /^(?:readonly\b|[|&])/.test(source.text.slice(error.start)) ? error.start : undefined;
}

/** With the first beginning after which the text goes on at least as far without an error. */
function begun(draft: Draft, start: number): Draft | undefined {
  const isSignature = /^[\p{L}_$][\p{L}\p{N}_$]*\s*[(<]/u.test(draft.text.slice(start));
  const beginnings = [...(isSignature ? ['function '] : []), `type ${nameOfAlone} = `];
  for (const beginning of beginnings) {
    const next = withBeginning(draft, start, beginning);
    if (reachOf(next) >= reachOf(draft) && firstAlone(next.source) !== start) return next;
  }
  return undefined;
}

function withBeginning({ text, added }: Draft, start: number, beginning: string): Draft {
  const begunText = text.slice(0, start) + beginning + text.slice(start);
  const { length } = beginning;
  return { text: begunText, source: parse(begunText), added: [...added, { start, length }] };
}

function reachOf(draft: Draft): number {
  return faultIn(draft)?.start ?? Infinity;
}

function faultIn({ source, added }: Draft): Reading['fault'] {
  const [error] = source.parseDiagnostics;
  if (error === undefined) return undefined;
  const before = added.filter(({ start }) => start < error.start);
  const start = error.start - before.reduce((sum, { length }) => sum + length, 0);
  return { start, text: typeScript().flattenDiagnosticMessageText(error.messageText, ' ') };
}
