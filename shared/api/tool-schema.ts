import { z } from 'zod';

export interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
}

/** Schema keywords that an agent does not need: the refusal of a wrong call says them. */
const omitted: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
]);

/** The JSON schema of a tool's input, without what an agent does not need. */
export function compactSchema(schema: z.ZodType): ObjectSchema {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return strip(json) as ObjectSchema;
}

/** Drops the omitted keywords from a schema and from the schemas in it, but never a property of that name. */
function strip(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strip);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !omitted.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      keyword === 'properties' ? mapValues(value as object, strip) : strip(value),
    ]),
  );
}

function mapValues<T>(object: object, change: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
