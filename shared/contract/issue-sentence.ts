import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * CMD-2: what is wrong with a field, in a sentence that begins with its name: `title is missing`, `files has 101 items; at
 * most 100 are taken`. It ends without a period. `given` is what was checked, `field` the name of the field.
 */
export function issueSentence(issue: Issue, given: unknown, field: string): string {
  const value = valueAt(given, issue.path);
  const name = field === '' ? 'The request' : field;
  const own = ownMessage(issue);
  if (value === undefined && own === undefined) return `${name} is missing`;
  if (own?.startsWith(`${name} `) === true) return own;
  if (own !== undefined) return /^(must|holds) /.test(own) ? `${name} ${own}` : `${name}: ${own}`;
  if (issue.code === 'invalid_union') return unionSentence(issue, value, name);
  if (issue.code === 'too_big' || issue.code === 'too_small')
    return `${name} ${sizeText(issue, value)}`;
  const expected = expectationOf(issue);
  return expected === undefined ? `${name} is not valid` : `${name} must be ${expected}`;
}

/** The message that the schema gives itself, as for a pattern or a check of its own. */
function ownMessage(issue: Issue): string | undefined {
  const isOwn = issue.code === 'custom' || issue.code === 'invalid_format';
  return isOwn && !issue.message.startsWith('Invalid ') ? issue.message : undefined;
}

/** Of the alternatives the one that the value was meant for tells what is wrong; else each tells what it takes. */
function unionSentence(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  value: unknown,
  name: string,
): string {
  const { errors } = issue;
  if ('options' in issue) return `${name} must be one of ${(issue.options ?? []).join(', ')}`;
  const first = errors.flatMap(([issue]) => (issue === undefined ? [] : [issue]));
  const meant = first.find(({ code, path }) => path.length > 0 || !aboutKind.has(code));
  if (meant !== undefined) {
    const inner = meant.path.length === 0 ? name : `${name}.${meant.path.join('.')}`;
    return issueSentence(meant, value, inner);
  }
  const expected = new Set(first.map((issue) => expectationOf(issue) ?? 'something else'));
  return `${name} must be ${[...expected].join(' or ')}`;
}

const aboutKind: ReadonlySet<string | undefined> = new Set(['invalid_type', 'invalid_value']);

function sizeText(
  issue: Extract<Issue, { code: 'too_big' | 'too_small' }>,
  value: unknown,
): string {
  const bound = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum);
  const unit = unitOf[issue.origin];
  if (unit === undefined) {
    const limit = `${issue.code === 'too_big' ? 'at most' : 'at least'} ${numeral(bound)}`;
    return `is ${String(value)}; it must be ${limit}`;
  }
  const size = sizeOf(value);
  if (issue.code === 'too_big')
    return `has ${amount(size, unit)}; at most ${numeral(bound)} are taken`;
  if (bound === 1) return 'is empty';
  return `has ${amount(size, unit)}; at least ${numeral(bound)} are needed`;
}

const unitOf: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
};

function sizeOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

function amount(size: number, unit: string): string {
  return `${numeral(size)} ${unit}${size === 1 ? '' : 's'}`;
}

function numeral(value: number): string {
  return value.toLocaleString('en');
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const formats: Readonly<Record<string, string>> = {
  datetime: 'a time such as 2026-01-05T09:00:00Z',
  date: 'a day such as 2026-01-05',
  email: 'an e-mail address',
  url: 'an address such as https://example.com',
};

/** What the schema takes instead, as it stands behind `must be`. */
function expectationOf(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return kinds[issue.expected];
  if (issue.code === 'invalid_format') return formats[issue.format];
  if (issue.code !== 'invalid_value') return undefined;
  const values = issue.values.map(String);
  if (values.includes('true')) return kinds['boolean'];
  const [only, another] = values;
  return another === undefined ? `${only}` : `one of ${values.join(', ')}`;
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const step of path)
    value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return value;
}
