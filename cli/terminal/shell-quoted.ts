/** As a POSIX shell takes it, so that what is printed can be pasted. */
export function shellQuoted(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
