import type { z } from 'zod';
import { writtenByPeople } from './fields.ts';

/** A field of an input that holds text, or any JSON. */
export interface TextField {
  /** The names that lead to it; `[]` for each item of a list, `*` for each value of a record. */
  readonly path: readonly string[];
  /** `json`: any value, with texts somewhere in it. */
  readonly holds: 'text' | 'json';
  /** RED-1: the most characters of what people and agents write; undefined for what must stay as it is. */
  readonly written: number | undefined;
}

/** Zod's description of a schema, as far as it leads to the texts in it. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
}

/** Every field of a schema that can hold a text, in the order of its declaration. */
export function textFieldsOf(schema: z.ZodType, path: readonly string[] = []): TextField[] {
  const found = schema._zod.def as unknown as Definition;
  const written = writtenByPeople.get(schema)?.maxLength;
  if (found.type === 'string') return [{ path, holds: 'text', written }];
  if (found.type === 'unknown' || found.type === 'any') return [{ path, holds: 'json', written }];
  return childrenOf(found).flatMap(([step, child]) => textFieldsOf(child, [...path, ...step]));
}

function childrenOf(found: Definition): [step: string[], child: z.ZodType][] {
  const { shape = {}, options = [], element, valueType, innerType } = found;
  const named = Object.entries(shape).map(([name, child]): [string[], z.ZodType] => [
    [name],
    child,
  ]);
  const others: [string[], z.ZodType | undefined][] = [
    ...options.map((option): [string[], z.ZodType] => [[], option]),
    [['[]'], element],
    [['*'], valueType],
    [[], innerType],
    // A preprocessing step has what people write behind it, every other pipe before.
    [[], (found.in?._zod.def.type as string) === 'transform' ? found.out : found.in],
  ];
  return [
    ...named,
    ...others.flatMap(([step, child]) => (child ? [[step, child] as [string[], z.ZodType]] : [])),
  ];
}
