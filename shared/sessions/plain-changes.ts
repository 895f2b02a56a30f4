import { limits } from '../contract/fields.ts';

const plainId = /^[ -~]{1,500}$/;
const treeName = /^[0-9a-z]{1,64}$/;
const blobId = /^([0-9a-f]{40}|[0-9a-f]{64})?$/;

/** Whether the schema of `changes` takes the value, and leaves it unchanged: nothing unknown is in it, and nothing unusual. */
export function isPlainChanges(value: unknown): boolean {
  if (!hasOnly(value, isFieldOfChanges)) return false;
  const { base, parts } = value as { base?: unknown; parts?: unknown };
  return base !== undefined && parts !== undefined;
}

function isFieldOfChanges(name: string, value: unknown): boolean {
  if (name === 'base') return typeof value === 'string' && blobId.test(value);
  if (name === 'tree') return typeof value === 'string' && treeName.test(value);
  return name === 'parts' && isList(value, limits.symbolsPerFile, isPart);
}

function isPart(value: unknown): boolean {
  if (!hasOnly(value, isFieldOfPart)) return false;
  const { symbol_id: id, lines } = value as { symbol_id?: unknown; lines?: unknown };
  return id !== undefined && lines !== undefined;
}

function isFieldOfPart(name: string, value: unknown): boolean {
  if (name === 'lines') return isList(value, limits.rangesPerPart, isRange);
  if (name === 'older') return isList(value, limits.olderBases, isOlder);
  if (name === 'within') return value === '' || (isPlainId(value) && !value.includes('#'));
  return name === 'symbol_id' && isPlainId(value);
}

function isOlder(value: unknown): boolean {
  if (!hasOnly(value, isFieldOfOlder)) return false;
  const { base, ranges } = value as { base?: unknown; ranges?: unknown };
  return base !== undefined && ranges !== undefined;
}

function isFieldOfOlder(name: string, value: unknown): boolean {
  if (name === 'base') return typeof value === 'string' && blobId.test(value);
  return name === 'ranges' && isList(value, limits.rangesPerPart, isRange);
}

function isPlainId(value: unknown): value is string {
  return typeof value === 'string' && plainId.test(value);
}

function isRange(value: unknown): boolean {
  if (!hasOnly(value, isFieldOfRange)) return false;
  const { start, end } = value as { start?: number; end?: number };
  return start !== undefined && end !== undefined && start <= end;
}

function isFieldOfRange(name: string, value: unknown): boolean {
  if (name === 'adds_imports') return typeof value === 'boolean';
  if (name !== 'start' && name !== 'end') return false;
  return (
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= limits.lineNumber
  );
}

function isList(value: unknown, max: number, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= max && value.every(isItem);
}

function hasOnly(value: unknown, isField: (name: string, field: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name in value) if (!isField(name, value[name as never])) return false;
  return true;
}
