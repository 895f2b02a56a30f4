import { execFile } from 'node:child_process';

export type GitAnswer =
  | { readonly kind: 'done'; readonly paths: string[] }
  | { readonly kind: 'failed'; readonly exitCode: number | undefined; readonly message: string };

const maxAnswerBytes = 512 * 1024 * 1024;

/** Runs a git command that answers NUL-separated paths; `input` paths go to its standard input in the same form. */
export function gitPaths(
  root: string,
  args: readonly string[],
  input: readonly string[] = [],
): Promise<GitAnswer> {
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      // A file system monitor is a program of the repository's choosing, and would be run by a mere listing.
      ['-c', 'core.fsmonitor=false', ...args],
      { cwd: root, maxBuffer: maxAnswerBytes, windowsHide: true },
      (error, stdout, stderr) => {
        if (error === null)
          return resolve({ kind: 'done', paths: stdout.split('\0').slice(0, -1) });
        const exitCode = typeof error.code === 'number' ? error.code : undefined;
        return resolve({ kind: 'failed', exitCode, message: stderr.trim() || error.message });
      },
    );
    // A git that fails early closes its input; its exit code says what happened.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input.map((path) => `${path}\0`).join(''));
  });
}
