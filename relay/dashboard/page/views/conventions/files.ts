import type { LogEvent } from '../../../../../shared/contract/events.ts';
import { pathKey } from '../../../../../shared/kernel/paths.ts';

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

/** Whether a file may be gone after these events: symbols are, and the log does not say of files. */
export function mayBeGone(events: readonly LogEvent[]): boolean {
  return events.some((event) => event.type === 'graph_changed' && event.removed.length > 0);
}
