/** `1 file`, `2 files`, `1,200 files`; `several` where it is not made with an s. */
export function count(number: number, noun: string, several = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : several}`;
}
