import { parseJson } from './json.ts';

/** How many places of a text are tried: each is a pass over all that follows. */
const maxPlaces = 10;

/**
 * The JSON in a text with words around it, which may have brackets too: the first value from `open` to its end that `isWanted`,
 * else the first one at all; undefined without one.
 */
export function jsonIn(
  text: string,
  open: '{' | '[',
  isWanted: (value: unknown) => boolean,
): unknown {
  let [first, places] = [undefined as unknown, 0];
  for (let at = text.indexOf(open); at !== -1 && places < maxPlaces; places += 1) {
    const end = endOf(text, at);
    const value = end === undefined ? undefined : parseJson(text.slice(at, end));
    if (value !== undefined && isWanted(value)) return value;
    first ??= value;
    at = text.indexOf(open, value === undefined ? at + 1 : end);
  }
  return first;
}

/** Where what opens at `from` is closed: behind its last bracket. Brackets in strings do not count. */
function endOf(text: string, from: number): number | undefined {
  let [depth, isInString] = [0, false];
  for (let at = from; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '\\') at += 1;
    else if (mark === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (mark === '{' || mark === '[') depth += 1;
    else if ((mark === '}' || mark === ']') && --depth === 0) return at + 1;
  }
  return undefined;
}
