import { isRecord } from '../kernel/json.ts';
import type { Redaction } from '../contract/redactions.ts';
import type { TextField } from '../contract/written-fields.ts';
import { redactJson, type Tell } from './redact-json.ts';
import { longText, redactInSteps, redactText, type RedactedText } from './redact.ts';

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
  redact: Redact = redactText,
): CleanInput<Input> {
  const redacted: Redaction[] = [];
  const tell: Tell = (field, removed) => {
    for (const { kind, count } of removed) redacted.push({ field, kind, count });
  };
  let clean: unknown = input;
  for (const field of fields) {
    if (field.written !== undefined)
      clean = redactAt(clean, { field, depth: 0, at: '', tell, redact });
  }
  return { input: clean as Input, redacted };
}

/** The same, a long text in steps: `pause` is waited for in between. */
export async function redactInputInSteps<Input extends Json>(
  fields: readonly TextField[],
  input: Input,
  pause: () => Promise<unknown>,
): Promise<CleanInput<Input>> {
  const known = new Map<string, RedactedText>();
  for (const value of Object.values(input)) {
    if (typeof value !== 'string' || value.length < longText) continue;
    known.set(value, await redactInSteps(value, pause));
  }
  return redactInput(fields, input, (text) => known.get(text) ?? redactText(text));
}

type Redact = (text: string) => RedactedText;

/** A text without its secrets, no longer than `maxLength`. */
export function redactField(text: string, maxLength: number, redact: Redact = redactText) {
  const { text: clean, removed } = redact(text);
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
  readonly redact: Redact;
}

function redactAt(value: unknown, place: Place): unknown {
  const { field, depth, at } = place;
  const step = field.path[depth];
  if (step === undefined) return redactValue(value, place);
  if (step === '[]') {
    if (!Array.isArray(value)) return value;
    return mapped(value, (item, index) =>
      redactAt(item, { ...place, depth: depth + 1, at: `${at}[${index}]` }),
    );
  }
  if (!isRecord(value) || value[step] === undefined) return value;
  const before = value[step];
  const after = redactAt(before, { ...place, depth: depth + 1, at: joined(at, step) });
  return after === before ? value : { ...value, [step]: after };
}

function redactValue(value: unknown, { field, at, tell, redact }: Place): unknown {
  if (field.holds === 'json') return redactJson(value, at, tell);
  if (typeof value !== 'string') return value;
  const { text, removed } = redactField(value, field.written ?? value.length, redact);
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
