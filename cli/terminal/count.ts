/** `1 file`, `2 files`, `1,200 files`; `several` where it is not made with an s. */
export function count(number: number, noun: string, several = `${noun}s`): string {
  // The first number that is formatted takes 8 ms, and most have nothing to be formatted.
  const shown = number < 1_000 ? `${number}` : number.toLocaleString('en');
  return `${shown} ${number === 1 ? noun : several}`;
}
