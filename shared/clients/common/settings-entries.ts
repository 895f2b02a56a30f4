export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Something that coord wants in a settings file. Entries and places with the same id are the same thing. */
export interface Entry {
  id: string;
  /** Keys from the root; `-` at the end appends to a list. */
  path: readonly string[];
  value: Json;
}

/** Something of coord's that stands in a settings file. */
export interface EntryLocation {
  id: string;
  path: readonly (string | number)[];
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
