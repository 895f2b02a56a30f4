import { itemsOf, limits } from '../../shared/contract/fields.ts';
import { canonicalPath } from '../../shared/kernel/paths.ts';
import { isRefusal, refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** The canonical paths of a record's `files`, each once. Refused with a ValidationError that names the field. */
export function filesOf(given: string | readonly string[] | undefined): string[] | Refusal {
  const files = new Set<string>();
  for (const raw of itemsOf(given)) {
    const path = canonicalPath(raw);
    if (isRefusal(path)) return about('files', path);
    files.add(path);
  }
  if (files.size <= limits.filesPerRecord) return [...files];
  const text = `files has ${files.size} items; at most ${limits.filesPerRecord} are taken.`;
  return refuse('ValidationError', text, { field: 'files' });
}

/** The canonical path of the query parameter `file`. */
export function fileOf(given: string | undefined): string | undefined | Refusal {
  const path = given === undefined ? undefined : canonicalPath(given);
  return isRefusal(path) ? about('file', path) : path;
}

function about(field: string, refusal: Refusal): Refusal {
  return refuse('ValidationError', refusal.message.replace('file_path', field), { field });
}
