/** What the index of a repository has. */
const indexed = /\.[cm]?[jt]sx?$/i;

/** DEC-16: whether the index would have the file if the repository did. */
export function mayBeIndexed(path: string): boolean {
  return indexed.test(path);
}

/** DEC-16: that files are not in the index, in words for people. */
export function notInIndex(files: readonly string[]): string {
  return files.length === 1
    ? 'This file is not in the repository’s index'
    : 'These files are not in the repository’s index';
}
