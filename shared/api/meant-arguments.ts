import { z } from 'zod';
import { isRecord, parseJson } from '../kernel/json.ts';
import { itemsOf } from '../contract/fields.ts';
import { withoutNulls } from '../contract/read-input.ts';

/**
 * MCP-3: the value with what an agent wrote as text where the schema wants a list, an object or a switch, at every level. What
 * cannot be meant stays as it is, for the schema to say what is wrong.
 */
export function asMeant(schema: unknown, value: unknown): unknown {
  const wanted = unwrapped(schema);
  if (wanted instanceof z.ZodArray) {
    const list = typeof value === 'string' ? listIn(value) : value;
    return Array.isArray(list) ? list.map((item) => asMeant(wanted.element, item)) : list;
  }
  if (wanted instanceof z.ZodObject) {
    const record = typeof value === 'string' ? parseJson(value) : value;
    return isRecord(record) ? fieldsAsMeant(wanted.shape, record) : value;
  }
  if (wanted instanceof z.ZodBoolean) return switches.get(value) ?? value;
  return value;
}

const switches: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** The fields of a record, each as its schema wants it. */
function fieldsAsMeant(shape: z.ZodObject['shape'], record: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(withoutNulls(shape, record)).map(([field, value]) => {
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
    return [field, asMeant(schema, value)] as const;
  });
  return Object.fromEntries(entries);
}

/** One of JSON may hold more than texts. */
function listIn(text: string): unknown {
  return text.trimStart().startsWith('[') ? (parseJson(text) ?? text) : itemsOf(text);
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap())
    : schema;
}
