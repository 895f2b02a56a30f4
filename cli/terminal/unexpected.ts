/**
 * What the user reads of an error that no command foresaw, and what to do next. A program that is not there, such as git, is named:
 * Node says only `spawn git ENOENT`, with the program in `path`.
 */
export function describeUnexpected(error: unknown): string {
  const program = missingProgram(error);
  if (program !== undefined)
    return `${program} is not on the PATH. Install it, then try again; coord doctor says what else is missing.`;
  const detail = error instanceof Error ? error.message : String(error);
  return `Something unexpected went wrong (${detail}). Try: coord doctor`;
}

function missingProgram(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('path' in error)) return undefined;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && syscall?.startsWith('spawn') === true ? path : undefined;
}
