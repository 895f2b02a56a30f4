import { createRequire } from 'node:module';
import type { ts } from 'ts-morph';

export type { ts } from 'ts-morph';

let loaded: typeof ts | undefined;

/**
 * TypeScript's compiler, as ts-morph ships it. Loaded on first use, which takes about 0.15 s.
 *
 * All of ts-morph would take half as much time and memory again, for what is wrapped around the compiler. An import would first
 * read all of it for the names that it exports.
 */
export function typeScript(): typeof ts {
  if (loaded === undefined) {
    const tsMorph = createRequire(import.meta.url).resolve('ts-morph');
    loaded = createRequire(tsMorph)('@ts-morph/common/dist/typescript.js') as typeof ts;
  }
  return loaded;
}
