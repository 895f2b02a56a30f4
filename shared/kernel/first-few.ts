/** `a, b and 4 more`: the first items as they are to be shown, and how many there are beside them. Empty for none. */
export function firstFew<T>(items: readonly T[], most: number, shown: (item: T) => string): string {
  const named = items.slice(0, most).map((item) => shown(item));
  const more = items.length > most ? ` and ${items.length - most} more` : '';
  return named.join(', ') + more;
}
