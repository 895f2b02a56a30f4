/** `1 decision`, `2,000 decisions`. */
export function counted(count: number, one: string): string {
  return `${figures(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** `2,000`. */
export function figures(count: number): string {
  return count.toLocaleString('en-GB');
}
