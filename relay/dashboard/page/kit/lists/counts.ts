/** `1 decision`, `2,000 decisions`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${figures(count)} ${count === 1 ? one : several}`;
}

/** `2,000`. */
export function figures(count: number): string {
  return count.toLocaleString('en-GB');
}
