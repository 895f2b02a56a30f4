import type { LogEvent } from '../../shared/contract/events/events.ts';
import { pathKey } from '../../shared/kernel/paths.ts';
import { fileOfSymbol } from '../../shared/kernel/symbol-id.ts';

/**
 * Fields that name a record or a file. All others are left out, because a title, a task or a person's name may be the same
 * word as a workstream's slug.
 */
const naming =
  /^(?:id|assignee|callers|commit|files?|removed|sessions|slug|symbols?|workstream)$|_(?:id|session|symbols)$/;

/** FED-5: whether an event names this: an id, a slug, a commit, or a file, be it by one of its symbols. */
export function isNamedIn({ seq: _seq, at: _at, ...event }: LogEvent, about: string): boolean {
  const key = pathKey(about);
  return someName(event, (name) => name === about || isFile(name, key));
}

/** PTH-2. Ids have a prefix and no slash, so none of them is taken for the path of a file. */
function isFile(name: string, key: string): boolean {
  return pathKey(name) === key || pathKey(fileOfSymbol(name)) === key;
}

function someName(value: object, matches: (name: string) => boolean): boolean {
  return Object.entries(value).some(([field, part]) => someNameIn(field, part, matches));
}

function someNameIn(field: string, part: unknown, matches: (name: string) => boolean): boolean {
  if (typeof part === 'string') return naming.test(field) && matches(part);
  if (Array.isArray(part)) return part.some((item) => someNameIn(field, item, matches));
  return typeof part === 'object' && part !== null && someName(part, matches);
}

/** What the text of every event contains that names this: a pattern of SQL for lower-case text. */
export function patternOf(about: string): string {
  const inJson = JSON.stringify(about).slice(1, -1);
  // What databases make of other letters in lower case differs, and one letter may have two spellings.
  const plain = inJson.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  return `%${plain.replaceAll(/[^ -~]+/g, '%')}%`;
}
