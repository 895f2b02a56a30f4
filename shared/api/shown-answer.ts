import { asExact, asText } from '../kernel/display.ts';

/** The fields whose strings are names that agents pass on (TXT-2), also those in a list of that name. */
const exactField =
  /^(name|reserved|released|callers|callees|workstream)$|(^|_)(ids?|sessions?|files?|paths?|symbols?|symbol_names|branch|branches|sha|hash|slug|url)$/;

/** TXT-4: the answer as an agent may read it, key by key; everything that is not a string stays. */
export function shownAnswer(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return exactField.test(field) ? asExact(value) : asText(value);
  if (Array.isArray(value)) return value.map((item) => shownAnswer(item, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [asExact(key), shownAnswer(inner, key)]),
  );
}
