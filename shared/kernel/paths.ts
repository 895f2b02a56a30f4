import { isRefusal, refuse, type Refusal } from './refusal.ts';

export const maxPathLength = 1024;

/** Of a path as a client gives it, absolute and with links: no system opens a longer one. In characters. */
export const maxGivenPathLength = 4_096;

/** Keys of rows must fit into a database's index, so what they are made of is bounded in bytes of UTF-8. */
const maxPathKeyBytes = 1_600;

/** Nearly every path: its one spelling already, since no part of it is empty or begins with a dot. */
const spelledRight = /^[\w@-][\w@.-]*(?:\/[\w@-][\w@.-]*)*$/;

/**
 * PTH-1: the one spelling of a path: relative to the repository, `/` between parts, NFC, without `.`, `..` or `//`.
 * Refused with a ValidationError: absolute, drive and UNC forms, file URLs, NUL, and what escapes by `..`.
 */
export function canonicalPath(raw: string): string | Refusal {
  if (raw.length <= maxPathLength && spelledRight.test(raw)) return raw;
  // As it will be spelled: the sign of the kelvin becomes the letter of a drive.
  const spelled = raw.length <= maxPathLength ? raw.normalize('NFC') : raw;
  const problem = problemOf(spelled);
  if (problem !== undefined) return invalidPath(problem);
  const parts: string[] = [];
  for (const part of spelled.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return invalidPath('leads out of the repository');
  }
  if (parts.length === 0) return invalidPath('names no file');
  const path = parts.join('/');
  const fits = isPlainAscii(path) || fitsInto(pathKey(path), maxPathKeyBytes);
  return fits ? path : invalidPath(`is longer than ${maxPathKeyBytes} bytes of UTF-8`);
}

/** CON-1: refuses what is too long before anything takes it apart; undefined for all other paths. */
export function tooLongPath(
  raw: string,
  maxLength: number = maxGivenPathLength,
): Refusal | undefined {
  return raw.length > maxLength ? invalidPath(tooLong(maxLength)) : undefined;
}

/** Whether a text takes at most `maxBytes` in UTF-8, where a UTF-16 unit takes at most three. */
export function fitsInto(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes || new TextEncoder().encode(text).length <= maxBytes;
}

/** Whether a path says itself where it lies, as `/a`, `C:\\a` and `file:///a` do. */
export function saysPlace(raw: string): boolean {
  return /^[/\\]|^[A-Za-z]:/.test(raw) || isFileUrl(raw);
}

export function isFileUrl(raw: string): boolean {
  return /^file:\/\//i.test(raw);
}

function problemOf(raw: string): string | undefined {
  if (raw.length > maxPathLength) return tooLong(maxPathLength);
  if (raw.includes('\0')) return 'contains a NUL character';
  if (/^[/\\]/.test(raw)) return 'is absolute; give it relative to the repository';
  if (isFileUrl(raw)) return 'is a file URL; give it relative to the repository';
  if (/^[A-Za-z]:/.test(raw)) return 'has a drive letter; give it relative to the repository';
  if (!raw.isWellFormed()) return 'is not valid Unicode';
  return undefined;
}

function tooLong(maxLength: number): string {
  return `is longer than ${maxLength} characters`;
}

/** The names that are paths, in canonical form; a language model may name what is none. */
export function pathsAmong(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const path = canonicalPath(name);
    return isRefusal(path) ? [] : [path];
  });
}

/** What is wrong with a path, as a sentence that begins with the field. */
export function invalidPath(problem: string): Refusal {
  return refuse('ValidationError', `file_path ${problem}.`, { field: 'file_path' });
}

/**
 * PTH-2: two paths are the same file if their keys are equal. Folding goes through NFD and upper case so that
 * letters whose lower-case forms differ (such as long s and s) still meet; lower case comes first for the capital sharp s,
 * which is its own upper case.
 */
export function pathKey(path: string): string {
  return isPlainAscii(path)
    ? path.toLowerCase()
    : path.normalize('NFD').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

function isPlainAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
