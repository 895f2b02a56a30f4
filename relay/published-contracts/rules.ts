import { compareJsonSchemas } from './compare/compare-json.ts';
import { compareTypeScript } from './compare/compare-typescript.ts';
import { Changes, notComparable } from './compare/changes.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';
import {
  textForm,
  type ContractChange,
  type PublishedContract,
} from '../../shared/published-contracts/contract.ts';

export type ContractLanguage = PublishedContract['language'];

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
  const isText = after.language === 'text';
  if (before.language !== after.language || isText || tooDeep) changes.add(notComparable(''));
  else if (after.language === 'json-schema')
    compareJsonSchemas(before.schema, after.schema, changes);
  else compareTypeScript(before.schema, after.schema, changes);
  return changes.list;
}

/**
 * PUB-1: a JSON object is a JSON Schema. Else the text is in the form that the name says, or all files where the name says none;
 * whatever else is TypeScript.
 */
export function languageOf(schema: string, { name, files }: Named = unnamed): ContractLanguage {
  if (schema.trimStart().startsWith('{') && isJson(schema)) return 'json-schema';
  const isText =
    textForm.test(name) || (files.length > 0 && files.every((file) => textForm.test(file)));
  return isText ? 'text' : 'typescript';
}

/** PUB-1: a JSON array could be read as a tuple type, and is neither that nor a JSON Schema to whoever wrote it. */
export function refuseArray({ language, schema }: PublishedSchema): Refusal | undefined {
  if (language !== 'typescript' || !schema.trimStart().startsWith('[') || !isJson(schema))
    return undefined;
  return refuse(
    'ValidationError',
    'schema is a JSON array, and a JSON Schema is an object. Publish the object that describes it, such as ' +
      '{"type":"array","items":{"type":"number"}}; a tuple type of TypeScript is given a name: type Pair = [1, 2].',
    { field: 'schema' },
  );
}

/** What a publication says of its form. */
export interface Named {
  readonly name: string;
  readonly files: readonly string[];
}

const unnamed: Named = { name: '', files: [] };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
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
