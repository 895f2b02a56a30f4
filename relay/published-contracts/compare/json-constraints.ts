import { notComparable, type Changes } from './changes.ts';
import { canonical, type Schema } from './json-schema.ts';

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

interface Place {
  readonly path: string;
  readonly changes: Changes;
}

/** A tighter or new bound narrows the type. */
export function compareConstraints(was: Schema, is: Schema, { path, changes }: Place): void {
  for (const key of [...lowest, ...highest, ...exact]) {
    const [before, after] = [was[key], is[key]];
    if (canonical(before ?? null) === canonical(after ?? null)) continue;
    const narrower = isNarrower(key, before, after);
    const how = narrower ? 'narrowed' : 'widened';
    const text = `${path === '' ? 'The schema' : path} is ${how}: ${key} was ${shown(before)} and is ${shown(after)}.`;
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
