/** The first records that fit into a number of characters of JSON together; at least one, if there is any. */
export function withinBudget<R, T>(
  records: readonly R[],
  show: (record: R) => T,
  characters: number,
): T[] {
  const kept: T[] = [];
  let left = characters;
  for (const record of records) {
    const shown = show(record);
    left -= JSON.stringify(shown).length;
    if (left < 0 && kept.length > 0) break;
    kept.push(shown);
  }
  return kept;
}
