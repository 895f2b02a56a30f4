/** The lines of each file of the map, by its path. */
export type Files = ReadonlyMap<string, number>;

/** Of a file that the graph does not know. */
const usualLines = 60;

/** With the files that something was reserved in, and without those that are gone; the same map when it is as before. */
export function filesAfter(
  files: Files,
  reserved: readonly string[],
  removed: readonly string[],
): Files {
  const added = reserved.filter((path) => !files.has(path));
  const gone = removed.filter((path) => files.has(path) && !reserved.includes(path));
  if (added.length === 0 && gone.length === 0) return files;
  const next = new Map(files);
  for (const path of added) next.set(path, usualLines);
  for (const path of gone) next.delete(path);
  return next;
}
