import { placeOf, type Column, type Said } from './tables.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The messages of a transcript in JSON: a list of objects that say who and what, by itself or in a field of an object, or an object
 * on each line. Undefined of any other text.
 */
export function saidInJson(text: string): Said[] | undefined {
  const plain = text.trim();
  if (!/^[[{]/.test(plain) || !/[\]}]$/.test(plain)) return undefined;
  const lists = listsIn(parsed(plain) ?? parsedLines(plain));
  return lists.map(messagesOf).find((said) => said.length > 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function parsedLines(text: string): unknown {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function listsIn(value: unknown): (readonly unknown[])[] {
  if (Array.isArray(value)) return [value];
  return isObject(value) ? Object.values(value).filter((one) => Array.isArray(one)) : [];
}

/** Nothing where most of a list is something else: it is no list of messages. */
function messagesOf(list: readonly unknown[]): Said[] {
  const objects = list.filter(isObject);
  const said = objects.flatMap((one) => {
    const text = wordsOf(fieldOf(one, 'text'));
    return text === undefined ? [] : [{ speaker: nameOf(fieldOf(one, 'speaker')), text }];
  });
  const isNamed = said.some(({ speaker }) => speaker !== '');
  return isNamed && said.length * 2 >= list.length ? said : [];
}

function fieldOf(fields: Fields, column: Column): unknown {
  const keys = Object.keys(fields).filter((key) => fields[key] !== null);
  const plain = keys.map((key) => key.replace(/([a-z])(?=[A-Z])/g, '$1 '));
  const place = placeOf(column, plain);
  return place === undefined ? undefined : fields[keys[place] ?? ''];
}

function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const within = isObject(value) ? fieldOf(value, 'text') : undefined;
  return typeof within === 'string' ? within : undefined;
}

const nameFields = ['nickname', 'real_name', 'displayName', 'display_name', 'name', 'username'];

/** By itself, or as an object says it: `{"user": {"displayName": "Ann Lee"}}`. */
function nameOf(value: unknown): string {
  if (typeof value === 'number') return `Speaker ${value}`;
  if (typeof value === 'string') return value;
  if (!isObject(value)) return '';
  const own = isObject(value['user']) ? value['user'] : value;
  return nameFields.map((key) => own[key]).find((one) => typeof one === 'string') ?? '';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
