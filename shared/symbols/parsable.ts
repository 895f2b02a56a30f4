const parsableExtension = /\.(?:[cm]?[tj]s|[tj]sx)$/i;

/** RSV-10: whether coord knows the parts of such a file: the path's extension is one of TypeScript's or JavaScript's. */
export function isParsable(path: string): boolean {
  return parsableExtension.test(path);
}
