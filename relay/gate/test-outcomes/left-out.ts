import type { TestResult } from '../../../shared/gate/contract.ts';
import { shownId } from '../../../shared/kernel/display.ts';
import { canonicalPath, pathKey } from '../../../shared/kernel/paths.ts';
import { isRefusal } from '../../../shared/kernel/refusal.ts';

type Results = readonly Pick<TestResult, 'test_file' | 'status'>[];

/**
 * GAT-11: those of the affected test files that no executed result names. What was only skipped has not been run. An absolute path
 * counts for the file that it ends with: where the repository lies is not known here.
 */
export function leftOutOf(affected: readonly string[], results: Results): string[] {
  return notAmong(affected, executedFiles(results));
}

/** The files that the executed results name, each once and as they name them. */
export function executedFiles(results: Results): string[] {
  return [
    ...new Set(
      results.filter(({ status }) => status !== 'skipped').map(({ test_file: file }) => file),
    ),
  ];
}

/** GAT-11: the affected test files that are not among the executed ones. */
export function notAmong(affected: readonly string[], executed: readonly string[]): string[] {
  const run = new Set(executed.flatMap(keysOf));
  return affected.filter((path) => !run.has(pathKey(path)));
}

const absolute = /^(file:\/\/|[/\\]|[A-Za-z]:[/\\])/;

function keysOf(file: string): string[] {
  if (!absolute.test(file)) {
    const path = canonicalPath(file);
    return isRefusal(path) ? [] : [pathKey(path)];
  }
  const parts = file
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '');
  return parts.map((_, at) => pathKey(parts.slice(at).join('/')));
}

const named = 10;

/** What to run, in one sentence. */
export function reasonOfGaps(leftOut: readonly string[]): string {
  const shown = leftOut.slice(0, named).map((path) => shownId(path));
  const more = leftOut.length - shown.length;
  const files =
    more > 0 ? `${shown.join(', ')} and ${more} more (left_out has all)` : shown.join(', ');
  const isOne = leftOut.length === 1;
  const what = isOne ? 'A test file' : `${leftOut.length} test files`;
  return `${what} that the commit can affect ${isOne ? 'was' : 'were'} not run: ${files}. Run ${isOne ? 'it' : 'them'} too, and call confirm_ready again with the results of all.`;
}
