import type { Refusal } from '../../../../../shared/kernel/refusal.ts';

/** What is wrong, by the field of the form; `elsewhere` has what is about none of them. Empty where nothing is. */
export type Problems<Name extends string> = Readonly<Record<Name | 'elsewhere', string>>;

/** DSH-4: the words of a refusal, at the field that it is about. It may name a part of one, such as `files.0`. */
export function problemsOf<Name extends string>(
  refusal: Refusal | undefined,
  fields: readonly Name[],
): Problems<Name> {
  const [about] = String(refusal?.details['field'] ?? '').split('.');
  const place = fields.find((field) => field === about) ?? 'elsewhere';
  const none = Object.fromEntries([...fields, 'elsewhere'].map((name) => [name, '']));
  return { ...none, [place]: refusal?.message ?? '' } as Problems<Name>;
}
