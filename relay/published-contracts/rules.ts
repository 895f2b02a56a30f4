import { compareJsonSchemas } from './compare/compare-json.ts';
import { compareTypeScript } from './compare/compare-typescript.ts';
import { Changes, notComparable } from './compare/changes.ts';
import type {
  ContractChange,
  PublishedContract,
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

/** How files are called that hold an interface in another form than TypeScript or JSON. */
const textForm =
  /\.(?:ya?ml|raml|graphqls?|gql|proto|thrift|avdl|fbs|capnp|smithy|tsp|wsdl|xsd|wit|idl)$/iu;

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
