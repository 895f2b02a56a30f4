import type { Redaction } from '../contract/redactions.ts';
import type { TextField } from '../contract/written-fields.ts';
import { redactJson, type Tell } from './redact-json.ts';
import { redactText } from './redact.ts';

type Json = Readonly<Record<string, unknown>>;

/** An input without the secrets in what people wrote, and what was removed. */
export interface CleanInput<Input> {
  readonly input: Input;
  readonly redacted: readonly Redaction[];
}

/** RED-1: redacts those fields of a parsed input. The same object comes back when there was nothing to remove. */
export function redactInput<Input extends Json>(
  fields: readonly TextField[],
  input: Input,
): CleanInput<Input> {
  const redacted: Redaction[] = [];
  const tell: Tell = (field, removed) => {
    for (const { kind, count } of removed) redacted.push({ field, kind, count });
  };
  let clean: unknown = input;
  for (const field of fields) {
    if (field.written !== undefined) clean = redactAt(clean, { field, depth: 0, at: '', tell });
  }
  return { input: clean as Input, redacted };
}

/** A text without its secrets, no longer than `maxLength`. */
export function redactField(text: string, maxLength: number) {
  const { text: clean, removed } = redactText(text);
  return {
    text: clean.length <= maxLength ? clean : clean.slice(0, maxLength).toWellFormed(),
    removed,
  };
}

interface Place {
  readonly field: TextField;
  /** How many steps of the field's path were taken. */
  readonly depth: number;
  /** The path so far, as people read it. */
  readonly at: string;
  readonly tell: Tell;
}

function redactAt(value: unknown, place: Place): unknown {
  const { field, depth, at, tell } = place;
  const step = field.path[depth];
  if (step === undefined) return redactValue(value, place);
  if (step === '[]') {
    if (!Array.isArray(value)) return value;
    return mapped(value, (item, index) =>
      redactAt(item, { field, depth: depth + 1, at: `${at}[${index}]`, tell }),
    );
  }
  if (!isObject(value) || value[step] === undefined) return value;
  const before = value[step];
  const after = redactAt(before, { field, depth: depth + 1, at: joined(at, step), tell });
  return after === before ? value : { ...value, [step]: after };
}

function redactValue(value: unknown, { field, at, tell }: Place): unknown {
  if (field.holds === 'json') return redactJson(value, at, tell);
  if (typeof value !== 'string') return value;
  const { text, removed } = redactField(value, field.written ?? value.length);
  tell(at, removed);
  return text;
}

function mapped(items: readonly unknown[], change: (item: unknown, index: number) => unknown) {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}

function joined(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
