import { z } from 'zod';
import { asText } from '../kernel/display.ts';

/** One item of a model's answer, as far as it has the form asked for. */
export interface Mended<Item> {
  /** Undefined where too little of it has. */
  readonly item: Item | undefined;
  /** Why there is none, in words for the model. */
  readonly problem: string;
  /** What of an item is left out, as people know it: its title, the field and its words. */
  readonly leftOut: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;
type Issues = readonly z.core.$ZodIssue[];

/**
 * MTG-17: what is wrong costs no more than itself. Null and empty fields are none, a text over its limit is cut, a bad entry of a list
 * goes alone, and a field that may be left out is left out where it cannot be read.
 */
export function mendedItem<Item>(
  given: unknown,
  schema: z.ZodObject & z.ZodType<Item>,
): Mended<Item> {
  const strict = schema.safeParse(given);
  if (strict.success) return { item: strict.data, problem: '', leftOut: [] };
  const problem = z.prettifyError(strict.error).replace(/\s+/g, ' ').slice(0, 300);
  if (typeof given !== 'object' || given === null) return { item: undefined, problem, leftOut: [] };
  const fields = mapped(given as Fields, strict.error.issues, mendedField);
  const second = schema.safeParse(fields);
  const wrong = second.success ? [] : second.error.issues;
  const third = schema.safeParse(mapped(fields, wrong, () => undefined));
  const item = third.success ? third.data : undefined;
  return { item, problem, leftOut: lost(given as Fields, strict.error.issues, item ?? {}) };
}

/** The transcript's own words are not found once they are cut; without them they are looked for by the title (MTG-7). */
const quote = 'sentence';

/** With the fields that have issues as `mend` gives them; what it gives as undefined is left out. */
function mapped(
  fields: Fields,
  issues: Issues,
  mend: (value: unknown, issues: Issues, name: string) => unknown,
): Fields {
  const entries = Object.entries(fields).map(([name, value]) => {
    const its = issues.filter(({ path }) => path[0] === name);
    return [name, its.length === 0 ? value : mend(value, its, name)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function mendedField(value: unknown, issues: Issues, name: string): unknown {
  if (saysNothing(value) || name === quote) return undefined;
  const most = mostOf(issues);
  if (Array.isArray(value)) {
    const bad = new Set(issues.map(({ path }) => path[1]));
    return value.filter((_, at) => !bad.has(at)).slice(0, most);
  }
  if (typeof value !== 'string') return value;
  if (issues.some((one) => one.code === 'invalid_type' && one.expected === 'array')) return [value];
  return dayIn(value) ?? asText(value, most);
}

/** Of the field itself, not of its entries. */
function mostOf(issues: Issues): number | undefined {
  const tooBig = issues.find(({ code, path }) => code === 'too_big' && path.length === 1);
  return tooBig?.code === 'too_big' ? Number(tooBig.maximum) : undefined;
}

/** The day of a moment, as it is written: `2026-12-04T00:00:00Z` is of 4 December. */
function dayIn(text: string): string | undefined {
  return /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim())?.[1];
}

function saysNothing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && !value.trim());
}

/** What was said and is not in the item: fields without a value there, and entries of lists. */
function lost(given: Fields, issues: Issues, item: object): string[] {
  const title = given['title'] ?? given['action'];
  const names = [...new Set(issues.map(({ path }) => String(path[0])))].filter(
    (name) => name !== quote,
  );
  return names.flatMap((name) => {
    const kept = (item as Fields)[name];
    const value = given[name];
    const words = Array.isArray(value) ? wordsLost(value, kept) : kept === undefined ? [value] : [];
    return words
      .filter((one) => !saysNothing(one))
      .map((one) => `${asWords(title)}: ${name} ${asWords(one)}`);
  });
}

function wordsLost(value: readonly unknown[], kept: unknown): unknown[] {
  const left = new Set(Array.isArray(kept) ? kept : []);
  return value.filter((one) => typeof one === 'string' && !left.has(one.trim()));
}

function asWords(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '').slice(0, 100);
}
