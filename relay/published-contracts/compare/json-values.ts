import { allowedChange, notComparable, type Changes } from './changes.ts';
import type { ContractChange } from '../../../shared/published-contracts/contract.ts';
import { canonical, everyType, listOf, typesOf, type Schema } from './json-schema.ts';

interface Place {
  readonly path: string;
  readonly changes: Changes;
}

/** The types and the single values that two schemas allow. */
export function compareValues(was: Schema, is: Schema, { path, changes }: Place): void {
  const [before, after] = [typesOf(was), typesOf(is)];
  const gone = before.filter((type) => !allows(after, type));
  const added = after.filter((type) => !allows(before, type));
  const open = before.length >= everyType.length;
  const change = typesChange(path, { gone, added: open ? [] : added });
  if (change !== undefined) changes.add(change);
  if (gone.length === 0 || added.length === 0) compareSingle(was, is, { path, changes });
}

const between = ' or ';

/** Narrowing breaks writers of a value; a null that was not allowed before breaks readers. */
export function typesChange(
  path: string,
  { gone, added }: { gone: readonly string[]; added: readonly string[] },
): ContractChange | undefined {
  const difference = { gone, added, between, was: gone.join(between), is: added.join(between) };
  return allowedChange({ path, use: 'both', whole: 'The schema' }, difference);
}

function allows(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** `enum` and `const`: writers can no longer use a removed value. */
function compareSingle(was: Schema, is: Schema, { path, changes }: Place): void {
  const [before, after] = [valuesOf(was), valuesOf(is)];
  const kind = 'changed';
  const add = (how: string, breaking: boolean) =>
    changes.add({ kind, path, text: `${subject(path)} ${how}.`, breaking });
  if (after === undefined) {
    if (before !== undefined) add('may be any other value too', false);
  } else if (before === undefined) add(`is narrowed to ${[...after].join(', ')}`, true);
  else {
    const gone = [...before].filter((value) => !after.has(value));
    const added = [...after].filter((value) => !before.has(value));
    if (gone.length > 0) add(`is narrowed, without ${gone.join(', ')}`, true);
    if (added.length > 0) add(`is widened by ${added.join(', ')}`, false);
  }
}

function valuesOf(schema: Schema): Set<string> | undefined {
  if (Array.isArray(schema['enum'])) return new Set(listOf(schema['enum']).map(canonical));
  return 'const' in schema ? new Set([canonical(schema['const'])]) : undefined;
}

function subject(path: string): string {
  return path === '' ? 'The schema' : path;
}

const lowest = [
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
];
const highest = [
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'maxContains',
];
const exact = ['pattern', 'format', 'multipleOf', 'uniqueItems'];

/** Keywords that are not analysed; when one differs, a person has to look. */
const unread =
  'anyOf oneOf not if then else patternProperties propertyNames dependentRequired dependentSchemas dependencies contains unevaluatedProperties unevaluatedItems additionalItems $dynamicRef'.split(
    ' ',
  );

/** A tighter or new bound narrows the type. */
export function compareConstraints(was: Schema, is: Schema, { path, changes }: Place): void {
  for (const key of [...lowest, ...highest, ...exact]) {
    const [before, after] = [was[key], is[key]];
    if (canonical(before ?? null) === canonical(after ?? null)) continue;
    const narrower = isNarrower(key, before, after);
    const how = narrower ? 'narrowed' : 'widened';
    const text = `${subject(path)} is ${how}: ${key} was ${shown(before)} and is ${shown(after)}.`;
    changes.add({ kind: 'changed', path, text, breaking: narrower });
  }
  const apart = unread.some((key) => canonical(was[key] ?? null) !== canonical(is[key] ?? null));
  if (apart || isElsewhere(was, is)) changes.add(notComparable(path));
}

function isNarrower(key: string, before: unknown, after: unknown): boolean {
  if (after === undefined || after === false) return false;
  if (before === undefined || exact.includes(key)) return true;
  if (typeof before !== 'number' || typeof after !== 'number') return true;
  return lowest.includes(key) ? after > before : after < before;
}

/** A `$ref` that was not resolved leads out of the text. */
function isElsewhere(was: Schema, is: Schema): boolean {
  return canonical(was['$ref'] ?? null) !== canonical(is['$ref'] ?? null);
}

function shown(value: unknown): string {
  return value === undefined ? 'not there' : canonical(value);
}
