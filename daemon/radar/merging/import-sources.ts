import type { Parser } from '../../index/parser/parser.ts';
import { type ImportStatement, importsAtTop } from '../../lines/import-block.ts';
import { linesOf } from '../../lines/text-lines.ts';
import type { Alternatives } from './conflicted-symbols.ts';

type Source = readonly [local: string, source: string];

/**
 * Whether every name that comes in, on either side and anywhere in the file, is one thing of one module, and none of the
 * `added` ones is declared in the file. A value and a type are two things.
 */
export function haveOneSource(
  parser: Parser,
  path: string,
  given: { readonly resolved: Alternatives; readonly added: readonly ImportStatement[] },
): boolean {
  const { ours, theirs } = given.resolved;
  const atTop = [ours, theirs].flatMap((text) => importsAtTop(linesOf(text)).statements);
  const facts = [ours, theirs].map((text) => parser.analyse(path, text)?.facts);
  const [one, other] = facts;
  if (one === undefined || other === undefined) return false;
  const declared = new Set([...one.symbols, ...other.symbols].map(({ name }) => name));
  const added = given.added.flatMap(({ names }) => names.map(({ to }) => to));
  const anywhere = [...one.imports, ...other.imports].map(
    ({ local, specifier, imported }): Source => [local, JSON.stringify([specifier, imported])],
  );
  return (
    added.every((local) => !declared.has(local)) &&
    areUnambiguous(atTop.flatMap(sourcesOf)) &&
    areUnambiguous(anywhere)
  );
}

function sourcesOf({ how, module, names }: ImportStatement): Source[] {
  return names.map(({ from, to, slot, isType }) => [
    to,
    JSON.stringify([how, module, slot, from, isType]),
  ]);
}

function areUnambiguous(sources: readonly Source[]): boolean {
  const known = new Map(sources);
  return sources.every(([local, source]) => known.get(local) === source);
}
