import { z } from 'zod';
import { anchor, code, escaped, item } from './markdown.ts';

/** What of a JSON Schema the reference shows. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly format?: string;
  readonly default?: unknown;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

/** The JSON Schema of a schema; records that have an `id` in zod's registry are references to it. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

/** What a request may hold. zod tells some defaults only of what comes out of a schema. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const given = jsonSchema(schema, 'input');
  const parsed = jsonSchema(schema, 'output').properties ?? {};
  const properties = Object.entries(given.properties ?? {}).map(([name, field]) => {
    const { default: value } = parsed[name] ?? {};
    return [name, value === undefined ? field : { ...field, default: value }] as const;
  });
  return { ...given, properties: Object.fromEntries(properties) };
}

/** The fields of an object as a list, those of objects in it one step further in. */
export function fieldList(schema: JsonSchema, depth = 0, leftOut: readonly string[] = []): string {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, field]) => fieldItem(name, field, { isRequired: required.has(name), depth }))
    .join('\n');
}

interface Place {
  readonly isRequired: boolean;
  readonly depth: number;
}

function fieldItem(name: string, field: JsonSchema, { isRequired, depth }: Place): string {
  const words = [typeText(field)];
  if (field.default !== undefined && field.default !== '')
    words.push(`default ${code(JSON.stringify(field.default))}`);
  const more = field.description === undefined ? '' : `. ${escaped(field.description)}`;
  const head = item(`${code(isRequired ? name : `${name}?`)}: ${words.join(', ')}${more}`, depth);
  const inner = objectsIn(field).map((object) => fieldList(object, depth + 1));
  return [head, ...inner.filter((text) => text !== '')].join('\n');
}

/** The objects whose fields are listed below the field. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  if (schema.properties !== undefined) return [schema];
  if (schema.items !== undefined) return objectsIn(schema.items);
  return choicesOf(schema).flatMap(objectsIn);
}

function choicesOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] {
  return anyOf ?? oneOf ?? [];
}

/** What a value is, in a few words. */
export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return recordLink(schema.$ref.replace('#/$defs/', ''));
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return oneOfText(schema.enum);
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeText))].join(' or ');
  switch (schema.type) {
    case 'array':
      return `list of ${typeText(schema.items ?? {})}${atMost(schema.maxItems)}`;
    case 'object':
      return 'object';
    case 'string':
      return stringText(schema);
    case 'integer':
      return `whole number${rangeText(schema)}`;
    case 'number':
      return `number${rangeText(schema)}`;
    case 'boolean':
      return 'boolean';
    case 'null':
      return code('null');
    default:
      return 'any value';
  }
}

export function recordLink(name: string): string {
  return `[${name}](#${anchor(name)})`;
}

function oneOfText(values: readonly unknown[]): string {
  const shown = values.map((value) => code(String(value)));
  return shown.length === 1 ? shown.join('') : `one of ${shown.join(', ')}`;
}

function stringText({ format, minLength = 0, maxLength }: JsonSchema): string {
  if (format === 'date-time') return 'timestamp';
  if (maxLength !== undefined) {
    return minLength > 0
      ? `text of ${minLength} to ${maxLength} characters`
      : `text of at most ${maxLength} characters`;
  }
  return minLength > 0 ? 'text, not empty' : 'text';
}

function rangeText({ minimum, maximum }: JsonSchema): string {
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return ` from ${least}`;
  return most === undefined ? '' : ` up to ${most}`;
}

function atMost(count: number | undefined): string {
  return count === undefined ? '' : `, at most ${count}`;
}
