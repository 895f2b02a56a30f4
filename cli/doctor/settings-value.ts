import { parse } from 'smol-toml';

/** Reads of settings that a client keeps for its user: anything may be missing or of another type. */

/** What lies under these keys; undefined where the way ends. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

/** Undefined for what is not JSON; no file at all is an empty object. */
export function jsonIn(text: string | undefined): unknown {
  return attempt(() => JSON.parse(text ?? '{}'));
}

/** The same for TOML. */
export function tomlIn(text: string | undefined): unknown {
  return attempt(() => parse(text ?? ''));
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
