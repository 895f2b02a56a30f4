/** The 95 % interval of a share (Wilson), from 0 to 1; undefined for no cases. */
export function wilson(count: number, of: number): readonly [number, number] | undefined {
  if (of === 0) return undefined;
  const z = 1.96;
  const share = count / of;
  const scale = 1 + (z * z) / of;
  const middle = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}

/** A new list in an order by chance. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
