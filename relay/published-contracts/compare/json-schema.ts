/** An object of a JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** A JSON Schema as a whole, so that what its parts refer to can be found. */
export interface Document {
  readonly root: Schema;
}

export const everyType = ['null', 'boolean', 'object', 'array', 'number', 'string'] as const;

const typeNames = new Set<string>([...everyType, 'integer']);

/** Parses a text that is known to be a JSON object. An example of an answer is read as a schema for such answers. */
export function documentOf(text: string): Document {
  const value = asSchema(JSON.parse(text));
  return { root: isSchema(value) ? value : schemaOfExample(value) };
}

const annotations =
  '$schema $id $comment $defs definitions title description default examples deprecated readOnly writeOnly discriminator';
const assertions =
  '$ref type nullable properties required additionalProperties items prefixItems enum const anyOf oneOf allOf not if then else pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties patternProperties propertyNames contains';
const saysNothing = new Set(annotations.split(' '));
const keywords = new Set([...saysNothing, ...assertions.split(' ')]);

/** Whether an object is a schema, and not an example with a field that is called `type` or `items`. */
function isSchema(value: Schema): boolean {
  const { type, properties } = value;
  if ('$schema' in value || typeof value['$ref'] === 'string') return true;
  if (type !== undefined) return [type].flat().every((one) => typeNames.has(String(one)));
  if (typeof properties === 'object' && properties !== null) return true;
  return Object.keys(value).every((key) => keywords.has(key));
}

/** `true` allows everything, `false` nothing; a value that is not a schema allows everything. */
export function asSchema(value: unknown): Schema {
  if (value === false) return nothing;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Schema) : everything;
}

/** One object each, so that `===` tells whether it was compared already. */
const everything: Schema = {};
const nothing: Schema = { not: {} };

/** The schemas by their names under `properties`, `$defs` and the like. */
export function namedSchemas(value: unknown): Map<string, Schema> {
  return new Map(Object.entries(asSchema(value)).map(([name, one]) => [name, asSchema(one)]));
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The schema that `$ref` names in the document; the schema itself when it names one elsewhere, or is circular. */
export function resolve(schema: Schema, { root }: Document): Schema {
  let current = schema;
  for (let hops = 0; hops < 20; hops += 1) {
    const reference = current['$ref'];
    if (typeof reference !== 'string') return current;
    const target = reference.startsWith('#') ? at(root, reference.slice(1)) : undefined;
    if (target === undefined) return current;
    current = asSchema(target);
  }
  return schema;
}

function at(root: Schema, pointer: string): unknown {
  let value: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const inside = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    if (!inside) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The choices of a schema that is only `anyOf` or `oneOf`; undefined for other schemas. */
export function choicesOf(schema: Schema): Schema[] | undefined {
  const key = 'anyOf' in schema ? 'anyOf' : 'oneOf';
  const more = Object.keys(schema).some((other) => other !== key && !saysNothing.has(other));
  const choices = listOf(schema[key]);
  return more || choices.length === 0 ? undefined : choices.map(asSchema);
}

/** The names of the types that a schema allows; `integer` is a narrower `number`. */
export function typesOf(schema: Schema): string[] {
  const { type, nullable } = schema;
  const values = schema['enum'] ?? ('const' in schema ? [schema['const']] : undefined);
  const given = typeof type === 'string' ? [type] : listOf(type).map(String);
  const types = given.length > 0 ? given : values === undefined ? [...everyType] : typesIn(values);
  return nullable === true && !types.includes('null') ? [...types, 'null'] : types;
}

function typesIn(values: unknown): string[] {
  return [...new Set(listOf(values).map(typeOfValue))];
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The same text for the same value, whatever the order of its keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** A field of an example says its type by its value, or by the name of a type. */
function schemaOfExample(value: unknown): Schema {
  if (Array.isArray(value)) {
    return { type: 'array', ...(value.length > 0 && { items: schemaOfExample(value[0]) }) };
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, one]) => [name, schemaOfExample(one)]);
    return { type: 'object', properties: Object.fromEntries(fields) as unknown };
  }
  const named = typeof value === 'string' && typeNames.has(value);
  return { type: named ? value : typeOfValue(value) };
}
