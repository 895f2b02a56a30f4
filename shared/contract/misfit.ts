import type { z } from 'zod';
import { isDeeperThan, isRecord } from '../kernel/json.ts';
import { limits } from './fields.ts';

type Definition = z.core.$ZodTypes['_zod']['def'];
type Of<Type extends Definition['type']> = Extract<Definition, { type: Type }>;

/** An ordinary name: what a later version may call something that this one does not know. */
const word = /^[A-Za-z][\w.:-]{0,63}$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * Where a value that another process sent does not fit the schema of its answer, such as `.tasks[3].title` (empty for the
 * value itself); undefined when it fits.
 *
 * LNK-2: what a later version may add does fit. Fields that the schema does not have are passed over, and where it lists
 * the words that may stand, another word may. How long a text or a list is does not matter.
 */
export function misfitOf(schema: z.ZodType, value: unknown): string | undefined {
  return misfit((schema as unknown as z.core.$ZodTypes)._zod.def, value);
}

function misfit(def: Definition, value: unknown): string | undefined {
  switch (def.type) {
    case 'string':
      return unless(typeof value === 'string' && (!isTimestamp(def) || isMoment(value)));
    case 'number':
      return unless(typeof value === 'number' && fitsNumber(def, value));
    case 'boolean':
      return unless(typeof value === 'boolean');
    case 'enum':
      return unless(isWord(value) || Object.values(def.entries).includes(value as string));
    case 'literal':
      return unless(def.values.includes(value as string));
    case 'optional':
      return value === undefined ? undefined : misfitOf(inner(def), value);
    case 'nullable':
      return value === null ? undefined : misfitOf(inner(def), value);
    case 'array':
      return misfitOfList(def, value);
    case 'object':
      return misfitOfObject(def, value);
    case 'union':
      return misfitOfUnion(def, value);
    case 'unknown':
      return unless(!isDeeperThan(limits.jsonDepth, value));
    default:
      throw new Error(`No answer has a part of the kind ${def.type}: say here what fits it.`);
  }
}

function unless(fits: boolean): string | undefined {
  return fits ? undefined : '';
}

function inner(def: Of<'optional' | 'nullable'>): z.ZodType {
  return def.innerType as z.ZodType;
}

function isTimestamp(def: Of<'string'>): boolean {
  return 'format' in def && def.format === 'datetime';
}

function isMoment(value: string): boolean {
  return moment.test(value) && !Number.isNaN(Date.parse(value));
}

/** The name of what every object has is no word: it must not be looked up in a table. */
function isWord(value: unknown): boolean {
  return typeof value === 'string' && word.test(value) && !(value in Object.prototype);
}

/** Bounds count: a later loop may run over them. */
function fitsNumber(def: Of<'number'>, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  return (def.checks ?? []).every((check) => {
    const bound = check._zod.def as z.core.$ZodCheckLessThanDef & { format?: string };
    switch (bound.check as string) {
      case 'number_format':
        return Number.isSafeInteger(value);
      case 'less_than':
        return bound.inclusive ? value <= Number(bound.value) : value < Number(bound.value);
      case 'greater_than':
        return bound.inclusive ? value >= Number(bound.value) : value > Number(bound.value);
      default:
        return true;
    }
  });
}

function misfitOfList(def: Of<'array'>, value: unknown): string | undefined {
  if (!Array.isArray(value)) return '';
  const element = def.element as z.ZodType;
  for (let index = 0; index < value.length; index += 1) {
    const found = misfitOf(element, value[index]);
    if (found !== undefined) return `[${index}]${found}`;
  }
  return undefined;
}

function misfitOfObject(def: Of<'object'>, value: unknown): string | undefined {
  if (!isRecord(value)) return '';
  const shape = def.shape as z.core.$ZodLooseShape as Record<string, z.ZodType>;
  for (const name in shape) {
    const part = shape[name];
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const found = part && misfitOf(part, given);
    if (found !== undefined) return `.${name}${found}`;
  }
  for (const name in value) {
    if (name in shape && Object.hasOwn(shape, name)) continue;
    if (isDeeperThan(limits.jsonDepth, value[name])) return `.${name}`;
  }
  return undefined;
}

/**
 * By its kind, where the union has one: another word is of a later version. Else one of them fits and knows every field that any
 * of them knows: readers tell them apart by the fields.
 */
function misfitOfUnion(def: Of<'union'>, value: unknown): string | undefined {
  const options = def.options as readonly z.ZodType[];
  if ('discriminator' in def) return misfitByKind(String(def.discriminator), options, value);
  const named = namesOf(options, value);
  const fits = options.some((option) => {
    if (misfitOf(option, value) !== undefined) return false;
    return named.every((name) => name in shapeOf(option));
  });
  return unless(fits);
}

function misfitByKind(
  name: string,
  options: readonly z.ZodType[],
  value: unknown,
): string | undefined {
  if (!isRecord(value)) return '';
  const kind = value[name];
  const known = options.find((option) => {
    const schema = (shapeOf(option) as Record<string, z.ZodType>)[name];
    return schema !== undefined && misfitOf(schema, kind) === undefined;
  });
  if (known === undefined) return isWord(kind) ? undefined : `.${name}`;
  return misfitOf(known, value);
}

function namesOf(options: readonly z.ZodType[], value: unknown): string[] {
  if (!isRecord(value)) return [];
  return Object.keys(value).filter((name) =>
    options.some((option) => Object.hasOwn(shapeOf(option), name)),
  );
}

function shapeOf(schema: z.ZodType): object {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  return def.type === 'object' ? def.shape : {};
}
