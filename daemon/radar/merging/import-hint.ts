import type { Parser } from '../../index/parser/parser.ts';
import { type LineSpan, touch } from '../../../shared/reservations/lines.ts';
import { diffLines, newLines } from '../../lines/line-diff.ts';
import {
  type ImportedName,
  importsAtTop,
  type ImportStatement,
  onlyAddsImports,
} from '../../lines/import-block.ts';
import { linesOf } from '../../lines/text-lines.ts';
import {
  filledLines,
  type Layers,
  type RegionLayers,
  type RegionSide,
  type Resolutions,
} from './conflict-regions.ts';

interface MarkedImports {
  readonly regions: readonly RegionLayers[];
  readonly resolved: Resolutions;
  /** The common ancestor's text, empty when there is none. */
  readonly base: string;
}

/**
 * RAD-2: the merged import lines of a conflict in which both sides only add imports. Undefined where a side does anything else
 * in a region, or where a name would come in from two sources: then no union of the two solves it.
 */
export function importHint(
  parser: Parser,
  path: string,
  { regions, resolved, base }: MarkedImports,
): readonly string[] | undefined {
  const areImports = regions.every(({ ours, theirs }) => [ours, theirs].every(hasOnlyImports));
  if (!areImports || !onlyAdds('ours') || !onlyAdds('theirs')) return undefined;
  const added = [...statementsOf('ours'), ...statementsOf('theirs')];
  return haveOneSource(parser, path, { resolved, added }) ? importUnion(added) : undefined;

  function onlyAdds(side: 'ours' | 'theirs'): boolean {
    const [before, after] = [linesOf(base), linesOf(resolved[side])];
    const hunks = diffLines(before, after);
    return stretchesOf(side).every((stretch) => {
      const changes = hunks.filter((hunk) => touch(newLines(hunk), stretch));
      return changes.length > 0 && changes.every((hunk) => onlyAddsImports(before, after, hunk));
    });
  }

  /** The whole statements, of which a region may have a few lines, or stand between two. */
  function statementsOf(side: 'ours' | 'theirs'): ImportStatement[] {
    const stretches = stretchesOf(side);
    return importsAtTop(linesOf(resolved[side])).statements.filter(({ start, end }) =>
      stretches.some((stretch) => start < stretch.end && stretch.start < end),
    );
  }

  function stretchesOf(side: 'ours' | 'theirs'): LineSpan[] {
    return resolved.regions.map((region) => stretchOf(region[side]));
  }
}

function stretchOf({ start, end, lines }: RegionSide): LineSpan {
  return { start: lines.start - 1, end: start === end ? lines.start - 1 : lines.end };
}

function hasOnlyImports({ code, comments }: Layers): boolean {
  return filledLines(code).length === 0 && filledLines(comments).length === 0;
}

type Source = readonly [local: string, source: string];

/**
 * Whether every name that comes in, on either side and anywhere in the file, is one thing of one module, and none of the
 * `added` ones is declared in the file. A value and a type are two things.
 */
function haveOneSource(
  parser: Parser,
  path: string,
  given: {
    readonly resolved: Pick<Resolutions, 'ours' | 'theirs'>;
    readonly added: readonly ImportStatement[];
  },
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

const maxLines = 10;

/** A statement of the union. It looks like `model`, the first of those that it joins. */
interface Joined {
  readonly model: ImportStatement;
  names: readonly ImportedName[];
}

/**
 * RAD-2: the import lines of both sides, where no name comes in from two sources: one declaration for each module, but
 * `import type`, `* as` and what has no place beside another default apart.
 */
function importUnion(statements: readonly ImportStatement[]): readonly string[] | undefined {
  const union = new Map<string, Joined>();
  const seen = new Set<string>();
  for (const model of statements) {
    if (model.names.length === 0) add(model);
    for (const name of model.names) {
      if (!seen.has(name.to)) add(model, name);
      seen.add(name.to);
    }
  }
  const lines = [...union.values()].flatMap((joined) => textOf(joined).split(/\r?\n/));
  return lines.length === 0 ? undefined : lines.slice(0, maxLines);

  function add(model: ImportStatement, name?: ImportedName): void {
    const key = keyOf(model, name);
    const isTaken = name?.slot === 'default' && hasDefault(union.get(key));
    const place = isTaken ? `${key} ${name.to}` : key;
    const joined = union.get(place) ?? { model, names: [] };
    union.set(place, joined);
    if (name !== undefined) joined.names = withName(joined.names, name);
  }
}

/** What has one key fits into one declaration. */
function keyOf({ how, module, isType }: ImportStatement, name?: ImportedName): string {
  const isApart = name?.slot === '*' || (name?.slot === 'default' && (isType || how === 'require'));
  return JSON.stringify([how, module, isType, isApart ? name.to : name !== undefined]);
}

function hasDefault(joined: Joined | undefined): boolean {
  return joined?.names[0]?.slot === 'default';
}

function withName(names: readonly ImportedName[], name: ImportedName): readonly ImportedName[] {
  return name.slot === 'default' ? [name, ...names] : [...names, name];
}

function textOf({ model, names }: Joined): string {
  const isUnchanged =
    names.length === model.names.length && names.every((name, at) => name === model.names[at]);
  if (isUnchanged) return model.text;
  const { how, module, quote, isType } = model;
  const named = names.filter(({ slot }) => slot === 'list');
  const parts = names.filter(({ slot }) => slot !== 'list').map(wholeText);
  if (named.length > 0) parts.push(listText(model, named));
  const from = `${quote}${module}${quote}`;
  const end = model.text.endsWith(';') ? ';' : '';
  return how === 'require'
    ? `const ${parts.join(', ')} = require(${from})${end}`
    : `import ${isType ? 'type ' : ''}${parts.join(', ')} from ${from}${end}`;
}

function wholeText({ slot, to }: ImportedName): string {
  return slot === '*' ? `* as ${to}` : to;
}

function listText({ how, isType, text }: ImportStatement, names: readonly ImportedName[]): string {
  const items = names.map((name) => {
    const type = name.isType && !isType ? 'type ' : '';
    const as = how === 'require' ? ': ' : ' as ';
    return `${type}${name.from}${name.from === name.to ? '' : `${as}${name.to}`}`;
  });
  const [, indent] = /\{[ \t]*\r?\n([ \t]*)/.exec(text) ?? [];
  if (indent !== undefined) {
    const comma = /,\s*\}/.test(text) ? ',' : '';
    return `{\n${items.map((item) => indent + item).join(',\n')}${comma}\n}`;
  }
  return /\{\S/.test(text) ? `{${items.join(', ')}}` : `{ ${items.join(', ')} }`;
}
