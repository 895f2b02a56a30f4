import { createRequire } from 'node:module';
import type { ts } from 'ts-morph';

export type { ts } from 'ts-morph';
export type Compiler = typeof ts;

let loaded: Compiler | undefined;

/** TypeScript's own parser; it takes a moment to load, so only the first comparison of TypeScript loads it. */
export function compiler(): Compiler {
  // An import would first read all of it for the names that it exports.
  loaded ??= (createRequire(import.meta.url)('ts-morph') as { readonly ts: Compiler }).ts;
  return loaded;
}
