/** The items by their keys, in the order in which the keys first occur. No group is empty; what has no key is left out. */
export function grouped<T, Key>(
  items: Iterable<T>,
  keyOf: (item: T) => Key | undefined,
): Map<Key, [T, ...T[]]> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
