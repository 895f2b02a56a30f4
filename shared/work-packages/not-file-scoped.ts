/** PKG-6: what is said wherever the files of a package would stand, when it has none. */
export const notFileScoped = 'No files were named; it is not file-scoped.';
