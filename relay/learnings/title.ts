/** The first line, at most as long as a title. */
export function titleOf(text: string): string {
  const first = text.trim().split('\n')[0] ?? '';
  return first.length <= 120 ? first : `${first.slice(0, 119).trimEnd()}…`;
}
