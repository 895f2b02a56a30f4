/** A value that is costly to make and not always needed: made at the first call, the same at each later one. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
