import type { LogEvent } from '../../../../../../shared/contract/events/events.ts';
import { fileOfSymbol } from '../../../../../../shared/kernel/symbol-id.ts';

/** The lines of each file of the map, by its path. */
export type Files = ReadonlyMap<string, number>;

/** Of a file that the graph does not know. */
const usualLines = 60;

/** With the files that something was reserved in; the same map when it is as before. SYM-8: no file leaves the graph. */
export function filesAfter(files: Files, reserved: readonly string[]): Files {
  const added = reserved.filter((path) => !files.has(path));
  if (added.length === 0) return files;
  return new Map([...files, ...added.map((path) => [path, usualLines] as const)]);
}

/** Whether the graph has to be asked how long files are: of one that is new, or has lost a symbol, the log does not say. */
export function areToBeAsked(files: Files, events: readonly LogEvent[]): boolean {
  return events.some(
    (event) =>
      event.type === 'graph_changed' &&
      (event.files.some((path) => !files.has(path)) ||
        event.removed.some((symbol) => files.has(fileOfSymbol(symbol)))),
  );
}
