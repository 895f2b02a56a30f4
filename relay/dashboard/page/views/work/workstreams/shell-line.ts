const plain = /^[\w./:@%+=-]+$/;

/** Arguments as a person types them in a POSIX shell: what is not plain is in single quotes, which nothing in it can end. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
