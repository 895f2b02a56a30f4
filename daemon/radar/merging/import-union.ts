import type { ImportedName, ImportStatement } from '../../lines/import-block.ts';

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
export function importUnion(statements: readonly ImportStatement[]): readonly string[] | undefined {
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
