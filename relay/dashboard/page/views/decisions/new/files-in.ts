/** The paths in a text: one on each line, or with commas between them. */
export function itemsIn(text: string): string[] {
  const items = text.split(/[\n,]/).map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}
