import type { LogEvent } from '../../../../shared/contract/events/events.ts';
import { mayBeIndexed } from '../../../../shared/symbols/indexed.ts';
import { pathKey } from '../../../../shared/kernel/paths.ts';

/** The files with those that events name and that were not known, in their order; the same list where there are none. */
export function filesAfter(
  files: readonly string[],
  events: readonly LogEvent[],
): readonly string[] {
  const known = new Set(files.map(pathKey));
  const named = events.flatMap((event) => (event.type === 'graph_changed' ? event.files : []));
  const added = named.filter((file) => !known.has(pathKey(file)));
  if (added.length === 0) return files;
  const all = [...files, ...new Set(added)];
  return all.sort((a, b) => (pathKey(a) < pathKey(b) ? -1 : 1));
}

/** DEC-16: those of the files that the index would have and does not; none while it is not known, or there is none. */
export function unknownAmong(
  files: readonly string[],
  known: readonly string[] | undefined,
): readonly string[] {
  if (known === undefined || known.length === 0) return [];
  const keys = new Set(known.map(pathKey));
  return files.filter((file) => mayBeIndexed(file) && !keys.has(pathKey(file)));
}

/** Whether a file may be gone after these events: symbols are, and the log does not say of files. */
export function mayBeGone(events: readonly LogEvent[]): boolean {
  return events.some((event) => event.type === 'graph_changed' && event.removed.length > 0);
}
