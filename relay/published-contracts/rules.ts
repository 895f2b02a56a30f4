import { compareJsonSchemas } from './compare/compare-json.ts';
import { compareTypeScript } from './compare/compare-typescript.ts';
import { Changes, notComparable } from './compare/changes.ts';
import type { ContractChange } from '../../shared/published-contracts/contract.ts';

export type ContractLanguage = 'typescript' | 'json-schema';

export interface PublishedSchema {
  readonly language: ContractLanguage;
  readonly schema: string;
}

/** PUB-2: the changes from `before` to `after`; none when they are equal. */
export function compareContracts(
  before: PublishedSchema,
  after: PublishedSchema,
): ContractChange[] {
  if (before.schema.trim() === after.schema.trim()) return [];
  const changes = new Changes();
  const tooDeep = [before, after].some(({ schema }) => nesting(schema) > maxDepth);
  if (before.language !== after.language || tooDeep) changes.add(notComparable(''));
  else if (after.language === 'json-schema')
    compareJsonSchemas(before.schema, after.schema, changes);
  else compareTypeScript(before.schema, after.schema, changes);
  return changes.list;
}

/** PUB-1: a JSON object is a JSON Schema; whatever else is TypeScript. */
export function languageOf(schema: string): ContractLanguage {
  if (!schema.trimStart().startsWith('{')) return 'typescript';
  try {
    JSON.parse(schema);
    return 'json-schema';
  } catch {
    return 'typescript';
  }
}

export function isBreaking(changes: readonly ContractChange[]): boolean {
  return changes.some(({ breaking }) => breaking);
}

/** Deeper schemas are not compared, since the comparison is recursive. */
const maxDepth = 64;

/** How deep the brackets of a text go. Brackets in strings count too, so it may be too high but never too low. */
function nesting(text: string): number {
  let depth = 0;
  let most = 0;
  for (const char of text) {
    if ('{[('.includes(char)) most = Math.max(most, (depth += 1));
    else if ('}])'.includes(char)) depth = Math.max(0, depth - 1);
  }
  return most;
}
