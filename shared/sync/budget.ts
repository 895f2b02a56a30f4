/** As many records as fit into some characters of JSON, in their order; always the first. */
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
